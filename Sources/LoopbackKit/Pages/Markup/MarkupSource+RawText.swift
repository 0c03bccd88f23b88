extension MarkupSource {
    /// Where raw text ends: at its end tag, or at the end of the file.
    ///
    /// - Parameters:
    ///   - element: the element that it stands in.
    ///   - name: where the name stands that the end tag must have.
    ///   - start: where the text begins.
    /// - Returns: the index of its end.
    func endOfRawText(_ element: RawTextElement, name: Range<Int>, from start: Int) -> Int {
        switch element {
        case .plaintext: return end
        case .script: return endOfScript(name: name, from: start)
        default: break
        }
        var index = firstIndex(of: MarkupByte.lessThan, from: start)
        while index < end, !isEndTag(name, at: index) {
            index = firstIndex(of: MarkupByte.lessThan, from: index &+ 1)
        }
        return index
    }

    /// Whether a `<` begins the end tag of that name.
    private func isEndTag(_ name: Range<Int>, at index: Int) -> Bool {
        guard !name.isEmpty, end &- index > name.count &+ 2, bytes[index &+ 1] == MarkupByte.solidus else {
            return false
        }
        let close = index &+ 2 &+ name.count
        return bytes[close].endsTagName && bytes.holdsSameName(index &+ 2..<close, name, .html)
    }

    /// What a comment within a script does to it.
    private enum Escape {
        case none
        /// Behind `<!--`, where a script ends at its end tag.
        case single
        /// Behind another `<script`, whose end tag doesn't end the outer script.
        case double
    }

    /// Where a script ends (the "script data" states).
    private func endOfScript(name: Range<Int>, from start: Int) -> Int {
        var escape = Escape.none
        var dashes = 0
        var index = start
        while index < end {
            let byte = bytes[index]
            if byte == MarkupByte.lessThan {
                if escape != .double, isEndTag(name, at: index) { return index }
                dashes = 0
                index = afterLessThan(at: index, &escape, &dashes)
                continue
            }
            if escape == .none {
                index = firstIndex(of: MarkupByte.lessThan, from: index)
                continue
            }
            if byte == MarkupByte.greaterThan, dashes >= 2 { escape = .none }
            dashes = byte == MarkupByte.hyphen ? dashes &+ 1 : 0
            index &+= 1
        }
        return end
    }

    /// Steps behind a `<` in a script that doesn't end there, and behind what may change the escape.
    private func afterLessThan(at index: Int, _ escape: inout Escape, _ dashes: inout Int) -> Int {
        switch escape {
        case .none:
            guard bytes.hasText("<!--", at: index, before: end) else { return index &+ 1 }
            escape = .single
            dashes = 2
            return index &+ 4
        case .single:
            guard isScriptName(at: index &+ 1) else { return index &+ 1 }
            escape = .double
            return index &+ 8
        case .double:
            guard bytes.hasText("</", at: index, before: end) else { return index &+ 1 }
            guard isScriptName(at: index &+ 2) else { return index &+ 2 }
            escape = .single
            return index &+ 9
        }
    }

    /// Whether the word `script` stands at an index, with what ends a tag's name behind it.
    private func isScriptName(at index: Int) -> Bool {
        guard end &- index > 6, bytes[index &+ 6].endsTagName else { return false }
        return bytes.holdsName("script", in: index..<index &+ 6)
    }
}
