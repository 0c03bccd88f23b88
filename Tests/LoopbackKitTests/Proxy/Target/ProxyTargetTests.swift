import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("ProxyTarget")
struct ProxyTargetTests {
    private static func parse(_ text: String) throws(ProxyFailure) -> ProxyTarget {
        let bytes = Array(text.utf8)
        let end = bytes.firstIndex(of: UInt8(ascii: "?"))
        let query = end.map { Array(bytes[($0 + 1)...]) }
        return try ProxyTarget(path: bytes.span.extracting(..<(end ?? bytes.count)), query: query)
    }

    @Test("PROXY-2 An address is taken apart: mode, scheme, authority, path and query")
    func parts() throws {
        let target = try Self.parse("/include.manual.keepalive/https/Example.com:8443/a/b?c=d")
        #expect(target.mode == ProxyMode(credentials: .include, redirects: .manual, outlivesPage: true))
        #expect(target.url.origin == HTTPOrigin(scheme: .https, host: .name("example.com"), port: 8443))
        #expect(target.url.requestTarget == "/a/b?c=d")
    }

    @Test(
        "PROXY-2 Path and query arrive byte for byte",
        arguments: [
            "/", "/a/b/", "//a//", "/a%2Fb%2fc/%41", "/%", "/%zz?%", "/a;b=c,d/~e", "/a?b=%20+&c=~&%7E", "/?", "/??a",
            "/a/../b?../..",
            "/a/%2e%2E/b/.", "/a\"<>^`{|}?'\"<>`{}", "/~page/x", "/~proxy/include/https/other.example/", "/a:b@c",
            "/%2e%2ea",
            "/a/b/..", "/.", "/a/./..//..", "/http://other.example/",
        ]
    )
    func bytes(_ target: String) throws {
        let parsed = try Self.parse("/omit/http/a.example\(target)")
        #expect(parsed.url.requestTarget == target)
        #expect(parsed.url.host == .name("a.example"))
    }

    @Test("PROXY-2 Without a path behind the authority it is a slash")
    func emptyPath() throws {
        #expect(try Self.parse("/omit/http/a").url.requestTarget == "/")
        #expect(try Self.parse("/omit/http/a?b").url.requestTarget == "/?b")
    }

    @Test(
        "PROXY-2 The authority is percent-decoded once",
        arguments: [
            ("[::1]:81", "[::1]:81"), ("%5B::1%5D%3A81", "[::1]:81"), ("127.1", "127.0.0.1"),
            ("ex%61mple.com%3A80", "example.com"),
            ("%22a%22", "\"a\""), ("a%60", "a`"), ("A.EXAMPLE.", "a.example."),
        ]
    )
    func authority(_ segment: String, _ authority: String) throws {
        #expect(try Self.parse("/omit/http/\(segment)/").url.authority == authority)
    }

    @Test(
        "PROXY-2 Dot segments lead no higher than the authority",
        arguments: [
            "/..", "/../", "/../b", "/a/../..", "/%2e%2e/b", "/.%2E", "/%2E./b.example/", "/a/%2e%2e/..%2f/../../../x",
            "/./..", "/\\..\\..",
            "/a\\..\\..", "//../../..", "/..?a",
        ]
    )
    func climbing(_ target: String) {
        let failure = #expect(throws: ProxyFailure.self) { try Self.parse("/omit/http/a.example\(target)") }
        #expect(failure?.reason == "climbingPath")
    }

    @Test(
        "PROXY-2 A target is written as the address that is read as the same target",
        arguments: [
            ("https://example.com/a/b?c", "~proxy/include/https/example.com/a/b?c"),
            ("http://a", "~proxy/include/http/a/"),
            ("http://[::1]:81/?", "~proxy/include/http/[::1]:81/?"),
            ("http://a\"b`{}/", "~proxy/include/http/a%22b%60%7B%7D/"),
            ("https://a/%2F%41//b/~c?d=%7E'#e", "~proxy/include/https/a/%2F%41//b/~c?d=%7E%27#e"),
            ("http://./", "~proxy/include/http/.:80/"), ("https://../a", "~proxy/include/https/..:443/a"),
            ("http://..:81/", "~proxy/include/http/..:81/"),
        ]
    )
    func written(_ text: String, _ address: String) throws {
        let target = ProxyTarget(url: try HTTPURL(text), mode: ProxyMode(credentials: .include))
        #expect(target.address == address)
        let path = address.dropFirst(ProxyTarget.marker.utf8.count).prefix { $0 != "#" }
        let read = try Self.parse(String(path))
        #expect(read.mode == target.mode)
        #expect(read.url.origin == target.url.origin && read.url.requestTarget == target.url.requestTarget)
    }

    @Test("PROXY-2 An address of one's own is what a browser makes of it, relative to the scope")
    func resolved() throws {
        let scope = try HTTPURL("http://127.0.0.1:50000/token/sections/id/index.html")
        for text in [
            "https://example.com/a/b?c", "http://[::1]:81/x", "http://a\"b/", "http://./x", "http://a/'\"b?'\"#'\"",
        ] {
            let target = ProxyTarget(url: try HTTPURL(text))
            let resolved = try HTTPURL(target.address, relativeTo: scope)
            #expect(resolved.description == "http://127.0.0.1:50000/token/sections/id/\(target.address)")
        }
    }

    @Test(
        "PROXY-2 PROXY-11 An address relative to another target's is resolved to the same as one relative to the scope",
        arguments: ["/", "/a", "/a/", "/a/b/list.m3u8?c/d", "//", "/a//b", "/a/../b/c", "/a\\b", "/%2e/a%2Fb/c"]
    )
    func relative(_ path: String) throws {
        let scope = try HTTPURL("http://127.0.0.1:50000/token/sections/id/deep/")
        let base = try Self.parse("/include/https/a.example:81\(path)")
        let page = try HTTPURL(base.address, relativeTo: scope)
        for text in ["https://example.com/x/y?z#f", "http://[::1]/", "http://../.."] {
            let target = ProxyTarget(url: try HTTPURL(text), mode: ProxyMode(credentials: .omit))
            let resolved = try HTTPURL(base.wayToMarker + target.addressBehindMarker, relativeTo: page)
            #expect(try resolved == HTTPURL(target.address, relativeTo: scope))
        }
    }

    @Test("PROXY-2 A reference in what the other site answers leads through the proxy")
    func references() throws {
        let page = try HTTPURL("http://127.0.0.1:50000/token/sections/id/~proxy/omit/https/a.example/b/list.m3u8?c")
        for (reference, expected) in [
            ("d.ts", "/b/d.ts"), ("../d.ts?e", "/d.ts?e"), ("./", "/b/"), ("?f", "/b/list.m3u8?f"),
        ] {
            let url = try HTTPURL(reference, relativeTo: page)
            let prefix = "/token/sections/id/~proxy"
            let target = try Self.parse(String(url.requestTarget.dropFirst(prefix.utf8.count)))
            #expect(target.url.description == "https://a.example\(expected)")
        }
    }

    @Test("PROXY-2 Changed addresses trap nothing, and what is taken is read again as it is written")
    func mutated() throws {
        let seeds = [
            "/include.manual.keepalive/https/example.com:8443/a/../b%2F?c=%20#d",
            "/omit/http/[::ffff:1.2.3.4]:80/%2e%2E/..",
            "/same-origin.error/http/%31%32%37.1//x/.//..\\..", "/omit/http/b%C3%BCcher.de/ü",
            "/include.follow/https/..:443/%",
        ].map { Array($0.utf8) }
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<3000 {
            let input = generator.pick(seeds).mutated(&generator)
            let query: [UInt8]? = generator.isOne(in: 2) ? nil : Array("q".utf8)
            guard let target = try? ProxyTarget(path: input.span, query: query) else { continue }
            #expect(try Self.parse("/\(target.addressBehindMarker)") == target, "\(input)")
        }
    }
}
