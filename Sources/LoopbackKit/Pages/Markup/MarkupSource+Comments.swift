extension MarkupSource {
    /// What begins with `<!`.
    func declaration(at start: Int, isForeign: Bool) -> MarkupToken {
        let inner = start &+ 2
        if bytes.hasText("--", at: inner, before: end) { return comment(at: start) }
        if syntax == .xml || isForeign, bytes.hasText("[CDATA[", at: inner, before: end) {
            return cdata(at: start, content: inner &+ 7)
        }
        return isDoctype(at: inner) ? doctype(at: start) : bogusComment(at: start, skipping: 2)
    }

    private func comment(at start: Int) -> MarkupToken {
        let inner = start &+ 4
        if syntax == .html {
            if bytes.hasText(">", at: inner, before: end) { return comment(start..<inner &+ 1, inner..<inner) }
            if bytes.hasText("->", at: inner, before: end) { return comment(start..<inner &+ 2, inner..<inner) }
        }
        var index = inner
        while true {
            index = firstIndex(of: MarkupByte.greaterThan, from: index)
            guard index < end else { return comment(start..<end, inner..<endOfUnclosedComment(from: inner)) }
            if let close = endOfComment(from: inner, at: index) { return comment(start..<index &+ 1, inner..<close) }
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

    private func comment(_ range: Range<Int>, _ content: Range<Int>) -> MarkupToken {
        MarkupToken(.comment, range, content: content)
    }

    /// What is taken for a comment, up to the next `>`; so many bytes that begin it are no part of its text.
    func bogusComment(at start: Int, skipping count: Int) -> MarkupToken {
        let close = firstIndex(of: MarkupByte.greaterThan, from: start &+ count)
        return comment(start..<min(close &+ 1, end), start &+ count..<close)
    }

    /// A `</` that no name follows; `</>` is nothing at all.
    func bogusEndTag(at start: Int) -> MarkupToken {
        guard bytes[start &+ 2] == MarkupByte.greaterThan else { return bogusComment(at: start, skipping: 2) }
        return MarkupToken(dropped: start..<start &+ 3)
    }

    /// A CDATA section whose content begins at an index.
    func cdata(at start: Int, content: Int) -> MarkupToken {
        let close = firstIndex(of: "]]>", from: content)
        return MarkupToken(.cdata, start..<min(close &+ 3, end), content: content..<close)
    }

    /// A processing instruction, which only XML has.
    func instruction(at start: Int) -> MarkupToken {
        let close = firstIndex(of: "?>", from: start &+ 2)
        return MarkupToken(.processingInstruction, start..<min(close &+ 2, end), content: start &+ 2..<close)
    }
}
