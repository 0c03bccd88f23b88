extension MarkupTokenizer {
    /// Reads what begins with `<!`.
    mutating func readDeclaration() -> MarkupToken {
        let start = position &+ 2
        if bytes.holds("--", at: start, before: end) { return readComment(from: start &+ 2) }
        if bytes.holds("[CDATA[", at: start, before: end), syntax == .xml || foreign.isForeign {
            return readCDATA(from: start &+ 7)
        }
        if isDoctype(at: start) { return readDoctype(from: start &+ 7) }
        return readBogusComment(from: start)
    }

    /// Reads a comment behind its `<!--`.
    private func readComment(from start: Int) -> MarkupToken {
        if syntax == .html {
            if bytes.holds(">", at: start, before: end) { return comment(start..<start, end: start &+ 1) }
            if bytes.holds("->", at: start, before: end) { return comment(start..<start, end: start &+ 2) }
        }
        var index = start
        while true {
            index = firstIndex(of: MarkupByte.greaterThan, from: index)
            guard index < end else { return comment(start..<endOfUnclosedComment(from: start), end: end) }
            if let close = endOfComment(from: start, at: index) { return comment(start..<close, end: index &+ 1) }
            index &+= 1
        }
    }

    /// Where a comment's text ends if a `>` closes it: behind `--`, and in HTML behind `--!`.
    private func endOfComment(from start: Int, at index: Int) -> Int? {
        var dashes = index
        if syntax == .html, dashes > start, bytes[dashes &- 1] == MarkupByte.exclamationMark { dashes &-= 1 }
        guard dashes &- start >= 2 else { return nil }
        return bytes[dashes &- 1] == MarkupByte.hyphen && bytes[dashes &- 2] == MarkupByte.hyphen ? dashes &- 2 : nil
    }

    /// Where the text of a comment ends that the end of the file closes: what could have closed it is no part of it.
    private func endOfUnclosedComment(from start: Int) -> Int {
        if let close = endOfComment(from: start, at: end) { return close }
        return end > start && bytes[end &- 1] == MarkupByte.hyphen ? end &- 1 : end
    }

    private func comment(_ content: Range<Int>, end: Int) -> MarkupToken {
        MarkupToken(.comment, position..<end, content: content)
    }

    /// Reads what is taken for a comment, up to the next `>`.
    func readBogusComment(from start: Int) -> MarkupToken {
        let close = firstIndex(of: MarkupByte.greaterThan, from: start)
        return comment(start..<close, end: min(close &+ 1, end))
    }

    /// Reads a `</` that no name follows; `</>` is nothing at all.
    func readBogusEndTag() -> MarkupToken {
        let start = position &+ 2
        return bytes[start] == MarkupByte.greaterThan ? dropped(upTo: start &+ 1) : readBogusComment(from: start)
    }

    /// Reads a CDATA section behind what begins it.
    func readCDATA(from start: Int) -> MarkupToken {
        let close = firstIndex(of: "]]>", from: start)
        var token = MarkupToken(.cdata, position..<min(close &+ 3, end), content: start..<close)
        token.isForeign = foreign.isForeign
        return token
    }

    /// Reads a processing instruction, which only XML has.
    func readInstruction() -> MarkupToken {
        let start = position &+ 2
        let close = firstIndex(of: "?>", from: start)
        return MarkupToken(.processingInstruction, position..<min(close &+ 2, end), content: start..<close)
    }

    /// Where a text that ends in `>` stands first from an index on; the end where it doesn't.
    func firstIndex(of text: StaticString, from start: Int) -> Int {
        let before = text.utf8CodeUnitCount &- 1
        var index = start &+ before
        while true {
            index = firstIndex(of: MarkupByte.greaterThan, from: index)
            guard index < end else { return end }
            if bytes.holds(text, at: index &- before, before: end) { return index &- before }
            index &+= 1
        }
    }
}
