extension JavaScriptLexer {
    mutating func skip(_ count: Int, _ kind: JavaScriptToken.Kind) -> JavaScriptToken.Kind {
        index += count
        return kind
    }

    /// The byte so far behind the current one; NUL at the end.
    func peek(_ distance: Int) -> UInt8 { byte(at: index + distance) }

    func byte(at place: Int) -> UInt8 { place < end ? bytes[place] : 0 }

    func follows(_ text: StaticString, at place: Int) -> Bool { bytes.hasText(text, at: place, before: end) }

    /// How long a space beyond ASCII is that stands at a place; zero when there is none.
    func spaceLength(at place: Int) -> Int {
        switch (byte(at: place), byte(at: place + 1), byte(at: place + 2)) {
        case (0xC2, 0xA0, _): 2
        case (0xE1, 0x9A, 0x80), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF): 3
        case (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9), (0xE2, 0x80, 0xAF): 3
        default: 0
        }
    }

    /// Whether U+2028 or U+2029 stands at a place: they break lines, but in strings.
    func isSeparator(at place: Int) -> Bool {
        byte(at: place) == 0xE2 && byte(at: place + 1) == 0x80 && byte(at: place + 2) & 0xFE == 0xA8
    }

    mutating func whitespace() -> JavaScriptToken.Kind {
        while index < end {
            let byte = bytes[index]
            if classes.isSpace(byte) {
                if JavaScriptByteClasses.isNewline(byte) { hasNewline = true }
                index += 1
                continue
            }
            let length = byte < 0x80 ? 0 : spaceLength(at: index)
            guard length > 0 else { break }
            if isSeparator(at: index) { hasNewline = true }
            index += length
        }
        return .whitespace
    }

    /// A comment up to the line's end, which is not part of it.
    mutating func lineComment(_ kind: JavaScriptToken.Kind) -> JavaScriptToken.Kind {
        while index < end {
            let byte = bytes[index]
            if classes.endsPlainText(byte), JavaScriptByteClasses.isNewline(byte) || isSeparator(at: index) { break }
            index += 1
        }
        return kind
    }

    mutating func blockComment() -> JavaScriptToken.Kind {
        index += 2
        while index < end {
            let byte = bytes[index]
            index += 1
            guard classes.endsPlainText(byte) else { continue }
            if byte == UInt8(ascii: "*") {
                guard index < end, bytes[index] == UInt8(ascii: "/") else { continue }
                index += 1
                return .comment
            }
            if JavaScriptByteClasses.isNewline(byte) || isSeparator(at: index - 1) { hasNewline = true }
        }
        return unterminated(.comment)
    }

    mutating func unterminated(_ kind: JavaScriptToken.Kind) -> JavaScriptToken.Kind {
        index = min(index, end)
        isTerminated = false
        return kind
    }
}
