/// Cuts an HTML or XML document into tokens (HTML standard, section 13.2.5).
///
/// The tokens' ranges are adjacent and cover every byte, whatever the bytes are: ill-formed UTF-8, NUL and byte order
/// marks pass through. It looks at each byte a few times at most: what isn't closed reaches to the end of the file, as
/// in the standard, so that nothing is ever searched for twice.
///
/// In HTML a start tag decides what comes next. The standard leaves that to the tree builder; here there is none, and
/// every `<style>` outside of SVG and MathML is followed by raw text, wherever it stands. ``ForeignContent`` says what is
/// approximated about SVG and MathML. Scripting is on. A tag that the end of the file cuts off is a dropped comment.
///
/// XML is read leniently: what isn't well-formed gets tokens by the rules of HTML where it can.
package struct MarkupTokenizer: Sendable {
    let source: MarkupSource
    /// Where the last token ends.
    package private(set) var position: Int
    /// What the next bytes are.
    private var state = State.markup
    private var foreign = ForeignContent()

    private enum State {
        case markup
        /// Raw text of an element, with the name that its end tag must have.
        case rawText(RawTextElement, name: Range<Int>)
        /// The inside of a CDATA section, without what begins it.
        case cdata
    }

    /// Makes a tokeniser.
    ///
    /// - Parameters:
    ///   - bytes: a document.
    ///   - syntax: the rules that it is read by.
    ///   - range: the part that is read; `nil` for the whole.
    package init(_ bytes: [UInt8], syntax: MarkupSyntax, range: Range<Int>? = nil) {
        let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
        source = MarkupSource(bytes: bytes, end: range.upperBound, syntax: syntax)
        position = range.lowerBound
    }

    /// Makes a tokeniser of HTML that begins within raw text.
    ///
    /// - Parameters:
    ///   - rawText: the element that the text stands in.
    ///   - name: the name that the end tag must have, as a part of the bytes; an empty one for a text without an end.
    ///   - bytes: a document.
    ///   - range: the part that is read.
    package init(within rawText: RawTextElement, name: Range<Int>, _ bytes: [UInt8], range: Range<Int>) {
        self.init(bytes, syntax: .html, range: range)
        state = .rawText(rawText, name: name)
    }

    /// Makes a tokeniser of HTML that begins within a CDATA section.
    package init(withinCDATA bytes: [UInt8], range: Range<Int>) {
        self.init(bytes, syntax: .html, range: range)
        state = .cdata
    }

    /// The document.
    package var bytes: [UInt8] { source.bytes }

    /// The rules that it is read by.
    package var syntax: MarkupSyntax { source.syntax }

    /// The next token; `nil` at the end.
    package mutating func next() -> MarkupToken? {
        guard position < source.end else { return nil }
        var token = readToken()
        if source.syntax == .html { note(&token) }
        position = token.range.upperBound
        return token
    }

    @inline(__always)
    private mutating func readToken() -> MarkupToken {
        switch state {
        case .markup: break
        case .rawText(let element, let name):
            state = .markup
            let close = source.endOfRawText(element, name: name, from: position)
            guard close > position else { break }
            return MarkupToken(position..<close, rawText: element)
        case .cdata:
            state = .markup
            return source.cdata(at: position, content: position)
        }
        return source.token(at: position, isForeign: foreign.isForeign)
    }

    /// Says of a token of HTML whether it is foreign, and remembers what it changes for the next ones.
    @inline(__always)
    private mutating func note(_ token: inout MarkupToken) {
        switch token.kind {
        case .startTag:
            if !foreign.isEmpty || source.beginsForeign(token.name) {
                let name = MarkupName(source.bytes, token.name)
                token.isForeign = foreign.start(name, source.traits(of: token, name))
            }
            if !token.isForeign, let element = RawTextElement(source.bytes, name: token.name) {
                state = .rawText(element, name: token.name)
            }
        case .endTag:
            guard !foreign.isEmpty else { return }
            token.isForeign = foreign.isForeign
            foreign.end(MarkupName(source.bytes, token.name))
        case .text, .cdata: token.isForeign = foreign.isForeign
        case .comment, .doctype, .processingInstruction: break
        }
    }
}
