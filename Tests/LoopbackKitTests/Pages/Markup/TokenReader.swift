import LoopbackKit

/// A document's tokens as text that a test can compare.
struct TokenReader {
    let bytes: [UInt8]
    let syntax: MarkupSyntax
    let tokens: [MarkupToken]

    init(_ bytes: [UInt8], _ syntax: MarkupSyntax = .html, range: Range<Int>? = nil) {
        self.bytes = bytes
        self.syntax = syntax
        var tokenizer = MarkupTokenizer(bytes, syntax: syntax, range: range)
        var tokens: [MarkupToken] = []
        while let token = tokenizer.next() { tokens.append(token) }
        self.tokens = tokens
    }

    init(_ text: String, _ syntax: MarkupSyntax = .html) { self.init(Array(text.utf8), syntax) }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The tokens, one a line: what a token is, its source, and its marks.
    var lines: [String] {
        tokens.map { token in
            var line = "\(token.kind) \(text(token.range))"
            if let element = token.rawText { line += " [raw \(element)]" }
            if token.isForeign { line += " [foreign]" }
            if token.isDropped { line += " [dropped]" }
            return line
        }
    }

    /// Whether the tokens are adjacent, not empty, and cover the range.
    func tiles(_ range: Range<Int>) -> Bool {
        var position = range.lowerBound
        for token in tokens {
            guard token.range.lowerBound == position, !token.range.isEmpty, holds(token) else { return false }
            position = token.range.upperBound
        }
        return position == range.upperBound
    }

    /// Whether all parts of a token lie in it, in their order.
    private func holds(_ token: MarkupToken) -> Bool {
        guard within(token.name, token.range), within(token.content, token.range) else { return false }
        var position = token.name.upperBound
        for attribute in token.attributes {
            guard attribute.name.lowerBound >= position, attribute.value.lowerBound >= attribute.name.upperBound,
                within(attribute.range, token.range)
            else { return false }
            position = attribute.range.upperBound
        }
        return true
    }

    private func within(_ inner: Range<Int>, _ outer: Range<Int>) -> Bool {
        inner.lowerBound >= outer.lowerBound && inner.upperBound <= outer.upperBound
    }
}
