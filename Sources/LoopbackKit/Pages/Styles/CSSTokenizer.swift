/// Cuts a style sheet into tokens, by css-syntax-3, section 4.3.
///
/// The tokens tile the input: what the standard drops, comments, is a token too, and nothing is changed. Line breaks and
/// NULs are made one when a value is decoded.
package struct CSSTokenizer {
    let bytes: [UInt8]
    let end: Int
    var index: Int
    let classes = CSSByteClasses.shared

    /// Makes a tokeniser.
    ///
    /// - Parameters:
    ///   - bytes: the file, in UTF-8.
    ///   - range: the part of it to take; all by default.
    package init(_ bytes: [UInt8], range: Range<Int>? = nil) {
        let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
        self.bytes = bytes
        index = range.lowerBound
        end = range.upperBound
    }

    /// The next token; `nil` at the end.
    package mutating func next() -> CSSToken? {
        guard index < end else { return nil }
        let byte = bytes[index]
        if classes.startsName(byte) { return hasByteOrderMark ? skip(3, .whitespace) : name() }
        if classes.isWhitespace(byte) { return whitespace() }
        if classes.isDigit(byte) { return number() }
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): return skip(1, .opening(byte))
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): return skip(1, .closing(byte))
        case UInt8(ascii: ":"): return skip(1, .colon)
        case UInt8(ascii: ";"): return skip(1, .semicolon)
        case UInt8(ascii: ","): return skip(1, .comma)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return string(quote: byte)
        case UInt8(ascii: "/"): return peek(1) == UInt8(ascii: "*") ? comment() : skip(1, .delim)
        case UInt8(ascii: "#"): return hash()
        case UInt8(ascii: "@"): return startsIdentifier(at: index + 1) ? atKeyword() : skip(1, .delim)
        case UInt8(ascii: "\\"): return isEscape(at: index) ? name() : skip(1, .delim)
        case UInt8(ascii: "+"), UInt8(ascii: "."): return startsNumber(at: index) ? number() : skip(1, .delim)
        case UInt8(ascii: "-"): return afterHyphen()
        case UInt8(ascii: "<"): return follows("!--", at: index + 1) ? skip(4, .cdo) : skip(1, .delim)
        default: return skip(1, .delim)
        }
    }

    private mutating func afterHyphen() -> CSSToken {
        if startsNumber(at: index) { return number() }
        if follows("->", at: index + 1) { return skip(3, .cdc) }
        return startsIdentifier(at: index) ? name() : skip(1, .delim)
    }

    private mutating func whitespace() -> CSSToken {
        let start = index
        skipWhitespace()
        return CSSToken(.whitespace, start..<index)
    }

    private mutating func comment() -> CSSToken {
        let start = index
        index += 2
        while index < end, bytes[index] != UInt8(ascii: "*") || byte(at: index + 1) != UInt8(ascii: "/") { index += 1 }
        index = min(index + 2, end)
        return CSSToken(.comment, start..<index)
    }

    private var hasByteOrderMark: Bool {
        index == 0 && bytes[0] == 0xEF && end >= 3 && bytes[1] == 0xBB && bytes[2] == 0xBF
    }
}

extension CSSTokenizer {
    mutating func skip(_ count: Int, _ kind: CSSToken.Kind) -> CSSToken {
        let start = index
        index += count
        return CSSToken(kind, start..<index)
    }

    mutating func skipWhitespace() {
        while index < end, classes.isWhitespace(bytes[index]) { index += 1 }
    }

    /// The byte so far behind the current one; a line feed, which nothing goes on with, at the end.
    func peek(_ distance: Int) -> UInt8 { byte(at: index + distance) }

    /// A byte, or a line feed at the end.
    func byte(at place: Int) -> UInt8 { place < end ? bytes[place] : 0x0A }

    func follows(_ text: StaticString, at place: Int) -> Bool { bytes.hasText(text, at: place, before: end) }
}
