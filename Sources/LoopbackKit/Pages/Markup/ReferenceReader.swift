/// Reads one character reference.
struct ReferenceReader {
    let bytes: [UInt8]
    let end: Int
    let inAttribute: Bool

    /// What a `&` is.
    enum Result {
        /// A reference to a character, and where it ends.
        case character(Unicode.Scalar, end: Int)
        /// Not the start of a reference.
        case literal
        /// The start of a reference with a name that isn't known here.
        case unknown
    }

    /// Reads what begins with a `&` in HTML.
    func readHTML(at start: Int) -> Result {
        guard start &+ 1 < end else { return .literal }
        if bytes[start &+ 1] == MarkupByte.numberSign {
            guard let (number, digitsEnd) = readNumber(at: start &+ 2) else { return .literal }
            let close = digitsEnd < end && bytes[digitsEnd] == MarkupByte.semicolon ? digitsEnd &+ 1 : digitsEnd
            return .character(Self.scalar(number), end: close)
        }
        let nameEnd = endOfName(from: start &+ 1)
        guard nameEnd > start &+ 1 else { return .literal }
        if nameEnd < end, bytes[nameEnd] == MarkupByte.semicolon {
            if let scalar = ReferenceNames.all[ReferenceNames.key(bytes, start &+ 1..<nameEnd)] {
                return .character(scalar, end: nameEnd &+ 1)
            }
            let mayBeName = bytes[start &+ 1].isASCIILetter && nameEnd &- start <= ReferenceNames.greatestLength
            if mayBeName { return .unknown }
        }
        return readPrefix(start &+ 1..<nameEnd)
    }

    /// Reads the longest name without a semicolon that a word begins with.
    private func readPrefix(_ word: Range<Int>) -> Result {
        var close = min(word.upperBound, word.lowerBound &+ ReferenceNames.greatestLengthWithoutSemicolon)
        while close &- word.lowerBound >= 2 {
            if let scalar = ReferenceNames.withoutSemicolon[ReferenceNames.key(bytes, word.lowerBound..<close)] {
                let isOther =
                    inAttribute && close < end
                    && (bytes[close] == MarkupByte.equals || bytes[close].isASCIIAlphanumeric)
                return isOther ? .literal : .character(scalar, end: close)
            }
            close &-= 1
        }
        return .literal
    }

    /// Reads what begins with a `&` in XML, where nothing but a reference may.
    func readXML(at start: Int) -> Result {
        let result: (scalar: Unicode.Scalar?, end: Int)
        if start &+ 1 < end, bytes[start &+ 1] == MarkupByte.numberSign {
            // The capital is one of HTML.
            guard !bytes.hasText("X", at: start &+ 2, before: end), let (number, digitsEnd) = readNumber(at: start &+ 2)
            else { return .unknown }
            result = (number == 0 ? nil : Unicode.Scalar(number), digitsEnd)
        } else {
            let nameEnd = endOfName(from: start &+ 1)
            result = (ReferenceNames.xml[ReferenceNames.key(bytes, start &+ 1..<nameEnd)], nameEnd)
        }
        guard let scalar = result.scalar, result.end < end, bytes[result.end] == MarkupByte.semicolon else {
            return .unknown
        }
        return .character(scalar, end: result.end &+ 1)
    }

    private func endOfName(from start: Int) -> Int {
        var index = start
        while index < end, bytes[index].isASCIIAlphanumeric { index &+= 1 }
        return index
    }

    /// Reads digits behind a `#`; a number beyond Unicode becomes 0x110000.
    private func readNumber(at start: Int) -> (number: UInt32, end: Int)? {
        let isHex = start < end && bytes[start] | 0x20 == 120
        var index = isHex ? start &+ 1 : start
        let first = index
        var number: UInt32 = 0
        while index < end, let digit = Self.digit(bytes[index], isHex: isHex) {
            number = min(number &* (isHex ? 16 : 10) &+ digit, 0x11_0000)
            index &+= 1
        }
        return index > first ? (number, index) : nil
    }

    private static func digit(_ byte: UInt8, isHex: Bool) -> UInt32? {
        if byte &- 48 < 10 { return UInt32(byte &- 48) }
        guard isHex, byte.asciiLowercased &- 97 < 6 else { return nil }
        return UInt32(byte.asciiLowercased &- 87)
    }

    /// The character of a number in HTML: what stands for windows-1252 is read as that.
    private static func scalar(_ number: UInt32) -> Unicode.Scalar {
        if number >= 0x80, number < 0xA0 { return windows1252[Int(number &- 0x80)] }
        return number == 0 ? "\u{FFFD}" : Unicode.Scalar(number) ?? "\u{FFFD}"
    }

    /// The characters of windows-1252 from 0x80 to 0x9F; five of the numbers stay themselves.
    private static let windows1252 = Array(
        """
        €\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ
        """.unicodeScalars
    )
}
