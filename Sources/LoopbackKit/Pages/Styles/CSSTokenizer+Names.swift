extension CSSTokenizer {
    /// Whether a backslash at a place begins an escape: one before a line break does not (section 4.3.8).
    func isEscape(at place: Int) -> Bool {
        guard byte(at: place) == UInt8(ascii: "\\") else { return false }
        return place + 1 >= end || !CSSByteClasses.isNewline(bytes[place + 1])
    }

    /// Whether an identifier begins at a place (section 4.3.9).
    func startsIdentifier(at place: Int) -> Bool {
        let first = byte(at: place)
        guard first == UInt8(ascii: "-") else { return classes.startsName(first) || isEscape(at: place) }
        let second = byte(at: place + 1)
        return classes.startsName(second) || second == UInt8(ascii: "-") || isEscape(at: place + 1)
    }

    /// Goes behind a name (section 4.3.11).
    mutating func skipName() {
        while index < end {
            if classes.isName(bytes[index]) {
                index += 1
            } else if isEscape(at: index) {
                skipEscape()
            } else {
                return
            }
        }
    }

    /// Goes behind an escape: up to six digits and one space, or any one character (section 4.3.7).
    mutating func skipEscape() {
        index += 1
        guard index < end, classes.isHexDigit(bytes[index]) else {
            // The other bytes of a character beyond ASCII are part of a name, a string or an address by themselves.
            index = min(index + 1, end)
            return
        }
        let limit = min(index + 6, end)
        while index < limit, classes.isHexDigit(bytes[index]) { index += 1 }
        guard index < end, classes.isWhitespace(bytes[index]) else { return }
        index += follows("\r\n", at: index) ? 2 : 1
    }

    /// A name, a function or an unquoted address (section 4.3.4).
    mutating func name() -> CSSToken {
        let start = index
        skipName()
        let name = start..<index
        guard byte(at: index) == UInt8(ascii: "(") else { return CSSToken(.ident, name) }
        index += 1
        if CSSValue.isName("url", bytes, name), !isQuoteAhead { return url(from: start) }
        return CSSToken(.function, start..<index, value: name)
    }

    mutating func atKeyword() -> CSSToken {
        let start = index
        index += 1
        skipName()
        return CSSToken(.atKeyword, start..<index, value: start + 1..<index)
    }

    mutating func hash() -> CSSToken {
        guard index + 1 < end, classes.isName(bytes[index + 1]) || isEscape(at: index + 1) else {
            return skip(1, .delim)
        }
        let start = index
        let isIdentifier = startsIdentifier(at: index + 1)
        index += 1
        skipName()
        return CSSToken(.hash(isIdentifier: isIdentifier), start..<index, value: start + 1..<index)
    }

    /// Whether the next thing but spaces is a quote: then `url(` is a function.
    private var isQuoteAhead: Bool {
        var place = index
        while place < end, classes.isWhitespace(bytes[place]) { place += 1 }
        let byte = byte(at: place)
        return byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }
}
