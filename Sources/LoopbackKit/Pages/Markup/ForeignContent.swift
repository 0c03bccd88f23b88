/// The SVG and MathML elements that are open in an HTML document, and the HTML elements within them.
///
/// It stands in for the tree builder (HTML standard, section 13.2.6) as far as tokens depend on it: in foreign content
/// `<style>`, `<script>` and `<title>` are followed by tags as any element is, and `<![CDATA[` means something. What is
/// approximated:
///
/// - HTML outside of foreign content isn't followed. An end tag of HTML in SVG is taken for one that closes an element
///   around it, as in `<div><svg></div>`.
/// - In HTML within SVG or MathML, no end tag is implied. The end tag of the SVG or MathML element around it counts even
///   where HTML elements in it are unclosed, which the standard ignores when it is a `<div>`, say.
/// - Where an `<svg>` isn't allowed, as in a frame set, it is taken for one all the same.
/// - Elements nested deeper than 256 are counted, not told apart.
struct ForeignContent: Sendable {
    static let depthLimit = 256

    private var open: [OpenElement] = []
    /// How many elements are open beyond the limit.
    private var uncounted = 0

    private struct OpenElement {
        let name: MarkupName
        let kind: Kind
    }

    private enum Kind {
        case html, svg, math
        /// An SVG element whose content is HTML.
        case svgIntegration
        /// A MathML element whose text may have HTML in it.
        case mathText
        /// An `<annotation-xml>`, which may hold an `<svg>`.
        case annotation
        /// An `<annotation-xml>` whose content is HTML.
        case annotationOfHTML

        var hasHTML: Bool { self == .html || isIntegrationPoint }
        var isIntegrationPoint: Bool { self == .svgIntegration || self == .mathText || self == .annotationOfHTML }
        var isSVG: Bool { self == .svg || self == .svgIntegration }
    }

    /// Whether there is none, so that a tag other than `<svg>` and `<math>` changes nothing.
    var isEmpty: Bool { open.isEmpty }

    /// Whether the innermost element is one of SVG or MathML.
    var isForeign: Bool { open.last.map { $0.kind != .html } ?? false }

    /// What a start tag says besides its name.
    struct Traits: OptionSet {
        let rawValue: UInt8
        /// It ends in `/>`.
        static let selfClosing = Traits(rawValue: 1)
        /// It has an attribute that a `<font>` has in HTML alone.
        static let fontStyle = Traits(rawValue: 2)
        /// Its encoding is one of HTML.
        static let htmlEncoding = Traits(rawValue: 4)
    }

    /// Notes a start tag.
    ///
    /// - Returns: whether its element is one of SVG or MathML.
    mutating func start(_ name: MarkupName, _ traits: Traits) -> Bool {
        guard let last = open.last?.kind else { return startInHTML(name, traits) }
        let isHTML: Bool
        switch last {
        case .html, .svgIntegration, .annotationOfHTML: isHTML = true
        case .mathText: isHTML = name != .mglyph && name != .malignmark
        case .annotation: isHTML = name == .svg
        case .svg, .math: isHTML = false
        }
        if isHTML { return startInHTML(name, traits) }
        if MarkupName.breakingOut.contains(name) || name == .font && traits.contains(.fontStyle) {
            breakOut()
            return startInHTML(name, traits)
        }
        if !traits.contains(.selfClosing) { push(name, Self.kind(of: name, in: last, traits)) }
        return true
    }

    private mutating func startInHTML(_ name: MarkupName, _ traits: Traits) -> Bool {
        if name == .svg || name == .math {
            if !traits.contains(.selfClosing) { push(name, name == .svg ? .svg : .math) }
            return true
        }
        if !open.isEmpty, !MarkupName.void.contains(name) { push(name, .html) }
        return false
    }

    private static func kind(of name: MarkupName, in parent: Kind, _ traits: Traits) -> Kind {
        if parent.isSVG { return MarkupName.svgIntegrationPoints.contains(name) ? .svgIntegration : .svg }
        if name == .annotationXML { return traits.contains(.htmlEncoding) ? .annotationOfHTML : .annotation }
        return MarkupName.mathTextPoints.contains(name) ? .mathText : .math
    }

    private mutating func push(_ name: MarkupName, _ kind: Kind) {
        if open.count < Self.depthLimit { open.append(OpenElement(name: name, kind: kind)) } else { uncounted += 1 }
    }

    /// Leaves foreign content up to the next element that may hold HTML.
    private mutating func breakOut() {
        uncounted = 0
        while let last = open.last, !last.kind.hasHTML { open.removeLast() }
    }

    /// Notes an end tag.
    mutating func end(_ name: MarkupName) {
        guard let last = open.last else { return }
        if last.kind != .html, name == .p || name == .br { return breakOut() }
        guard uncounted == 0 else {
            uncounted -= 1
            return
        }
        if let index = open.lastIndex(where: { $0.name == name }) {
            open.removeSubrange(index...)
        } else if MarkupName.closingAround.contains(name), !open.contains(where: { $0.kind.hasHTML }) {
            open.removeAll(keepingCapacity: true)
        }
    }
}

extension MarkupSource {
    /// Whether a name is `svg` or `math`, which alone lead into foreign content.
    @inline(__always)
    func beginsForeign(_ name: Range<Int>) -> Bool {
        switch name.count {
        case 3: bytes.holdsName("svg", in: name)
        case 4: bytes.holdsName("math", in: name)
        default: false
        }
    }

    /// What a start tag says besides its name.
    func traits(of tag: MarkupToken, _ name: MarkupName) -> ForeignContent.Traits {
        var traits: ForeignContent.Traits = tag.isSelfClosing ? .selfClosing : []
        if name == .font {
            let hasStyle = ["color", "face", "size"].contains { attribute(named: $0, of: tag) != nil }
            if hasStyle { traits.insert(.fontStyle) }
        } else if name == .annotationXML, let encoding = attribute(named: "encoding", of: tag)?.value,
            bytes.holdsName("text/html", in: encoding) || bytes.holdsName("application/xhtml+xml", in: encoding)
        {
            traits.insert(.htmlEncoding)
        }
        return traits
    }
}
