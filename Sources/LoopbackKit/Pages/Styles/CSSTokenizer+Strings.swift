extension CSSTokenizer {
    /// A string (section 4.3.5).
    mutating func string(quote: UInt8) -> CSSToken {
        let start = index
        index += 1
        while index < end {
            let byte = bytes[index]
            if byte == quote {
                index += 1
                return CSSToken(.string, start..<index, value: start + 1..<index - 1)
            }
            if byte == UInt8(ascii: "\\") {
                skipStringEscape()
            } else if CSSByteClasses.isNewline(byte) {
                return CSSToken(.badString, start..<index, value: start + 1..<index)
            } else {
                index += 1
            }
        }
        return CSSToken(.string, start..<index, value: start + 1..<index)
    }

    /// In a string a backslash also takes a line break with it, and at the input's end stands for nothing.
    private mutating func skipStringEscape() {
        guard !isEscape(at: index) else { return skipEscape() }
        index += follows("\r\n", at: index + 1) ? 3 : 2
    }

    /// An unquoted address, behind its parenthesis (section 4.3.6).
    mutating func url(from start: Int) -> CSSToken {
        skipWhitespace()
        let valueStart = index
        while index < end {
            let byte = bytes[index]
            if classes.isPlainURL(byte) {
                index += 1
            } else if isEscape(at: index) {
                skipEscape()
            } else {
                let value = valueStart..<index
                if classes.isWhitespace(byte) { skipWhitespace() }
                guard index == end || bytes[index] == UInt8(ascii: ")") else { return badURL(from: start) }
                index = min(index + 1, end)
                return CSSToken(.url, start..<index, value: value)
            }
        }
        return CSSToken(.url, start..<index, value: valueStart..<index)
    }

    /// What is left of an address with something in it that may not be there (section 4.3.14).
    private mutating func badURL(from start: Int) -> CSSToken {
        while index < end, bytes[index] != UInt8(ascii: ")") {
            if isEscape(at: index) { skipEscape() } else { index += 1 }
        }
        index = min(index + 1, end)
        return CSSToken(.badURL, start..<index)
    }
}
