/// The base64 encoding with the standard alphabet and padding (RFC 4648, section 4).
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding: UInt8 = 61

    /// Writes bytes as text.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            var bits = part.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            bits <<= UInt32(3 - part.count) * 8
            for place in 0..<4 {
                let isPadding = place > part.count
                text.append(isPadding ? padding : alphabet[Int(bits >> (18 - UInt32(place) * 6) & 63)])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads text back; `nil` for anything that is not whole groups of four with the padding at the end.
    ///
    /// Bits that no byte uses may be set: RFC 4648, section 3.5, leaves that to the reader.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        let text = Array(text)
        guard text.count % 4 == 0 else { return nil }
        let digits =
            text.suffix(2).elementsEqual([padding, padding])
            ? text.dropLast(2) : text.last == padding ? text.dropLast() : text[...]
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count * 3 / 4)
        var bits: UInt32 = 0
        var bitCount = 0
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            bits = bits << 6 | value
            bitCount += 6
            guard bitCount >= 8 else { continue }
            bitCount -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
        }
        return bytes
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case 65...90: UInt32(digit) - 65
        case 97...122: UInt32(digit) - 71
        case 48...57: UInt32(digit) + 4
        case 43: 62
        case 47: 63
        default: nil
        }
    }
}
