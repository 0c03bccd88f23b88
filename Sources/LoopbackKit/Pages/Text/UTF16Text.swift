/// UTF-16 of either byte order (RFC 2781).
struct UTF16Text {
    let isBigEndian: Bool

    /// The text in UTF-8; `nil` when it is ill-formed, so that it would not survive the way back.
    func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        guard let text = String(validating: units, as: UTF16.self) else { return nil }
        return Array(text.utf8)
    }

    /// The bytes of a text.
    func encode(_ text: [UInt8]) -> [UInt8] {
        String(decoding: text, as: UTF8.self).utf16.flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
            return isBigEndian ? [high, low] : [low, high]
        }
    }
}
