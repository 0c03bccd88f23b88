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
    /// All of its bytes.
    package let range: Range<Int>
    /// The name of a tag as it is written; empty in other tokens.
    package var name: Range<Int>
    /// A start tag's attributes in their order; an end tag has none.
    ///
    /// Those behind the first 8,192 are left out: no author writes so many, and 50 MB of them would fill the memory.
    package var attributes: [MarkupAttribute] = []
    /// Whether a start tag ends in `/>`.
    ///
    /// In HTML that ends the element in foreign content alone.
    package var isSelfClosing = false
    /// What is within the delimiters of a comment, a CDATA section, a declaration or an instruction; all of a text.
    package var content: Range<Int>
    /// For raw text, the element that it stands in; `nil` in other tokens.
    package var rawText: RawTextElement?
    /// Whether it is a tag of an SVG or MathML element, or text in one; only HTML has these, XML tells them by namespaces.
    package var isForeign = false
    /// Whether it has no meaning at all: a tag that the end of the file cuts off, and `</>`.
    ///
    /// The kind is `comment`.
    package var isDropped = false

    init(_ kind: Kind, _ range: Range<Int>, content: Range<Int>? = nil) {
        self.kind = kind
        self.range = range
        self.content = content ?? range
        name = range.lowerBound..<range.lowerBound
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
