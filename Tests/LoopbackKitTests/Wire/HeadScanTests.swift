import LoopbackKitHTTP
import Testing

/// The scans over sixteen bytes at once against a look at each byte.
@Suite("Scanning a head")
struct HeadScanTests {
    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// Every byte at each of forty places of a run, which so lies at every offset in a block of sixteen.
    private func check(_ before: String, _ after: String, _ isTaken: (UInt8, Int) -> Bool) {
        let run = [UInt8](repeating: 97, count: 40)
        for place in 0..<40 {
            for byte in UInt8.min...UInt8.max {
                var changed = run
                changed[place] = byte
                let head = Array(before.utf8) + changed + Array(after.utf8)
                let outcome = HeadOutcome.whole(head)
                if (outcome.status == nil) != isTaken(byte, place) || outcome == .incomplete {
                    Issue.record("byte \(byte) at \(place): \(outcome)")
                }
            }
        }
    }

    @Test("HTTP-3 A field name takes the bytes of a token and nothing else", arguments: ["", ": y\r\nA"])
    func names(_ tail: String) {
        check("GET / HTTP/1.1\r\nHost: a\r\n", "\(tail): y\r\n\r\n") { byte, place in
            // A colon ends the name, and can't be its first byte.
            Self.isToken(byte) || byte == 58 && place > 0
        }
    }

    @Test(
        "HTTP-3 A field value takes every byte but control characters",
        arguments: ["", "\r\nAnother: line of the head"]
    )
    func values(_ tail: String) {
        check("GET / HTTP/1.1\r\nHost: a\r\nName: ", "\(tail)\r\n\r\n") { byte, _ in
            byte == 9 || byte >= 32 && byte != 127
        }
    }

    @Test("HTTP-3 A target takes printable ASCII without space and number sign")
    func targets() {
        check("GET /", " HTTP/1.1\r\nHost: a\r\n\r\n") { byte, _ in (33...126).contains(byte) && byte != 35 }
    }

    @Test("HTTP-3 A method takes the bytes of a token")
    func methods() {
        check("", " / HTTP/1.1\r\nHost: a\r\n\r\n") { byte, _ in Self.isToken(byte) }
    }

    @Test("HTTP-1 A value of any length keeps its bytes", arguments: 0...70)
    func lengths(_ count: Int) {
        let value = String(repeating: "v", count: count)
        let head = Array("GET /\(value)?\(value) HTTP/1.1\r\nHost: a\r\nN\(value):\t \(value) \t\r\n\r\n".utf8)
        guard case .complete(head.count, let parsed, let fields) = HeadOutcome.whole(head) else {
            Issue.record("not complete")
            return
        }
        #expect(fields == ["Host: a", "N\(value): \(value)"])
        #expect(parsed.path.count == count + 1)
    }
}
