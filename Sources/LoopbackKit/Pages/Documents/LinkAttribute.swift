/// An attribute that holds a URL or code with URLs in it (HTML standard, "attributes" index; SVG 2, section 16.1).
enum LinkAttribute: Hashable, Sendable {
    /// The URL of something that is loaded.
    case resource
    /// The URL that a link or form leads to, or, of some elements, of something that is loaded.
    case hyperlink
    /// A list of images by width or density.
    case sourceSet
    /// Declarations.
    case style
    /// An event handler.
    case handler
    /// A document.
    case document
    /// Anything that may hold `url(…)`: SVG's presentation attributes.
    case presentation

    /// What an attribute of a start tag is; `nil` for one that is never looked at.
    init?(_ bytes: [UInt8], _ name: Range<Int>, of token: MarkupToken) {
        guard let first = name.first.map({ bytes[$0] | 0x20 }) else { return nil }
        func isNamed(_ word: StaticString) -> Bool { bytes.holdsName(word, in: name) }
        func isIn(_ element: StaticString) -> Bool { bytes.holdsName(element, in: token.name) }
        switch (first, name.count) {
        case (115, 3) where isNamed("src"): self = .resource
        case (104, 4) where isNamed("href"), (120, 10) where isNamed("xlink:href"): self = .hyperlink
        case (115, 5) where isNamed("style"): self = .style
        case (115, 6) where isNamed("srcset"), (105, 11) where isNamed("imagesrcset"): self = .sourceSet
        case (115, 6) where isNamed("srcdoc") && isIn("iframe"): self = .document
        case (112, 6) where isNamed("poster"): self = .resource
        case (100, 4) where isNamed("data") && isIn("object"): self = .resource
        case (98, 10) where isNamed("background"): self = .resource
        case (97, 6) where isNamed("action") && isIn("form"): self = .hyperlink
        case (102, 10) where isNamed("formaction"): self = .hyperlink
        case (111, 3...) where bytes[name.lowerBound + 1] | 0x20 == 110: self = .handler
        // The first letters of presentation attributes.
        case (99, 4...), (102, 4...), (109, 4...), (115, 4...):
            guard Self.presentationNames.contains(where: { bytes.holdsName($0, in: name) }) else {
                return nil
            }
            self = .presentation
        default: return nil
        }
    }

    /// The attributes that may refer to a part of another image (SVG 2, section 6.6).
    private static let presentationNames: [StaticString] = [
        "fill", "stroke", "clip-path", "mask", "filter", "cursor", "marker-start", "marker-mid", "marker-end", "marker",
    ]
}
