/// A piece of a document: tokens stand side by side and cover every byte.
package struct MarkupToken: Hashable, Sendable {
    /// What a token is.
    package enum Kind: Hashable, Sendable {
        /// Text, among it raw text; character references are still in it.
        case text
        /// A start tag.
        case startTag
        /// An end tag.
        case endTag
        /// A comment, or what is taken for one.
        case comment
        /// A document type declaration; in XML with its internal subset.
        case doctype
        /// A CDATA section.
        case cdata
        /// A processing instruction, in XML alone.
        case processingInstruction
    }

    /// What it is.
    package let kind: Kind
    /// For raw text, the element that it stands in; `nil` in other tokens.
    package private(set) var rawText: RawTextElement?
    /// Whether a start tag ends in `/>`.
    ///
    /// In HTML that ends the element in foreign content alone.
    package private(set) var isSelfClosing = false
    /// Whether it is a tag of an SVG or MathML element, or text in one; only HTML has these, XML tells them by namespaces.
    package internal(set) var isForeign = false
    /// Whether it has no meaning at all: a tag that the end of the file cuts off, and `</>`.
    ///
    /// The kind is `comment`.
    package private(set) var isDropped = false
    // Kept small, as a token is copied a few times: what begins and what ends a token is short.
    private let lead: UInt8
    private let trail: UInt8
    private let start: Int
    private let end: Int
    private var nameCount = 0
    /// A start tag's attributes in their order; an end tag has none.
    ///
    /// Those behind the first 8,192 are left out: no author writes so many, and 50 MB of them would fill the memory.
    package private(set) var attributes: [MarkupAttribute] = []

    /// All of its bytes.
    package var range: Range<Int> { start..<end }

    /// The name of a tag as it is written; empty in other tokens.
    package var name: Range<Int> { start &+ Int(lead)..<start &+ Int(lead) &+ nameCount }

    /// What is within the delimiters of a comment, a CDATA section, a declaration or an instruction; all of a text.
    package var content: Range<Int> { start &+ Int(lead)..<end &- Int(trail) }

    /// A token without a name.
    ///
    /// - Parameters:
    ///   - kind: what it is.
    ///   - range: all of its bytes.
    ///   - content: what is within its delimiters, of which either has fewer than 256 bytes; `nil` for all.
    init(_ kind: Kind, _ range: Range<Int>, content: Range<Int>? = nil) {
        self.kind = kind
        start = range.lowerBound
        end = range.upperBound
        lead = content.map { UInt8(truncatingIfNeeded: $0.lowerBound &- range.lowerBound) } ?? 0
        trail = content.map { UInt8(truncatingIfNeeded: range.upperBound &- $0.upperBound) } ?? 0
    }

    /// Raw text.
    init(_ range: Range<Int>, rawText: RawTextElement) {
        self.init(.text, range)
        self.rawText = rawText
    }

    /// A token without a meaning.
    init(dropped range: Range<Int>) {
        self.init(.comment, range)
        isDropped = true
    }

    /// A tag.
    init(_ kind: Kind, from start: Int, to end: Int, name: Range<Int>) {
        self.kind = kind
        self.start = start
        self.end = end
        lead = UInt8(truncatingIfNeeded: name.lowerBound &- start)
        trail = 1
        nameCount = name.count
    }

    /// Adds what a start tag has behind its name.
    mutating func add(_ attributes: [MarkupAttribute], isSelfClosing: Bool) {
        self.attributes = attributes
        self.isSelfClosing = isSelfClosing
    }
}

/// An attribute of a tag.
package struct MarkupAttribute: Hashable, Sendable {
    /// The name as it is written.
    package let name: Range<Int>
    /// The value without its quotes; empty where there is none.
    package var value: Range<Int>
    /// Whether there is a value, if only an empty one in quotes.
    package var hasValue = false
    /// The quote around the value: 34, 39 or none.
    package var quote: UInt8?
    /// Whether an attribute of the same name comes before, so that this one counts for nothing.
    package var isDuplicate = false

    init(name: Range<Int>) {
        self.name = name
        value = name.upperBound..<name.upperBound
    }

    /// All of its bytes, with the quotes.
    package var range: Range<Int> {
        guard hasValue else { return name }
        return name.lowerBound..<value.upperBound + (quote == nil ? 0 : 1)
    }
}

/// The rules that a document is read by.
package enum MarkupSyntax: Hashable, Sendable {
    /// HTML, with SVG and MathML in it.
    case html
    /// XML: SVG images and XHTML.
    case xml
}
