/// The encoding of pages that declare Latin-1, or nothing and are not UTF-8 (Encoding standard, section 9.1).
///
/// Each byte is one character and each of those characters one byte, so that a text survives the way there and back.
enum Windows1252 {
    /// The text in UTF-8.
    static func decode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            if byte < 0x80 {
                text.append(byte)
            } else {
                let scalar = byte < 0xA0 ? upper[Int(byte - 0x80)] : UInt16(byte)
                if scalar >= 0x800 { text.append(UInt8(0xE0 | scalar >> 12)) }
                text.append(UInt8(scalar >= 0x800 ? 0x80 | scalar >> 6 & 0x3F : 0xC0 | scalar >> 6))
                text.append(UInt8(0x80 | scalar & 0x3F))
            }
        }
        return text
    }

    /// The bytes of a text; `nil` when a character is none of the encoding's.
    static func encode(_ text: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            if scalar.value < 0x80 || (0xA0...0xFF).contains(scalar.value) {
                bytes.append(UInt8(scalar.value))
            } else {
                guard let index = upper.firstIndex(where: { UInt32($0) == scalar.value }) else { return nil }
                bytes.append(UInt8(0x80 + index))
            }
        }
        return bytes
    }

    /// The characters of 0x80 to 0x9F; the five bytes that mean nothing are the control characters of their number.
    private static let upper: [UInt16] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D,
        0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x009D, 0x017E, 0x0178,
    ]
}
