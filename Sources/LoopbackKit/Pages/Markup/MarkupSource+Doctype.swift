extension MarkupSource {
    /// Whether `DOCTYPE` stands at an index, in XML in capitals.
    func isDoctype(at start: Int) -> Bool {
        guard end &- start >= 7 else { return false }
        return syntax == .xml
            ? bytes.hasText("DOCTYPE", at: start, before: end) : bytes.holdsName("doctype", in: start..<start &+ 7)
    }

    /// A document type declaration; in HTML the first `>` ends it, within quotes too.
    func doctype(at start: Int) -> MarkupToken {
        let inner = start &+ 9
        let close =
            syntax == .xml ? endOfDeclaration(from: inner) : firstIndex(of: MarkupByte.greaterThan, from: inner)
        return MarkupToken(.doctype, start..<min(close &+ 1, end), content: inner..<close)
    }

    /// Where the `>` of a declaration in XML stands: not in its quotes, nor in its internal subset.
    private func endOfDeclaration(from start: Int) -> Int {
        var index = start
        var isInSubset = false
        while index < end {
            switch bytes[index] {
            case MarkupByte.quotationMark, MarkupByte.apostrophe:
                index = firstIndex(of: bytes[index], from: index &+ 1)
            case MarkupByte.leftBracket: isInSubset = true
            case MarkupByte.rightBracket: isInSubset = false
            case MarkupByte.greaterThan where !isInSubset: return index
            case MarkupByte.lessThan where isInSubset: index = endOfSubsetMarkup(at: index)
            default: break
            }
            index &+= 1
        }
        return end
    }

    /// The last byte of a comment or an instruction in an internal subset, whose quotes and brackets mean nothing.
    private func endOfSubsetMarkup(at index: Int) -> Int {
        if bytes.hasText("<!--", at: index, before: end) { return firstIndex(of: "-->", from: index &+ 4) &+ 2 }
        if bytes.hasText("<?", at: index, before: end) { return firstIndex(of: "?>", from: index &+ 2) &+ 1 }
        return index
    }
}
