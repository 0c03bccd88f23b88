import LoopbackKitHTTP
import Testing

@Suite("RequestHeadParser: one message after the other")
struct RequestHeadReuseTests {
    private func outcomes(_ hosts: [String]) -> [Bool] {
        var parser = RequestHeadParser()
        let storage = HeadStorage.forParser()
        return hosts.map { host in
            let input = Array("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8)
            guard case .complete = parser.parse(input.span, into: storage, limits: .init()) else {
                parser.reset()
                return false
            }
            _ = parser.takeHead()
            return true
        }
    }

    @Test("HTTP-3 A Host that was well formed in one message excuses no other one in the next")
    func hosts() {
        let good = "127.0.0.1:51234"
        let long = "a.very.long.name.of.a.host.example:80"
        let cases: [(host: String, isGood: Bool)] = [
            (good, true), (good, true), ("127.0.0.1:5123x", false), (good, true), ("127.0.0.1:51235", true),
            ("\(good)0", false), ("127.0.0.1", true), (long, true), (long, true), ("\(long)x", false),
            ("a@b", false), ("a@b", false), ("127.0.0.1:99999", false), ("[::1]:80", true), ("[::1]:80", true),
            ("[::g]:80", false), ("a.name.of.24.bytes.ok:80", true), ("a.name.of.24.bytes.ok:80", true),
            ("a.name.of.24.bytes.ok:8x", false), ("a.name.of.24.bytes.ok:80x", false),
        ]
        #expect(outcomes(cases.map(\.host)) == cases.map(\.isGood))
    }

    @Test("HTTP-3 A length of one to nineteen digits is read as the number that it is, and with another byte refused")
    func lengths() {
        for count in 1...19 {
            let digits = (0..<count).map { UInt8(48 + (1 + $0 * 7) % 10) }
            #expect(body(digits) == Int(String(decoding: digits, as: UTF8.self)).map { .length($0) })
            for place in 0..<count {
                for byte in Array("/:aA+-. ".utf8) where byte != 32 || (place > 0 && place < count - 1) {
                    var other = digits
                    other[place] = byte
                    #expect(body(other) == nil, "\(String(decoding: other, as: UTF8.self))")
                }
            }
        }
    }

    private func body(_ length: [UInt8]) -> MessageBody? {
        var parser = RequestHeadParser()
        let input = Array("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: ".utf8) + length + Array("\r\n\r\n".utf8)
        let outcome = parser.parse(input.span, into: .forParser(), limits: .init())
        guard case .complete = outcome else { return nil }
        return parser.head.body
    }
}
