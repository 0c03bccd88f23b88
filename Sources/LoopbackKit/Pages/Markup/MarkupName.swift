/// An element's name in lower case, as a number that is compared at once.
///
/// Two names could have the same number. None of those that HTML, SVG and MathML know do, and a document with names made
/// for it confuses only the reading of itself.
struct MarkupName: Hashable, Sendable {
    private let hash: UInt64

    /// The name that a part of a document is.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        // FNV-1a.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in range { hash = (hash ^ UInt64(bytes[index].asciiLowercased)) &* 0x100_0000_01B3 }
        self.hash = hash
    }

    private init(_ name: some StringProtocol) {
        let bytes = Array(name.utf8)
        self.init(bytes, 0..<bytes.count)
    }

    private static func set(_ names: String) -> Set<MarkupName> {
        Set(names.split(separator: " ").map { MarkupName($0) })
    }

    static let svg = MarkupName("svg")
    static let math = MarkupName("math")
    static let font = MarkupName("font")
    static let p = MarkupName("p")
    static let br = MarkupName("br")
    static let mglyph = MarkupName("mglyph")
    static let malignmark = MarkupName("malignmark")
    static let annotationXML = MarkupName("annotation-xml")

    /// Elements without content (section 13.1.2), and older ones that are parsed like them.
    static let void = set(
        "area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr"
    )

    /// HTML integration points of SVG (section 13.2.6).
    static let svgIntegrationPoints = set("foreignobject desc title")

    /// MathML text integration points (section 13.2.6).
    static let mathTextPoints = set("mi mo mn ms mtext")

    /// Start tags that end foreign content (section 13.2.6.5).
    static let breakingOut = set(
        """
        b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta \
        nobr ol p pre ruby s small span strong strike sub sup table tt u ul var
        """
    )

    /// End tags of HTML elements that stand around SVG or MathML and aren't elements of these.
    static let closingAround = breakingOut.union(
        set(
            """
            a abbr address article aside bdi bdo button caption cite data del details dfn dialog fieldset figcaption \
            figure footer form header hgroup ins kbd label legend main mark nav noscript object optgroup option output \
            picture q samp search section select summary tbody td template tfoot th thead time tr
            """
        )
    )
    .subtracting(set("body br embed head hr img meta p"))
}
