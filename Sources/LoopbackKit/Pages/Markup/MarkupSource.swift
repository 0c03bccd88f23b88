import LoopbackKitHTTP

/// A document, and the tokens that begin at its places as far as these depend on nothing before them.
struct MarkupSource: Sendable {
    let bytes: [UInt8]
    /// Where the part ends that is read.
    let end: Int
    let syntax: MarkupSyntax

    /// The token that begins at an index, outside of raw text.
    ///
    /// - Parameters:
    ///   - start: the index.
    ///   - isForeign: whether it stands in an SVG or MathML element.
    /// - Returns: the token.
    func token(at start: Int, isForeign: Bool) -> MarkupToken {
        guard isMarkup(at: start) else { return text(at: start) }
        switch bytes[start &+ 1] {
        case MarkupByte.exclamationMark: return declaration(at: start, isForeign: isForeign)
        case MarkupByte.questionMark:
            return syntax == .xml ? instruction(at: start) : bogusComment(at: start, skipping: 1)
        case MarkupByte.solidus:
            return beginsName(bytes[start &+ 2]) ? tag(.endTag, at: start, name: start &+ 2) : bogusEndTag(at: start)
        default: return tag(.startTag, at: start, name: start &+ 1)
        }
    }

    /// Whether a `<` at an index begins anything but text.
    @inline(__always)
    private func isMarkup(at index: Int) -> Bool {
        guard bytes[index] == MarkupByte.lessThan, index &+ 1 < end else { return false }
        switch bytes[index &+ 1] {
        case MarkupByte.exclamationMark, MarkupByte.questionMark: return true
        case MarkupByte.solidus: return index &+ 2 < end
        case let byte: return beginsName(byte)
        }
    }

    /// Whether a byte begins a tag's name.
    @inline(__always)
    private func beginsName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || syntax == .xml && (byte == 95 || byte == 58 || byte >= 0x80)
    }

    /// Text up to the next markup; there is a byte of it.
    private func text(at start: Int) -> MarkupToken {
        var index = start
        repeat {
            index = firstIndex(of: MarkupByte.lessThan, from: index &+ 1)
        } while index < end && !isMarkup(at: index)
        return MarkupToken(.text, start..<index)
    }

    /// Where a byte stands first from an index on; the end where it doesn't.
    @inline(__always)
    func firstIndex(of byte: UInt8, from start: Int) -> Int {
        guard start < end else { return end }
        return bytes.span.extracting(0..<end).firstIndex(of: byte, from: start)
    }

    /// Where a text that ends in `>` stands first from an index on; the end where it doesn't.
    func firstIndex(of text: StaticString, from start: Int) -> Int {
        let before = text.utf8CodeUnitCount &- 1
        var index = start &+ before
        while true {
            index = firstIndex(of: MarkupByte.greaterThan, from: index)
            guard index < end else { return end }
            if bytes.hasText(text, at: index &- before, before: end) { return index &- before }
            index &+= 1
        }
    }
}
