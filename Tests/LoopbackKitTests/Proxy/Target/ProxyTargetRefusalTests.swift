import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("ProxyTarget, refusals")
struct ProxyTargetRefusalTests {
    private static func expect(_ reason: String, _ text: String) {
        let bytes = Array(text.utf8)
        let end = bytes.firstIndex(of: UInt8(ascii: "?"))
        let query = end.map { Array(bytes[($0 + 1)...]) }
        let failure = #expect(throws: ProxyFailure.self) {
            try ProxyTarget(path: bytes.span.extracting(..<(end ?? bytes.count)), query: query)
        }
        #expect(failure?.stage == .refused)
        #expect(failure?.reason == reason)
    }

    @Test(
        "PROXY-2 An address without a mode is refused",
        arguments: [
            "", "/", "omit/http/a/", "/all/http/a/", "//http/a/", "/omit%2Fhttp/a/", "/../http/a/", "/omit.x/http/a/",
        ]
    )
    func mode(_ text: String) { Self.expect("malformedMode", text) }

    @Test(
        "PROXY-3 Another scheme than http and https is refused",
        arguments: [
            "/omit", "/omit/", "/omit/ftp/a/", "/omit/HTTP/a/", "/omit/http:/a/", "/omit/file//etc", "/omit/ws/a/",
            "/omit/%68ttp/a/",
            "/omit//a/",
        ]
    )
    func scheme(_ text: String) { Self.expect("unsupportedScheme", text) }

    @Test(
        "PROXY-2 PROXY-3 An authority that is none is refused with a reason",
        arguments: [
            ("", "emptyHost"), ("/a/", "emptyHost"), (":80/", "emptyHost"), ("%/", "malformedAuthority"),
            ("a%2/", "malformedAuthority"),
            ("a%252e/", "malformedAuthority"), ("ex%2561mple.com/", "malformedAuthority"),
            ("../a/", "malformedAuthority"),
            ("%2e%2E/a/", "malformedAuthority"), ("./a/", "malformedAuthority"),
            ("[fe80::1%25lo]/", "malformedAuthority"),
            ("user@a/", "credentials"), ("user%40a/", "credentials"), ("user:word@a/", "credentials"),
            ("a%2Fb/", "forbiddenCharacter"), ("a%5Cb/", "forbiddenCharacter"), ("a\\b/", "forbiddenCharacter"),
            ("a%3Fb/", "forbiddenCharacter"), ("a%23b/", "forbiddenCharacter"), ("a%00/", "forbiddenCharacter"),
            ("a%0D%0Ab/", "forbiddenCharacter"), ("a%20b/", "forbiddenCharacter"), ("%09a/", "forbiddenCharacter"),
            ("1.2.3.4.5/", "malformedIPv4"), ("[::1/", "malformedIPv6"), ("a:65536/", "malformedPort"),
            ("a:80%2F/", "malformedPort"), ("a:+80/", "malformedPort"),
        ]
    )
    func authority(_ rest: String, _ reason: String) { Self.expect(reason, "/omit/http/\(rest)") }

    @Test(
        "PROXY-2 A path or query that can't stand in a request line is refused",
        arguments: ["/b c", "/\u{7F}", "/b#c", "/ü", "/b?c d", "?\n", "/\0", "/\r\nHost:b"]
    )
    func target(_ target: String) { Self.expect("malformedTarget", "/omit/http/a\(target)") }

    @Test("PROXY-2 A path with a question mark is none")
    func questionMark() {
        let failure = #expect(throws: ProxyFailure.self) {
            try ProxyTarget(path: Array("/omit/http/a/b?c/../..".utf8).span, query: nil)
        }
        #expect(failure?.reason == "malformedTarget")
    }

    @Test("PROXY-3 Each error of an address has a sentence of its own for the page's developer")
    func sentences() {
        let codes: [HTTPURLError.Code] = [
            .notAbsolute, .unsupportedScheme, .credentials, .emptyHost, .forbiddenCharacter, .malformedIPv4,
            .malformedIPv6,
            .malformedPort, .needsIDNA, .invalidName, .malformedTarget,
        ]
        let failures = codes.map { ProxyFailure.refusedAddress(HTTPURLError($0)) }
        #expect(Set(failures.map(\.message)).count == codes.count)
        #expect(Set(failures.map(\.reason)).count == codes.count)
        #expect(failures.allSatisfy { $0.stage == .refused })
    }
}
