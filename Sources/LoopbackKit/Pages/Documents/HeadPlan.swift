internal import LoopbackKitHTTP

/// Finds the place in a document where scripts run before the page's own.
///
/// It is behind a byte order mark, the document type, the start tags of html and head and the encoding declaration, and
/// before everything that can run, load, or forbid: scripts, styles, links, a base, a policy.
struct HeadPlan {
    private let bytes: [UInt8]
    private let syntax: MarkupSyntax
    private var isDecided = false
    private var isWithinTitle = false

    /// Where the block goes.
    private(set) var place: Int
    /// Whether the document is one that a block can be put into: XHTML without a root of that name is not.
    private(set) var isPossible: Bool
    /// The label of the encoding declaration that stands behind the place.
    private(set) var laterEncoding: [UInt8]?
    private var hasEncoding = false

    init(_ bytes: [UInt8], _ syntax: MarkupSyntax) {
        self.bytes = bytes
        self.syntax = syntax
        place = 0
        isPossible = syntax == .html
    }

    /// Looks at the next token.
    mutating func read(_ token: MarkupToken) {
        if !hasEncoding, let label = EncodingDeclaration.label(of: token, in: bytes) {
            hasEncoding = true
            if isDecided { laterEncoding = label } else { decide(at: token.range.upperBound) }
        }
        guard !isDecided else { return }
        switch token.kind {
        case .comment: break
        case .doctype: place = token.range.upperBound
        case .processingInstruction: if syntax == .xml { place = token.range.upperBound }
        case .text, .cdata:
            if !isWithinTitle, token.rawText != nil || !bytes[token.range].allSatisfy(\.isMarkupSpace) {
                isDecided = true
            }
        case .startTag: start(token)
        case .endTag: end(token)
        }
    }

    private mutating func start(_ token: MarkupToken) {
        func isNamed(_ name: StaticString) -> Bool { bytes.holdsName(name, in: token.name) }
        if isNamed("html") || isNamed("head") {
            if isNamed("html") { isPossible = true }
            // `<head/>` of XML has no inside.
            if token.isSelfClosing, syntax == .xml { isDecided = true } else { place = token.range.upperBound }
        } else if isNamed("title") {
            isWithinTitle = !(token.isSelfClosing && syntax == .xml)
        } else if !isNamed("meta") || isPolicy(token) {
            isDecided = true
        }
    }

    private mutating func end(_ token: MarkupToken) {
        if isWithinTitle, bytes.holdsName("title", in: token.name) {
            isWithinTitle = false
        } else if !bytes.holdsName("meta", in: token.name) {
            isDecided = true
        }
    }

    private func isPolicy(_ token: MarkupToken) -> Bool {
        token.attributes.contains { attribute in
            bytes.holdsName("http-equiv", in: attribute.name)
                && !bytes.holdsName("content-type", in: attribute.value)
                && !bytes.holdsName("x-ua-compatible", in: attribute.value)
        }
    }

    private mutating func decide(at place: Int) {
        self.place = place
        isDecided = true
    }
}
