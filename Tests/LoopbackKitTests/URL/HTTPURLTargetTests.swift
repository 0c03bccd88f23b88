import LoopbackKitHTTP
import Testing

@Suite("HTTPURL, from parts")
struct HTTPURLTargetTests {
    @Test(
        "PROXY-2 Path and query stay byte for byte",
        arguments: [
            "/", "/a/../b", "/%2e%2E/", "/a//b/", "/a%2Fb%2fc", "/%", "/%zz", "/\"<>^`{|}\\", "/a'b?'\"<>`{}", "/?",
            "/??", "/a?b=%7E~",
        ]
    )
    func bytes(_ target: String) throws {
        let url = try HTTPURL(scheme: .https, authority: "example.com", target: target)
        #expect(url.requestTarget == target)
        #expect(url.description == "https://example.com\(target)")
    }

    @Test("PROXY-2 A question mark without a query is one")
    func query() throws {
        #expect(try HTTPURL(scheme: .http, authority: "a", target: "/?").query == "")
        #expect(try HTTPURL(scheme: .http, authority: "a", target: "/").query == nil)
        #expect(try HTTPURL(scheme: .http, authority: "a", target: "/b?c?d").query == "c?d")
    }

    @Test(
        "PROXY-2 What can't stand in a request line is refused",
        arguments: ["", "a", "?a", "*", "/a b", "/a#b", "/a\tb", "/a\r\nb", "/\0", "/\u{7F}", "/ü", "/a?b c", "/a?\n"]
    )
    func malformed(_ target: String) {
        #expect(throws: HTTPURLError(.malformedTarget)) { try HTTPURL(scheme: .http, authority: "a", target: target) }
    }

    @Test(
        "PROXY-3 The authority is read as in any address",
        arguments: [("A.Example:80", "a.example"), ("127.1:81", "127.0.0.1:81"), ("[0:0::1]", "[::1]"), ("a:", "a")]
    )
    func authority(_ text: String, _ authority: String) throws {
        #expect(try HTTPURL(scheme: .http, authority: text, target: "/").authority == authority)
    }

    @Test(
        "PROXY-3 What is no authority is refused",
        arguments: [
            ("", HTTPURLError.Code.emptyHost), (":80", .emptyHost), ("a@b", .credentials), ("a/b", .forbiddenCharacter),
            ("a\\b", .forbiddenCharacter), ("a?b", .forbiddenCharacter), ("a#b", .forbiddenCharacter),
            ("a\tb", .forbiddenCharacter),
            (" a", .forbiddenCharacter), ("a\n", .forbiddenCharacter), ("a:80/", .malformedPort),
            ("a:80\n", .malformedPort),
            ("[::1%25lo]", .malformedIPv6), ("a:70000", .malformedPort),
        ]
    )
    func malformedAuthority(_ authority: String, _ code: HTTPURLError.Code) {
        #expect(throws: HTTPURLError(code)) { try HTTPURL(scheme: .http, authority: authority, target: "/") }
    }

    @Test("PROXY-7 Dot segments are resolved once something is relative to such an address")
    func base() throws {
        let base = try HTTPURL(scheme: .http, authority: "a", target: "/b/../c/\"d/e?f")
        #expect(try HTTPURL("g", relativeTo: base).description == "http://a/c/%22d/g")
        #expect(try HTTPURL("?g", relativeTo: base).path == base.path)
    }
}
