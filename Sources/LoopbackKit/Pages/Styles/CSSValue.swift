/// Decodes names, strings and addresses.
package enum CSSValue {
    /// Undoes a value's escapes (css-syntax-3, sections 3.3 and 4.3.7).
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - range: where the value stands.
    ///   - isString: whether it is a string: in it a backslash at the end stands for nothing.
    /// - Returns: the value, with the place of each byte.
    package static func decode(_ bytes: [UInt8], _ range: Range<Int>, isString: Bool = false) -> SourceText {
        let isPlain = !range.contains { needsDecoding(bytes[$0]) }
        guard !isPlain else { return SourceText(bytes, range) }
        var text = DecodedText(capacity: range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            let start = index
            switch bytes[index] {
            case UInt8(ascii: "\\"): escape(bytes, &index, range.upperBound, isString, &text)
            case 0:
                text.append(codePoint: 0xFFFD, at: index)
                index += 1
            case 0x0D, 0x0C:
                index = behindNewline(bytes, index, range.upperBound)
                text.append(0x0A, at: start)
            case let byte:
                text.append(byte, at: index)
                index += 1
            }
        }
        return text.finish(at: range.upperBound)
    }

    /// Whether a name, with its escapes, is one of lower-case ASCII letters and hyphens, in any case.
    package static func isName(_ name: StaticString, _ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        let length = name.utf8CodeUnitCount
        // An escape takes nine bytes at most: the backslash, six digits, and CR and LF.
        guard range.count >= length, range.count <= length * 9 else { return false }
        if range.count == length {
            return bytes.hasTextIgnoringCase(name, at: range.lowerBound, before: range.upperBound)
        }
        guard range.contains(where: { bytes[$0] == UInt8(ascii: "\\") }) else { return false }
        let decoded = decode(bytes, range).bytes
        return decoded.count == length && decoded.hasTextIgnoringCase(name, at: 0, before: length)
    }

    /// Whether a name is a custom property's, which begins with two hyphens.
    static func isCustomProperty(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        bytes.hasText("--", at: range.lowerBound, before: range.upperBound)
    }

    private static func needsDecoding(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\\") || byte == 0 || byte == 0x0D || byte == 0x0C
    }

    private static func behindNewline(_ bytes: [UInt8], _ index: Int, _ end: Int) -> Int {
        let isPair = bytes[index] == 0x0D && index + 1 < end && bytes[index + 1] == 0x0A
        return index + (isPair ? 2 : 1)
    }

    private static func escape(
        _ bytes: [UInt8],
        _ index: inout Int,
        _ end: Int,
        _ isString: Bool,
        _ text: inout DecodedText
    ) {
        let start = index
        index += 1
        guard index < end else {
            if !isString { text.append(codePoint: 0xFFFD, at: start) }
            return
        }
        if CSSByteClasses.isNewline(bytes[index]) {
            index = behindNewline(bytes, index, end)
            return
        }
        var value: UInt32 = 0
        let digits = index
        while index < end, index < digits + 6, let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue {
            value = value << 4 | UInt32(digit)
            index += 1
        }
        guard index == digits else {
            text.append(codePoint: value == 0 ? 0xFFFD : value, at: start)
            if index < end, CSSByteClasses.shared.isWhitespace(bytes[index]) {
                index = behindNewline(bytes, index, end)
            }
            return
        }
        if bytes[index] == 0 {
            text.append(codePoint: 0xFFFD, at: start)
        } else {
            text.append(bytes[index], at: start)
        }
        index += 1
    }
}
