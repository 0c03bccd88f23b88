/// Rewrites a plugin's text files, one at a time and without I/O.
package struct PageRewriter: Sendable {
    let files: FolderIndex
    let configuration: PageConfiguration

    /// Makes a rewriter for a folder.
    package init(files: FolderIndex, configuration: PageConfiguration) {
        self.files = files
        self.configuration = configuration
    }

    /// What became of a file.
    package struct Result: Sendable {
        /// The new content; `nil` when the file stays as it is.
        package var bytes: [UInt8]?
        /// How many references were rewritten.
        package var rewritten = 0
        /// What its author should know, in the order of the file.
        package var findings: [PageFinding] = []
        /// Whether the content depends on the hashes of other files.
        package var usesHashes = false

        package init() {}
    }

    /// Rewrites a file.
    ///
    /// - Parameters:
    ///   - bytes: its content.
    ///   - path: its path, relative to the folder.
    ///   - kind: what it is.
    ///   - hashes: the hashes of the files that were changed before; style sheets, scripts and images come before documents.
    /// - Returns: what became of it; the same again for its result.
    package func rewrite(_ bytes: [UInt8], path: String, kind: PageFileKind, hashes: ContentHashes) -> Result {
        Result()
    }
}

/// What a text file is.
package enum PageFileKind: Hashable, Sendable {
    /// HTML.
    case html
    /// XHTML.
    case xhtml
    /// A style sheet.
    case style
    /// A script, classic or module.
    case script
    /// An SVG image.
    case svg

    /// What a file is by its path's extension; `nil` for one that is never rewritten.
    package init?(path: String) {
        let name = path.utf8.split(separator: 47).last ?? path.utf8[...]
        guard let dot = name.lastIndex(of: 46) else { return nil }
        switch String(decoding: name[name.index(after: dot)...], as: UTF8.self).lowercased() {
        case "html", "htm": self = .html
        case "xhtml", "xht": self = .xhtml
        case "css": self = .style
        case "js", "mjs", "cjs": self = .script
        case "svg": self = .svg
        default: return nil
        }
    }

    /// Whether it is a document, which is rewritten when the hashes of all others are known.
    package var isDocument: Bool { self == .html || self == .xhtml }
}
