import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("Cookie jars")
struct CookieJarTests {
    // MARK: Which cookies go with a request

    @Test(
        "PROXY-6 A cookie of a host goes to that host, one of a domain to all hosts below it",
        arguments: [
            ("https://example.org/", "domain=2"), ("https://www.example.org/", "host=1; domain=2"),
            ("https://a.www.example.org/", "domain=2"), ("https://wwwexample.org/", nil), ("https://org/", nil),
            ("https://example.org./", nil), ("https://example.com/", nil), ("https://10.0.0.1/", nil),
        ] as [(String, String?)]
    )
    func domainMatch(url: String, field: String?) {
        var jar = CookieJar.listed()
        jar.store("host=1", from: "https://www.example.org/")
        jar.store("domain=2; Domain=example.org", from: "https://www.example.org/")
        #expect(jar.field(url) == field)
    }

    @Test("PROXY-6 An address has no hosts below it")
    func addresses() {
        var jar = CookieJar.listed()
        jar.store("a=1; Domain=10.0.0.1", from: "https://10.0.0.1/")
        #expect(jar.field("https://10.0.0.1/") == "a=1")
        #expect(jar.field("https://110.0.0.1/") == nil)
        let loopback = HTTPURL(scheme: .https, host: .address(.ipv6(0, 1)), port: 443, path: "/", query: nil)
        let other = HTTPURL(scheme: .https, host: .address(.ipv6(1, 1)), port: 443, path: "/", query: nil)
        #expect(jar.store(Array("b=2; Domain=[::1]".utf8), from: loopback, at: .now()).count == 1)
        #expect(jar.field(for: loopback, at: .now()) == Array("b=2".utf8))
        #expect(jar.field(for: other, at: .now()) == nil)
    }

    @Test(
        "PROXY-6 A cookie goes with the requests in its folder",
        arguments: [
            ("/a", "/a", true), ("/a", "/a/", true), ("/a", "/a/b", true), ("/a", "/ab", false), ("/a", "/A", false),
            ("/a/", "/a", false), ("/a/", "/a/", true), ("/a/", "/a/b", true), ("/", "/", true), ("/", "/x/y", true),
            ("/a%20b", "/a%20b/c", true), ("/a", "/a?b", true), ("/a/b", "/a", false),
        ]
    )
    func pathMatch(path: String, request: String, isSent: Bool) {
        var jar = CookieJar.listed()
        jar.store("n=v; Path=\(path)", from: "https://a.org/x/y")
        #expect((jar.field("https://a.org\(request)") != nil) == isSent)
    }

    @Test("PROXY-6 A secure cookie goes over secure connections only, and ports are no border")
    func secure() {
        var jar = CookieJar.listed()
        jar.store("s=1; Secure", from: "https://a.org/")
        jar.store("p=2", from: "https://a.org:8443/")
        #expect(jar.field("https://a.org/") == "s=1; p=2")
        #expect(jar.field("http://a.org:8080/") == "p=2")
    }

    @Test("PROXY-6 Longer paths come first, then older cookies; one that is set again keeps its age")
    func order() {
        var jar = CookieJar.listed()
        for text in ["a=1; Path=/", "b=2; Path=/x", "c=3; Path=/", "d=4; Path=/x/y", "e=5; Path=/x"] {
            jar.store(text, from: "https://a.org/x/y")
        }
        jar.store("a=6; Path=/", from: "https://a.org/")
        #expect(jar.field("https://a.org/x/y/z") == "d=4; b=2; e=5; a=6; c=3")
    }

    @Test("PROXY-6 A cookie without a name is its value alone, and bytes stay as they are")
    func bytes() {
        var jar = CookieJar.listed()
        jar.store("nameless", from: "https://a.org/")
        jar.store("empty=", from: "https://a.org/")
        let url = HTTPURL(test: "https://a.org/")
        #expect(jar.store(Array("l=".utf8) + [0xE9, 0xFF, 0x22, 0x09, 0x2C], from: url, at: .now()).count == 1)
        #expect(jar.field(for: url, at: .now()) == Array("nameless; empty=; l=".utf8) + [0xE9, 0xFF, 0x22, 0x09, 0x2C])
    }

    // MARK: What becomes of a cookie

    @Test("PROXY-6 A cookie is one by its name, domain, path and whether it is for its host alone")
    func identity() {
        var jar = CookieJar.listed()
        for text in [
            "n=1", "n=2; Domain=a.org", "n=3; Path=/x", "N=4", "n=5; Domain=a.org; Path=/x", "n=6", "n=7; Path=/x",
        ] { jar.store(text, from: "https://a.org/") }
        #expect(jar.field("https://a.org/x") == "n=7; n=5; n=6; n=2; N=4")
        #expect(jar.count == 5)
    }

    @Test("PROXY-6 A cookie goes when its time is over, and at once when it is set with a time that is over")
    func expiry() {
        var jar = CookieJar.listed()
        jar.store("a=1; Max-Age=10", from: "https://a.org/")
        jar.store("b=2", from: "https://a.org/")
        #expect(jar.field("https://a.org/", at: .now(plus: 9)) == "a=1; b=2")
        #expect(jar.field("https://a.org/", at: .now(plus: 10)) == "b=2")
        #expect(jar.store("b=x; Expires=1 Jan 2000 0:0:0", from: "https://a.org/").count == 1)
        #expect(jar.store("c=x; Max-Age=0", from: "https://a.org/").isEmpty)
        #expect(jar.field("https://a.org/", at: .now(plus: 10)) == nil)
        jar.removeExpired(at: .now(plus: 10))
        #expect(jar.count == 0)
    }

    @Test("PROXY-6 Three Set-Cookie fields stay three, also with a comma in a date")
    func threeFields() async {
        // node-http-proxy 1101: they became one.
        var fields = HTTPFields()
        fields.append(.setCookie, "a=1; Expires=Thu, 01 Jan 2015 00:00:00 GMT")
        fields.append(.setCookie, "b=2; Expires=Thursday, 01-Jan-15 00:00:00 GMT; Path=/")
        fields.append(.setCookie, "c=3, d=4")
        let store = MemoryCookieStore(limits: CookieLimits(), suffixes: ListedSuffixes()) { .now() }
        let url = HTTPURL(test: "https://a.org/")
        await store.store(from: fields, of: url, in: CookieJarName(shared: "x"))
        let field = store.cookieField(for: url, in: CookieJarName(shared: "x"))
        #expect(field == Array("a=1; b=2; c=3, d=4".utf8))
    }

    // MARK: Leave secure cookies alone

    @Test(
        "PROXY-6 An insecure connection lays no cookie over a secure one",
        arguments: [
            // What is there, what comes, and whether it is kept.
            ("n=1; Secure", "n=2", false), ("n=1; Secure", "n=2; Path=/login/en", false),
            ("n=1; Secure; Path=/login", "n=2; Path=/", true), ("n=1; Secure; Path=/login", "n=2; Path=/foo", true),
            ("n=1; Secure; Path=/login", "n=2; Path=/login", false),
            ("n=1; Secure; Path=/login", "n=2; Path=/login/en", false),
            ("n=1; Secure; Path=/login", "n=2; Path=/loginx", true),
            ("n=1; Secure; Domain=example.org", "n=2", false), ("n=1; Secure", "n=2; Domain=example.org", false),
            ("n=1; Secure", "N=2", true), ("n=1", "n=2", true), ("n=1; Secure", "n=; Max-Age=0", false),
        ]
    )
    func leaveSecureAlone(there: String, comes: String, isKept: Bool) {
        var jar = CookieJar.listed()
        jar.store(there, from: "https://www.example.org/")
        let before = jar.cookies.map(\.cookie)
        #expect(jar.store(comes, from: "http://www.example.org/").isEmpty != isKept)
        #expect((jar.cookies.map(\.cookie) == before) != isKept)
        // A secure connection may.
        #expect(!jar.store(comes, from: "https://www.example.org/").isEmpty)
    }
}
