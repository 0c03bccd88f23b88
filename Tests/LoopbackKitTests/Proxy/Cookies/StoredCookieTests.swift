import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("Stored cookies")
struct StoredCookieTests {
    private func cookie(
        _ text: String,
        from url: String,
        suffixes: any PublicSuffixes = ListedSuffixes(),
        at now: HTTPDate = .now()
    ) -> StoredCookie? {
        ReceivedCookie(Array(text.utf8)).flatMap { received in
            StoredCookie(received, from: HTTPURL(test: url), suffixes: suffixes, at: now)
        }
    }

    // MARK: Domain

    @Test(
        "PROXY-6 A cookie is for the answering host, or for a domain that the host is in and no public suffix is",
        arguments: [
            ("a=b", "https://www.example.org/", "www.example.org", true),
            ("a=b; Domain=", "https://www.example.org/", "www.example.org", true),
            ("a=b; Domain=www.example.org", "https://www.example.org/", "www.example.org", false),
            ("a=b; Domain=.EXAMPLE.org", "https://www.example.org/", "example.org", false),
            ("a=b; Domain=example.co.uk", "https://a.b.example.co.uk/", "example.co.uk", false),
            // A host that is a public suffix itself has cookies of its own.
            ("a=b; Domain=github.io", "https://github.io/", "github.io", true),
            ("a=b; Domain=10.0.0.1", "http://10.0.0.1/", "10.0.0.1", true),
            ("a=b", "http://10.0.0.1/", "10.0.0.1", true),
        ]
    )
    func domain(text: String, url: String, domain: String, isHostOnly: Bool) throws {
        let identity = try #require(cookie(text, from: url)).identity
        #expect(identity.domain == domain)
        #expect(identity.isHostOnly == isHostOnly)
    }

    @Test(
        "PROXY-6 A cookie for another host, a public suffix or a part of an address is ignored",
        arguments: [
            ("example.com", "https://www.example.org/"), ("a.www.example.org", "https://www.example.org/"),
            ("xample.org", "https://www.example.org/"), ("ww.example.org", "https://www.example.org/"),
            ("org", "https://www.example.org/"), ("co.uk", "https://example.co.uk/"),
            ("github.io", "https://me.github.io/"), ("org.", "https://example.org./"),
            ("example.org.", "https://example.org/"), ("example.org", "https://example.org./"),
            ("..example.org", "https://www.example.org/"), ("0.0.1", "http://10.0.0.1/"),
            ("1", "http://10.0.0.1/"), ("10.0.0.2", "http://10.0.0.1/"), ("\u{E9}.org", "https://www.\u{E9}.org/"),
        ]
    )
    func foreignDomain(domain: String, url: String) {
        #expect(cookie("a=b; Domain=\(domain)", from: url) == nil)
    }

    @Test("PROXY-6 Without a list of public suffixes a cookie is for its host alone")
    func withoutList() throws {
        let own = try #require(
            cookie("a=b; Domain=example.org", from: "https://www.example.org/", suffixes: NoPublicSuffixes())
        )
        #expect(own.identity.domain == "www.example.org")
        #expect(own.identity.isHostOnly)
        #expect(cookie("a=b; Domain=other.org", from: "https://www.example.org/", suffixes: NoPublicSuffixes()) == nil)
    }

    // MARK: Path

    @Test(
        "PROXY-6 The default path is the folder of the request's path",
        arguments: [
            ("/", "/"), ("/a", "/"), ("/a/", "/a"), ("/a/b", "/a"), ("/a/b/", "/a/b"), ("//", "/"), ("/a//b", "/a/"),
        ]
    )
    func defaultPath(path: String, folder: String) {
        #expect(cookie("a=b", from: "https://a.org\(path)")?.identity.path == Array(folder.utf8))
        #expect(cookie("a=b; Path=x", from: "https://a.org\(path)?q=/x/y")?.identity.path == Array(folder.utf8))
    }

    // MARK: Time

    @Test("PROXY-6 Max-Age counts before Expires, and neither lasts longer than 400 days")
    func expiry() {
        func end(_ text: String) -> HTTPDate? { cookie("a=b; \(text)", from: "https://a.org/")?.expires }
        #expect(end("Path=/") == nil)
        #expect(end("Max-Age=60") == .now(plus: 60))
        #expect(end("Max-Age=60; Expires=1 Jan 2000 0:0:0") == .now(plus: 60))
        #expect(end("Expires=1 Jan 2000 0:0:0; Max-Age=x") == HTTPDate(secondsSince1970: 946_684_800))
        #expect(end("Max-Age=999999999999") == .now(plus: 34_560_000))
        #expect(end("Expires=31 Dec 9999 23:59:59") == .now(plus: 34_560_000))
        #expect(
            cookie("a=b; Max-Age=0", from: "https://a.org/")?.isExpired(at: HTTPDate(secondsSince1970: .min)) == true
        )
    }

    @Test("PROXY-6 No clock makes a time overflow", arguments: [Int.min, Int.max])
    func clocks(seconds: Int) {
        let now = HTTPDate(secondsSince1970: seconds)
        #expect(cookie("a=b; Max-Age=999999999", from: "https://a.org/", at: now)?.expires != nil)
        #expect(cookie("a=b; Expires=1 Jan 2000 0:0:0", from: "https://a.org/", at: now)?.expires != nil)
    }

    // MARK: Secure, prefixes

    @Test(
        "PROXY-6 A cookie that breaks what its name or attributes promise is ignored",
        arguments: [
            "__Secure-a=b", "__SECURE-a=b", "__secure-a=b; Path=/", "__Host-a=b", "__Host-a=b; Secure",
            "__hOsT-a=b; Secure; Path=/x", "__Host-a=b; Path=/", "__Host-a=b; Secure; Path=/; Domain=a.example.org",
            "__HOST-a=b; Secure; Path=/; Domain=example.org", "__Secure-a", "__host-a=b", "=__Secure-a=b",
            "=__HOST-a=b; Secure; Path=/", "__Host-", "a=b; SameSite=None", "=", "", "; Secure",
        ]
    )
    func broken(text: String) { #expect(cookie(text, from: "https://a.example.org/x/y") == nil) }

    @Test("PROXY-6 __Host- asks for a Path attribute, also where the default path is the same")
    func hostPath() {
        #expect(cookie("__Host-a=b; Secure", from: "https://a.org/") == nil)
        #expect(cookie("__Host-a=b; Secure; Path", from: "https://a.org/") != nil)
        #expect(cookie("__Host-a=b; Secure; Path", from: "https://a.org/x/y") == nil)
    }

    @Test(
        "PROXY-6 A cookie that keeps its promises is taken over a secure connection only",
        arguments: [
            "__Secure-a=b; Secure", "__secure-a=b; Secure; Domain=example.org", "__Host-a=b; Secure; Path=/",
            "__HOST-a=b; Path=/; Secure; Domain=", "a=b; Secure", "a=b; Secure; SameSite=None",
        ]
    )
    func kept(text: String) {
        #expect(cookie(text, from: "https://a.example.org/x/y") != nil)
        #expect(cookie(text, from: "http://a.example.org/x/y") == nil)
    }

    @Test(
        "PROXY-6 What looks like a prefix and is none is a name as any other",
        arguments: ["__Hos-a", "_Host-a", "a__Host-b", "__Host"]
    )
    func noPrefix(name: String) { #expect(cookie("\(name)=b", from: "http://a.org/") != nil) }
}
