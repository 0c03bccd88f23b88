internal import LoopbackKitHTTP

/// What the text of an element is.
enum CodeKind: Hashable, Sendable {
    /// JavaScript, classic or module.
    case script
    /// An import map.
    case importMap
    /// A style sheet.
    case style
    /// A script element's data, or the text of a script whose code is elsewhere.
    case data

    /// Whether a start tag may be a script's or a style's, by the length of its name.
    static func mayBegin(_ bytes: [UInt8], _ token: MarkupToken) -> Bool {
        (5...6).contains(token.name.count) && bytes[token.name.lowerBound] | 0x20 == 115
    }

    /// What a start tag begins; `nil` for an element that is neither a script nor a style.
    ///
    /// - Parameters:
    ///   - bytes: the document.
    ///   - token: the start tag.
    ///   - type: the value of its `type` attribute.
    init?(_ bytes: [UInt8], _ token: MarkupToken, type: [UInt8]?) {
        let type = type.map { $0.map(lowercase).filter { !$0.isMarkupSpace } } ?? []
        let name = String(decoding: type, as: UTF8.self)
        if bytes.holdsName("style", in: token.name) {
            self = name.isEmpty || name == "text/css" ? .style : .data
        } else if bytes.holdsName("script", in: token.name) {
            let isElsewhere = token.attributes.contains {
                bytes.holdsName("src", in: $0.name)
                    || token.isForeign
                        && (bytes.holdsName("href", in: $0.name)
                            || bytes.holdsName("xlink:href", in: $0.name))
            }
            switch name {
            case _ where isElsewhere: self = .data
            case "importmap": self = .importMap
            case "", "module",
                _ where Self.javaScriptTypes.contains(name):
                self = .script
            default: self = .data
            }
        } else {
            return nil
        }
    }

    /// The JavaScript MIME type essences (MIME Sniffing standard, section 4.6).
    private static let javaScriptTypes: Set<String> = {
        let subtypes = ["ecmascript", "javascript", "x-ecmascript", "x-javascript"]
        var types = Set(subtypes.flatMap { ["application/\($0)", "text/\($0)"] })
        for version in 0...5 { types.insert("text/javascript1.\(version)") }
        return types.union(["text/jscript", "text/livescript"])
    }()
}
