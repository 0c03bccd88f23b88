extension JavaScriptLexer {
    /// A name; whether it is a word with a meaning is said when it has no escape.
    mutating func name() -> JavaScriptToken.Kind {
        let start = index
        if skipName() { word = words.word(bytes, start..<index) }
        return .identifier
    }

    /// Goes behind a name.
    ///
    /// - Returns: whether it has no escape.
    @discardableResult
    mutating func skipName() -> Bool {
        var isPlain = true
        while index < end {
            let byte = bytes[index]
            if classes.isName(byte) {
                index += 1
            } else if byte >= 0x80 {
                // Which letters may be part of a name is not looked up: nothing else could be here.
                guard spaceLength(at: index) == 0 else { break }
                index += 1
            } else {
                guard byte == UInt8(ascii: "\\"), peek(1) == UInt8(ascii: "u") else { break }
                isPlain = false
                skipNameEscape()
            }
        }
        return isPlain
    }

    /// The digits of `\u0041` are letters of the name themselves.
    private mutating func skipNameEscape() {
        index += 2
        guard peek(0) == UInt8(ascii: "{"), index < end else { return }
        index += 1
        while index < end, classes.isName(bytes[index]) { index += 1 }
        if peek(0) == UInt8(ascii: "}"), index < end { index += 1 }
    }

    /// A number, with what stands right behind it: `0x1F`, `1_000n`, `.5e-3`, `08.5`.
    mutating func number() -> JavaScriptToken.Kind {
        let start = index
        let prefix = peek(1) | 0x20
        let isDecimal =
            bytes[index] != UInt8(ascii: "0")
            || prefix != UInt8(ascii: "x") && prefix != UInt8(ascii: "b") && prefix != UInt8(ascii: "o")
        var hasPoint = false
        while index < end {
            let byte = bytes[index]
            if classes.isName(byte) {
                index += 1
                guard isDecimal, byte | 0x20 == UInt8(ascii: "e") else { continue }
                hasPoint = true
                if peek(0) == UInt8(ascii: "+") || peek(0) == UInt8(ascii: "-"), classes.isDigit(peek(1)) { index += 1 }
            } else {
                guard byte == UInt8(ascii: "."), isDecimal, !hasPoint else { break }
                guard index == start || bytes[index - 1] != UInt8(ascii: "n") else { break }
                hasPoint = true
                index += 1
            }
        }
        return .number
    }

    /// A string; one that is not closed ends where its line does.
    mutating func string(quote: UInt8) -> JavaScriptToken.Kind {
        index += 1
        while index < end {
            let byte = bytes[index]
            guard classes.endsPlainText(byte) else {
                index += 1
                continue
            }
            if byte == quote {
                index += 1
                return .string
            }
            if JavaScriptByteClasses.isNewline(byte) { break }
            if byte == UInt8(ascii: "\\") { skipEscape() } else { index += 1 }
        }
        return unterminated(.string)
    }

    /// A template's part, from a backtick or `}` on.
    mutating func template(
        ending: JavaScriptToken.Kind,
        continuing: JavaScriptToken.Kind
    ) -> JavaScriptToken.Kind {
        index += 1
        while index < end {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "`") { return ending }
            if byte == UInt8(ascii: "\\") {
                index = min(index + 1, end)
            } else if byte == UInt8(ascii: "$"), index < end, bytes[index] == UInt8(ascii: "{") {
                index += 1
                return continuing
            }
        }
        return unterminated(ending)
    }

    /// Goes behind a backslash and what follows it; CR and LF are one line break.
    private mutating func skipEscape() {
        index += follows("\r\n", at: index + 1) ? 3 : 2
        index = min(index, end)
    }
}
