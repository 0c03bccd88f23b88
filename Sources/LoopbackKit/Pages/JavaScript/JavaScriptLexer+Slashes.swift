extension JavaScriptLexer {
    /// A comment, a regular expression or a division.
    mutating func slash() -> JavaScriptToken.Kind {
        switch peek(1) {
        case UInt8(ascii: "/"): return lineComment(.comment)
        case UInt8(ascii: "*"): return blockComment()
        default: break
        }
        guard expectation != .continuation, expectation != .functionBody else { return punctuator(UInt8(ascii: "/")) }
        return regularExpression()
    }

    /// A regular expression with its flags (section 12.9.5).
    ///
    /// One without an end in its line is a mistake of the guess or of the script: it is taken for a division once a line,
    /// so that each byte is searched twice at most, and then for an expression up to the line's end.
    private mutating func regularExpression() -> JavaScriptToken.Kind {
        let start = index
        guard skipRegularExpression() else {
            guard lineSearchedInVain != index else { return unterminated(.regularExpression) }
            lineSearchedInVain = index
            index = start
            return punctuator(UInt8(ascii: "/"))
        }
        skipName()
        return .regularExpression
    }

    /// Goes behind the closing slash, or to the line's end.
    private mutating func skipRegularExpression() -> Bool {
        var isInClass = false
        index += 1
        while index < end {
            switch bytes[index] {
            case UInt8(ascii: "\\"):
                // A line break ends the expression behind a backslash too.
                let next = peek(1)
                if !JavaScriptByteClasses.isNewline(next), !isSeparator(at: index + 1), index + 1 < end { index += 1 }
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "/"):
                guard isInClass else {
                    index += 1
                    return true
                }
            case 0x0A, 0x0D: return false
            case 0xE2: if isSeparator(at: index) { return false }
            default: break
            }
            index += 1
        }
        return false
    }

    /// A punctuator: the longest there is (section 12.8).
    mutating func punctuator(_ byte: UInt8) -> JavaScriptToken.Kind {
        let next = peek(1)
        switch byte {
        case UInt8(ascii: "."): return skip(follows("...", at: index) ? 3 : 1, .punctuator)
        case UInt8(ascii: "?"):
            // `a?.5:b` is a conditional operator.
            if next == UInt8(ascii: "."), !classes.isDigit(peek(2)) { return skip(2, .punctuator) }
            return operation(byte, repeats: 2)
        case UInt8(ascii: "="):
            if next == UInt8(ascii: ">") { return skip(2, .punctuator) }
            return operation(byte, repeats: 1)
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            return next == byte ? skip(2, .punctuator) : operation(byte, repeats: 1)
        case UInt8(ascii: "*"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "<"):
            return operation(byte, repeats: 2)
        case UInt8(ascii: ">"): return operation(byte, repeats: 3)
        case UInt8(ascii: "!"), UInt8(ascii: "%"), UInt8(ascii: "^"), UInt8(ascii: "/"):
            return operation(byte, repeats: 1)
        case UInt8(ascii: "}"): return skip(1, .punctuator)
        default: return skip(1, .unknown)
        }
    }

    /// A byte as often as it may stand in an operator, and the equals signs behind it.
    private mutating func operation(_ byte: UInt8, repeats: Int) -> JavaScriptToken.Kind {
        var length = 1
        while length < repeats, peek(length) == byte { length += 1 }
        let isComparison = byte == UInt8(ascii: "=") || byte == UInt8(ascii: "!")
        for _ in 0..<(isComparison ? 2 : 1) where peek(length) == UInt8(ascii: "=") { length += 1 }
        return skip(length, .punctuator)
    }
}
