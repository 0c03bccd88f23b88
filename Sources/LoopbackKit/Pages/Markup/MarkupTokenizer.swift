import LoopbackKitHTTP

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
    /// The document.
    package let bytes: [UInt8]
    /// The rules that it is read by.
    package let syntax: MarkupSyntax
    /// Where the last token ends.
    package private(set) var position: Int
    let end: Int
    /// What the next bytes are.
    private var state = State.markup
    var foreign = ForeignContent()

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
        self.bytes = bytes
        self.syntax = syntax
        let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
        position = range.lowerBound
        end = range.upperBound
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

    /// The next token; `nil` at the end.
    package mutating func next() -> MarkupToken? {
        guard position < end else { return nil }
        let token = readToken()
        position = token.range.upperBound
        return token
    }

    private mutating func readToken() -> MarkupToken {
        switch state {
        case .markup: return isMarkup(at: position) ? readMarkup() : readText()
        case .rawText(let element, let name):
            state = .markup
            let close = endOfRawText(element, name: name, from: position)
            guard close > position else { return readMarkup() }
            var token = MarkupToken(.text, position..<close)
            token.rawText = element
            return token
        case .cdata:
            state = .markup
            return readCDATA(from: position)
        }
    }

    /// Whether a `<` at an index begins anything but text.
    @inline(__always)
    func isMarkup(at index: Int) -> Bool {
        guard bytes[index] == MarkupByte.lessThan, index &+ 1 < end else { return false }
        switch bytes[index &+ 1] {
        case MarkupByte.exclamationMark, MarkupByte.questionMark: return true
        case MarkupByte.solidus: return index &+ 2 < end
        case let byte: return beginsName(byte)
        }
    }

    /// Whether a byte begins a tag's name.
    @inline(__always)
    func beginsName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || syntax == .xml && (byte == 95 || byte == 58 || byte >= 0x80)
    }

    /// Text up to the next markup; there is a byte of it.
    private func readText() -> MarkupToken {
        var index = position
        repeat {
            index = firstIndex(of: MarkupByte.lessThan, from: index &+ 1)
        } while index < end && !isMarkup(at: index)
        var token = MarkupToken(.text, position..<index)
        token.isForeign = foreign.isForeign
        return token
    }

    private mutating func readMarkup() -> MarkupToken {
        switch bytes[position &+ 1] {
        case MarkupByte.exclamationMark: return readDeclaration()
        case MarkupByte.questionMark:
            return syntax == .xml ? readInstruction() : readBogusComment(from: position &+ 1)
        case MarkupByte.solidus:
            guard beginsName(bytes[position &+ 2]) else { return readBogusEndTag() }
            return readTag(.endTag, name: position &+ 2)
        default:
            let token = readTag(.startTag, name: position &+ 1)
            if token.kind == .startTag, syntax == .html, !token.isForeign,
                let element = RawTextElement(bytes, name: token.name)
            {
                state = .rawText(element, name: token.name)
            }
            return token
        }
    }

    /// Where a byte stands first from an index on; the end where it doesn't.
    @inline(__always)
    func firstIndex(of byte: UInt8, from start: Int) -> Int {
        guard start < end else { return end }
        return bytes.span.extracting(0..<end).firstIndex(of: byte, from: start)
    }
}
