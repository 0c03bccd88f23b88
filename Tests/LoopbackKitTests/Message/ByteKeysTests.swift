import LoopbackKitHTTP
import Testing

@Suite("ByteKeys, and searches in spans")
struct ByteKeysTests {
    /// Keys of every length up to 40 that differ in one byte, at each place.
    private static let keys: [[UInt8]] = (0...40).flatMap { count in
        let plain = [UInt8](repeating: 97, count: count)
        return [plain]
            + (0..<count).map { place in
                var other = plain
                other[place] = 98
                return other
            }
    }

    @Test("HTTP-9 A table of keys finds each key by its bytes, and nothing else")
    func finds() {
        var table = ByteKeys()
        #expect(index(of: Self.keys[3], in: table) == nil)
        for key in Self.keys { table.append(key) }
        for (place, key) in Self.keys.enumerated() {
            #expect(index(of: key, in: table) == place)
            #expect(index(of: key + [99], in: table) == nil)
        }
    }

    private func index(of key: [UInt8], in table: ByteKeys) -> Int? { table.index(of: key.span) }

    @Test("HTTP-9 Spans are compared with arrays byte by byte, whatever their lengths")
    func compares() {
        for key in Self.keys where key.count < 20 {
            for other in Self.keys where other.count < 20 {
                let isSame = key.span.hasBytes(other)
                #expect(isSame == (key == other))
            }
        }
    }

    @Test("HTTP-9 The first place of a byte is found from every start on")
    func first() {
        for count in 0...24 {
            for place in 0...count {
                // Bytes that a careless search over words takes for it.
                var bytes = (0..<count).map { UInt8($0 % 2 == 0 ? 46 : 208) }
                if place < count { bytes[place] = 47 }
                for start in 0...count {
                    let expected = place < count && place >= start ? place : count
                    let found = bytes.span.firstIndex(of: 47, from: start)
                    #expect(found == expected)
                }
            }
        }
    }
}
