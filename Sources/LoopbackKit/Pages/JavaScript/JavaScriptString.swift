/// Decodes what strings and templates mean.
package enum JavaScriptString {
    /// The value of a string, or of a template without substitutions (ECMA-262, section 12.9.4).
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - token: the string or template.
    /// - Returns: the value, with the place of each byte; `nil` for one that is not closed or has a broken escape.
    package static func decode(_ bytes: [UInt8], _ token: JavaScriptToken) -> SourceText? {
        guard token.isTerminated, token.kind == .string || token.kind == .template else { return nil }
        let range = token.range.lowerBound + 1..<token.range.upperBound - 1
        let isTemplate = token.kind == .template
        let isPlain = !range.contains { bytes[$0] == UInt8(ascii: "\\") || isTemplate && bytes[$0] == 0x0D }
        guard !isPlain else { return SourceText(bytes, range) }
        var reader = EscapeReader(bytes, range, isTemplate: isTemplate)
        return reader.read()
    }
}

/// Reads a string's characters and escapes.
private struct EscapeReader {
    let bytes: [UInt8]
    let end: Int
    let isTemplate: Bool
    var index: Int
    var text: DecodedText

    init(_ bytes: [UInt8], _ range: Range<Int>, isTemplate: Bool) {
        self.bytes = bytes
        self.isTemplate = isTemplate
        index = range.lowerBound
        end = range.upperBound
        text = DecodedText(capacity: range.count)
    }

    mutating func read() -> SourceText? {
        while index < end {
            let start = index
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\\") {
                guard escape(from: start) else { return nil }
            } else if byte == 0x0D, isTemplate {
                // A template's line breaks are made one.
                skip(0x0A)
                text.append(0x0A, at: start)
            } else {
                text.append(byte, at: start)
            }
        }
        return text.finish(at: end)
    }

    private mutating func skip(_ byte: UInt8) { if index < end, bytes[index] == byte { index += 1 } }

    private mutating func escape(from start: Int) -> Bool {
        guard index < end else { return false }
        let byte = bytes[index]
        index += 1
        switch byte {
        case 0x0A: break
        case 0x0D: skip(0x0A)
        case UInt8(ascii: "n"): text.append(0x0A, at: start)
        case UInt8(ascii: "t"): text.append(0x09, at: start)
        case UInt8(ascii: "r"): text.append(0x0D, at: start)
        case UInt8(ascii: "b"): text.append(0x08, at: start)
        case UInt8(ascii: "v"): text.append(0x0B, at: start)
        case UInt8(ascii: "f"): text.append(0x0C, at: start)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return octal(byte, from: start)
        case UInt8(ascii: "x"):
            guard let value = hexadecimal(2) else { return false }
            text.append(codePoint: value, at: start)
        case UInt8(ascii: "u"): return unicode(from: start)
        case 0xE2 where index + 1 < end && bytes[index] == 0x80 && bytes[index + 1] & 0xFE == 0xA8: index += 2
        default: text.append(byte, at: start)
        }
        return true
    }

    /// `\0`, and in strings of classic scripts `\1` to `\377`; `\8` and `\9` are digits.
    private mutating func octal(_ first: UInt8, from start: Int) -> Bool {
        var value = UInt32(first & 15)
        let isNUL = value == 0 && (index == end || !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]))
        guard !isTemplate || isNUL else { return false }
        guard value < 8 else {
            text.append(first, at: start)
            return true
        }
        let limit = min(end, index + (value < 4 ? 2 : 1))
        while index < limit, (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(bytes[index]) {
            value = value << 3 | UInt32(bytes[index] & 7)
            index += 1
        }
        text.append(codePoint: value, at: start)
        return true
    }

    private mutating func hexadecimal(_ count: Int) -> UInt32? {
        guard index + count <= end else { return nil }
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let digit = digit else { return nil }
            value = value << 4 | digit
            index += 1
        }
        return value
    }

    private var digit: UInt32? {
        switch bytes[index] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(bytes[index] & 15)
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(bytes[index] & 7) + 9
        default: nil
        }
    }

    /// `\u0041`, two of them for a pair of surrogates, or `\u{41}`.
    private mutating func unicode(from start: Int) -> Bool {
        guard index < end, bytes[index] == UInt8(ascii: "{") else {
            guard let first = hexadecimal(4) else { return false }
            text.append(codePoint: pair(first) ?? first, at: start)
            return true
        }
        index += 1
        var value: UInt32 = 0
        let digits = index
        while index < end, let digit, value <= 0x10FFFF {
            value = value << 4 | digit
            index += 1
        }
        guard index > digits, index < end, bytes[index] == UInt8(ascii: "}"), value <= 0x10FFFF else { return false }
        index += 1
        text.append(codePoint: value, at: start)
        return true
    }

    /// What a surrogate stands for with the one behind it.
    private mutating func pair(_ first: UInt32) -> UInt32? {
        guard (0xD800..<0xDC00).contains(first), index + 6 <= end else { return nil }
        guard bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else { return nil }
        let back = index
        index += 2
        guard let second = hexadecimal(4), (0xDC00..<0xE000).contains(second) else {
            index = back
            return nil
        }
        return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    }
}
