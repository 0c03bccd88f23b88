internal import LoopbackKitHTTP

/// Rewrites a plugin's text files, one at a time and without I/O.
package struct PageRewriter: Sendable {
    private let configuration: PageConfiguration
    private let resolver: ReferenceResolver
    /// The folder that all documents lie in; `nil` when there are several.
    private let documentFolder: [UInt8]?

    /// Makes a rewriter for a folder.
    package init(files: FolderIndex, configuration: PageConfiguration) {
        self.configuration = configuration
        resolver = ReferenceResolver(
            files: files,
            bases: configuration.legacyBases,
            indexDocuments: configuration.indexDocuments
        )
        let documents = files.paths.filter { PageFileKind(path: $0)?.isDocument ?? false }
        let folders = Set(documents.map { $0.utf8.split(separator: 47).dropLast().map(Array.init) })
        documentFolder = folders.count == 1 ? folders.first.map { Array($0.joined(separator: [47])) } : nil
    }

    /// What became of a file.
    package struct Result: Sendable {
        /// The new content; `nil` when the file stays as it is.
        package var bytes: [UInt8]?
        /// How many references were rewritten.
        package var rewritten: Int
        /// What its author should know, in the order of the file.
        package var findings: [PageFinding]
        /// Whether the content depends on the hashes of other files.
        package var usesHashes: Bool

        package init(rewritten: Int = 0, findings: [PageFinding] = [], usesHashes: Bool = false) {
            self.rewritten = rewritten
            self.findings = findings
            self.usesHashes = usesHashes
        }
    }

    /// Rewrites a file.
    ///
    /// - Parameters:
    ///   - bytes: its content.
    ///   - path: its path, relative to the folder.
    ///   - kind: what it is.
    ///   - hashes: the digests of the files that were changed before; style sheets, scripts and images come before
    ///     documents.
    /// - Returns: what became of it; the same again for its result.
    package func rewrite(_ bytes: [UInt8], path: String, kind: PageFileKind, hashes: ContentHashes) -> Result {
        let label = EncodingDeclaration.label(in: bytes, kind)
        guard let encoding = PageEncoding(bytes, label: label), let text = encoding.decode(bytes) else {
            return Result(findings: [PageFinding(file: path, line: 0, reference: "", problem: .encoding)])
        }
        var file = TextRewriting(path: path, text: text, resolver: resolver)
        let whole = SourceText(text, 0..<text.count)
        var usesHashes = false
        switch kind {
        case .html, .xhtml:
            let syntax = kind == .html ? MarkupSyntax.html : .xml
            var document = DocumentRewriting(file, syntax, configuration, hashes)
            usesHashes = document.run(&file)
        case .svg:
            var image = MarkupRewriting(whole, .xml, folder: file.folder, hashes: hashes)
            var tokens = MarkupTokenizer(text, syntax: .xml)
            while let token = tokens.next() { image.read(token, &file) }
            image.end(&file)
        case .style: file.followStyle(whole, from: file.folder)
        case .script: file.followScript(whole, from: file.folder, document: documentFolder, isWithin: false)
        }
        var result = Result(rewritten: file.rewritten, findings: file.findings(), usesHashes: usesHashes)
        if !file.edits.isEmpty, let new = encoding.encode(file.edits.apply(to: text)), new != bytes {
            result.bytes = new
        }
        return result
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
