import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("SSRFGuard: tricks with URLs")
struct URLTricksTests {
    private static let guardOfTests = SSRFGuard(ownPorts: [50000], localNetwork: LocalNetwork())

    private static func check(_ text: String) throws { try guardOfTests.check(HTTPURL(text)) }

    @Test(
        "PROXY-3 An address of this machine is refused in whatever form a URL has it",
        arguments: [
            "127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7F.0.0.1", "0x7f.1",
            "0177.0.0.1", "017700000001", "0177.0x0.0.1", "127.000.000.001", "%31%32%37.0.0.1", "0", "0x", "0.0.0.0",
            "[::1]", "[0:0:0:0:0:0:0:1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::FFFF:7F00:0001]",
            "[64:ff9b::127.0.0.1]", "[64:ff9b::7f00:1]", "[0:0:0:0:0:ffff:127.0.0.1]", "127.0.0.1:8080", "[::1]:8080",
        ]
    )
    func loopback(authority: String) {
        #expect(throws: GuardRefusal(.loopbackAddress)) { try Self.check("http://\(authority)/") }
        #expect(throws: GuardRefusal(.loopbackAddress)) { try Self.check("https:\\\\\(authority)") }
    }

    @Test(
        "PROXY-3 The server's own port is refused in whatever form a URL has the host",
        arguments: [
            "localhost", "LOCALHOST", "localhost.", "a.localhost", "%6cocalhost", "127.0.0.1", "127.1", "[::1]",
            "[::ffff:7f00:1]", "0", "2130706433",
        ]
    )
    func ownServer(host: String) {
        #expect(throws: GuardRefusal(.ownServer)) { try Self.check("http://\(host):50000/") }
        #expect(throws: GuardRefusal(.ownServer)) { try Self.check("http://\(host):0050000/") }
    }

    @Test(
        "PROXY-3 Digits and letters of other scripts are read as browsers read them, and refused",
        arguments: [
            "\u{FF11}\u{FF12}\u{FF17}.\u{FF10}.\u{FF10}.\u{FF11}", "\u{2460}\u{2461}\u{2466}.0.0.1",
            "127\u{3002}0\u{3002}0\u{3002}1", "\u{FF4C}ocalhost", "loc\u{AD}alhost", "\u{24DB}ocal\u{FF0E}localhost",
        ]
    )
    func otherScripts(host: String) throws {
        do {
            try Self.check("http://\(host)/")
            Issue.record("passes")
        } catch let error as GuardRefusal {
            #expect([.loopbackAddress, .localName].contains(error.reason))
        } catch let error as HTTPURLError {
            #expect(error.code == .needsIDNA, "with the system's library it is read, and refused by the guard")
        }
    }

    @Test(
        "PROXY-3 What is no URL, or hides a host behind a user's name, a zone or a NUL, is not called",
        arguments: [
            "http://example.com@127.0.0.1/", "http://127.0.0.1@example.com/", "http://a:b@example.com/",
            "http://[fe80::1%25lo]/", "http://[fe80::1%lo]/", "http://[::1%251]/", "http://localhost%00.example.com/",
            "http://example.com%2f@127.0.0.1/", "http://127.0.0.1%2f.example.com/", "http://[127.0.0.1]/",
            "http://[::1/", "http://::1/", "http://256.0.0.1/", "http://1.2.3.4.5/", "http://0x100000000/",
            "http://example.com:65536/", "http://example.com:-1/", "ftp://example.com/", "file:///etc/passwd",
            "gopher://example.com/", "unix:/run/service", "//example.com/", "http:///", "",
        ]
    )
    func malformed(text: String) { #expect(throws: HTTPURLError.self) { try Self.check(text) } }

    @Test(
        "PROXY-3 Where a browser sees the host end, the guard sees it end too",
        arguments: [
            ("http://127.0.0.1\\@example.com/", false), ("http://127.0.0.1#@example.com/", false),
            ("http://127.0.0.1?@example.com/", false), ("http://127.0.0.1/@example.com/", false),
            ("http://exam\tple.com/", true), ("http://127.0.\n0.1/", false), ("  http://127.0.0.1", false),
            ("http://example.com\\@127.0.0.1/", true), ("http://example.com#@127.0.0.1/", true),
            ("http://example.com?@127.0.0.1/", true), ("http:example.com", true), ("http:127.0.0.1", false),
        ]
    )
    func ends(text: String, passes: Bool) throws {
        if passes {
            try Self.check(text)
        } else {
            #expect(throws: GuardRefusal(.loopbackAddress)) { try Self.check(text) }
        }
    }
}
