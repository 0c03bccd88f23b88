/// An element of HTML whose text has no tags in it.
package enum RawTextElement: Hashable, Sendable {
    /// A script, with the escapes of its own.
    case script
    /// A style sheet.
    case style
    /// A title; character references mean something in it.
    case title
    /// A text field; character references mean something in it.
    case textarea
    /// An old element for examples.
    case xmp
    /// What a browser without frames shows.
    case iframe
    /// What a browser without plugins shows.
    case noembed
    /// What a browser without frames shows.
    case noframes
    /// What a browser without scripts shows; pages are read as one that has them does.
    case noscript
    /// An old element that never ends.
    case plaintext

    /// Whether character references mean something in its text ("RCDATA").
    package var hasReferences: Bool { self == .title || self == .textarea }

    /// The element of a start tag, if it is one: the first letter and the length of the name leave one candidate at most.
    init?(_ bytes: [UInt8], name: Range<Int>) {
        guard (3...9).contains(name.count) else { return nil }
        let candidate: (element: RawTextElement, name: StaticString)
        switch (bytes[name.lowerBound] | 0x20, name.count) {
        case (105, 6): candidate = (.iframe, "iframe")
        case (110, 7): candidate = (.noembed, "noembed")
        case (110, 8) where bytes[name.lowerBound + 2] | 0x20 == 102: candidate = (.noframes, "noframes")
        case (110, 8): candidate = (.noscript, "noscript")
        case (112, 9): candidate = (.plaintext, "plaintext")
        case (115, 5): candidate = (.style, "style")
        case (115, 6): candidate = (.script, "script")
        case (116, 5): candidate = (.title, "title")
        case (116, 8): candidate = (.textarea, "textarea")
        case (120, 3): candidate = (.xmp, "xmp")
        default: return nil
        }
        guard bytes.holdsName(candidate.name, in: name) else { return nil }
        self = candidate.element
    }
}
