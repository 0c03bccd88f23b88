/// The digest that RFC 6455 proves a handshake with (FIPS 180-4, section 6.1).
///
/// SHA-1 no longer resists collisions: it stands here for that handshake, which doesn't rely on it, and for nothing else.
package enum SHA1 {
    /// The 20 bytes of the digest.
    package static func digest(of message: [UInt8]) -> [UInt8] {
        var words: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        var schedule = [UInt32](repeating: 0, count: 80)
        let padded = pad(message)
        for start in stride(from: 0, to: padded.count, by: 64) {
            fill(&schedule, from: padded[start..<start + 64])
            compress(schedule, into: &words)
        }
        return words.flatMap(bigEndianBytes)
    }

    /// The message, a one bit, zeros, and the message's length in bits in the last eight bytes of a block.
    private static func pad(_ message: [UInt8]) -> [UInt8] {
        let zeros = (119 - message.count % 64) % 64
        let bitCount = UInt64(message.count) &* 8
        return message + [0x80] + [UInt8](repeating: 0, count: zeros)
            + bigEndianBytes(UInt32(truncatingIfNeeded: bitCount >> 32))
            + bigEndianBytes(UInt32(truncatingIfNeeded: bitCount))
    }

    private static func bigEndianBytes(_ word: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }

    private static func fill(_ schedule: inout [UInt32], from block: ArraySlice<UInt8>) {
        for index in 0..<16 {
            let bytes = block.dropFirst(index * 4).prefix(4)
            schedule[index] = bytes.reduce(0) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<80 {
            let mixed = schedule[index - 3] ^ schedule[index - 8] ^ schedule[index - 14] ^ schedule[index - 16]
            schedule[index] = rotate(mixed, by: 1)
        }
    }

    private static func compress(_ schedule: [UInt32], into words: inout [UInt32]) {
        var (a, b, c, d, e) = (words[0], words[1], words[2], words[3], words[4])
        for (round, word) in schedule.enumerated() {
            let (mixed, constant): (UInt32, UInt32) =
                switch round {
                case 0..<20: (b & c | ~b & d, 0x5A82_7999)
                case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            let next = rotate(a, by: 5) &+ mixed &+ e &+ constant &+ word
            (a, b, c, d, e) = (next, a, rotate(b, by: 30), c, d)
        }
        for (index, word) in [a, b, c, d, e].enumerated() { words[index] &+= word }
    }

    private static func rotate(_ word: UInt32, by count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}
