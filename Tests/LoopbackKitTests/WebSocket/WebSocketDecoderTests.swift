import LoopbackKitHTTP
import Testing

@Suite("WebSocket frames and messages, decoded")
struct WebSocketDecoderTests {
    @Test("HTTP-9 Each sequence of frames is decoded or refused by its rule", arguments: DecoderCase.all)
    func rule(_ vector: DecoderCase) {
        let expected = DecoderCase.Outcome(events: vector.events, error: vector.error.map { WebSocketError($0) })
        #expect(vector.outcome() == expected)
    }

    @Test("HTTP-9 Frames give the same at every split and byte by byte", arguments: DecoderCase.all)
    func splits(_ vector: DecoderCase) {
        let whole = vector.outcome()
        let count = vector.bytes.count
        for first in 0...count {
            #expect(vector.outcome(cutAt: [first]) == whole, "cut at \(first)")
            guard count < 40 else { continue }
            let isSame = (first...count).allSatisfy { vector.outcome(cutAt: [first, $0]) == whole }
            #expect(isSame, "cut at \(first) and once more")
        }
        #expect(vector.outcome(cutAt: Array(0..<count)) == whole)
    }

    @Test("HTTP-9 A connection that was cut gives nothing that was not complete", arguments: DecoderCase.all)
    func truncations(_ vector: DecoderCase) {
        for count in 0..<vector.bytes.count {
            let outcome = vector.outcome(Array(vector.bytes.prefix(count)))
            #expect(vector.events.starts(with: outcome.events), "after \(count)")
            if outcome.error != nil { #expect(outcome.error?.code == vector.error, "after \(count)") }
        }
    }

    @Test(
        "HTTP-9 A payload of every kind of length arrives, masked and not",
        arguments: [0, 1, 3, 4, 7, 8, 15, 16, 17, 125, 126, 127, 128, 65535, 65536, 200_003]
    )
    func lengths(count: Int) throws {
        let payload = Wire.pattern(count)
        for role in [WebSocketRole.server, .client] {
            let frame = Frame.binary(payload)
            let bytes = role == .server ? frame.masked : frame.plain
            let vector = DecoderCase(name: "", role: role, bytes: bytes)
            let expected = DecoderCase.Outcome(events: [.message(.binary(payload))])
            #expect(vector.outcome() == expected)
            for cut in Array(0...min(20, bytes.count)) + [bytes.count / 2, max(0, bytes.count - 1)] {
                #expect(vector.outcome(cutAt: [cut]) == expected)
            }
            let mask = role == .server ? WebSocketMask(0x3D21_FA37) : nil
            #expect(WebSocketFrameHeader.frame(.binary, payload, mask: mask) == bytes)
        }
    }

    @Test("HTTP-9 A mask is applied alike from every index and offset")
    func mask() {
        let mask = WebSocketMask(0x4433_2211)
        #expect(mask.bytes == [0x11, 0x22, 0x33, 0x44])
        for count in 0..<40 {
            let bytes = Wire.pattern(count)
            let isRight = (0...count).allSatisfy { start in
                [0, 1, 2, 3, 4, 1001].allSatisfy { offset in
                    var masked = bytes
                    mask.apply(to: &masked, from: start, offset: offset)
                    return bytes.indices.allSatisfy { index in
                        masked[index] == bytes[index] ^ (index < start ? 0 : mask.bytes[(index - start + offset) % 4])
                    }
                }
            }
            #expect(isRight, "\(count) bytes")
        }
    }

    @Test(
        "HTTP-9 Hostile bytes are decoded alike in every cutting, and never trap",
        arguments: 0..<60 as Range<UInt64>
    )
    func hostile(seed: UInt64) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func random(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state >> 33) % bound
        }
        // Whole frames that go well together, spoilt in a few places.
        var bytes: [UInt8] = []
        for _ in 0..<12 {
            let opcode: UInt8 = [0, 1, 1, 2, 8, 9, 10][random(7)]
            let payload = (0..<random(random(4) == 0 ? 300 : 20)).map { _ in UInt8(random(random(3) == 0 ? 256 : 128)) }
            bytes += Frame(opcode, payload, isFinal: random(3) > 0).masked
        }
        for _ in 0..<random(6) { bytes[random(bytes.count)] = UInt8(random(256)) }
        let vector = DecoderCase(name: "", bytes: bytes, limit: 1000)
        let whole = vector.outcome()
        #expect(vector.outcome(cutAt: Array(0..<bytes.count)) == whole)
        for _ in 0..<20 {
            #expect(vector.outcome(cutAt: (0..<5).map { _ in random(bytes.count) }.sorted()) == whole)
        }
    }

    @Test("HTTP-9 The codes that may stand in a close frame are those of the registry and the private ones")
    func closeCodes() {
        let allowed = (UInt16.min ... .max).filter { WebSocketCloseCode(rawValue: $0).isSendable }
        #expect(allowed == Array(1000...1003) + Array(1007...1014) + Array(3000...4999))
    }
}
