internal import LoopbackKitHTTP

/// One text file on its way to its new content: what is edited in it, and what its author should know.
struct TextRewriting {
    /// The file's path, relative to the folder.
    let path: [UInt8]
    /// Its text in UTF-8.
    let text: [UInt8]
    private var resolver: ReferenceResolver
    private var known = KnownReferences()
    var edits = TextEdits()
    var rewritten = 0
    /// Whether the text may come to stand in any document: then relative URLs are not known, and others lead from anywhere.
    var isFragment = false
    private var notes: [(place: Int, reference: [UInt8], problem: PageFinding.Problem)] = []

    init(path: String, text: [UInt8], resolver: ReferenceResolver) {
        self.path = Array(path.utf8)
        self.text = text
        self.resolver = resolver
    }

    /// The folder that the file lies in.
    var folder: [UInt8] { path.lastIndex(of: 47).map { Array(path[..<$0]) } ?? [] }

    /// Rewrites a reference where that is needed.
    ///
    /// - Parameters:
    ///   - reference: the reference; its text's places are this file's.
    ///   - base: the folder that it is relative to.
    ///   - takesFolder: whether a folder without an index document will do.
    ///   - reportsMissing: whether it is told when there is no such file.
    ///   - fromAnywhere: whether it is not known what it is relative to: then relative ones stay.
    /// - Returns: what it leads to, within the folder.
    @discardableResult
    mutating func follow(
        _ reference: Reference,
        from base: [UInt8],
        takesFolder: Bool = false,
        reportsMissing: Bool = true,
        fromAnywhere: Bool = false
    ) -> FolderIndex.Entry? {
        let url = reference.text.asURL
        let isPlaceless = isFragment || fromAnywhere || reference.use == .customProperty
        if isPlaceless, LegacyURL(url.bytes) == nil { return nil }
        switch resolve(url.bytes, reference.use, from: base, takesFolder: takesFolder) {
        case .foreign:
            return nil
        case .kept(let entry):
            return entry
        case .rewritten(let entry, let part, let bytes):
            let bytes = isPlaceless ? Self.fromAnywhere(to: entry, reference.use) : bytes
            edits.replace(url.source(of: part), by: bytes)
            rewritten += 1
            return entry
        case .missing:
            if reportsMissing { note(.missingFile, at: reference.text) }
            return nil
        }
    }

    private static func fromAnywhere(to entry: FolderIndex.Entry, _ use: ReferenceUse) -> [UInt8] {
        RelativePath.fromAnywhere(to: entry.path, isFolder: entry.isFolder, isSpecifier: use == .module)
    }

    /// Takes one more prefix for the folder, from here on.
    mutating func add(_ base: LegacyBase) {
        resolver.add(base)
        known = KnownReferences()
    }

    /// Tells what a URL leads to; pages say the same ones again and again.
    mutating func resolve(
        _ url: [UInt8],
        _ use: ReferenceUse,
        from base: [UInt8],
        takesFolder: Bool = false
    ) -> ReferenceResolver.Resolution {
        let question = KnownReferences.Question(url: url, use: use, base: base, takesFolder: takesFolder)
        if let resolution = known[question] { return resolution }
        let resolution = resolver.resolve(url, use, from: base, takesFolder: takesFolder)
        known[question] = resolution
        return resolution
    }

    /// Keeps something for the report.
    mutating func note(_ problem: PageFinding.Problem, at text: SourceText) {
        // Nobody reads more of one file.
        guard notes.count < 1000 else { return }
        notes.append((text.start, Array(text.bytes.prefix(200)), problem))
    }

    /// What was kept for the report, in the order of the text.
    func findings() -> [PageFinding] {
        var lines = LineCounter(text)
        let file = String(decoding: path, as: UTF8.self)
        return notes.sorted { $0.place < $1.place }.map { note in
            PageFinding(
                file: file,
                line: lines.line(at: note.place),
                reference: String(decoding: note.reference, as: UTF8.self),
                problem: note.problem
            )
        }
    }
}

extension TextRewriting {
    /// Rewrites the URLs of a style sheet or a list of declarations.
    mutating func followStyle(_ style: SourceText, from base: [UInt8]) {
        // A URL is in parentheses or behind an at-sign.
        guard style.bytes.contains(where: { $0 == 40 || $0 == 64 || $0 == 92 }) else { return }
        for reference in CSSReferences.find(in: style.bytes) {
            follow(Reference(style.nesting(reference.text), reference.use), from: base)
        }
    }

    /// Rewrites the URLs of a script.
    ///
    /// - Parameters:
    ///   - script: its text.
    ///   - base: the folder that its modules are relative to: the script's own, or the document's for one within it.
    ///   - document: the folder that the document's URLs are relative to; `nil` when that is not known.
    ///   - isWithin: whether the script stands in the document; another one runs in documents and workers anywhere.
    mutating func followScript(_ script: SourceText, from base: [UInt8], document: [UInt8]?, isWithin: Bool = true) {
        for reference in JavaScriptReferences.find(in: script.bytes).references {
            let nested = Reference(script.nesting(reference.text), reference.use)
            switch reference.use {
            case .worker, .workerScript: follow(nested, from: base, fromAnywhere: !isWithin)
            case .serviceWorker:
                if let document {
                    follow(nested, from: document)
                } else if case .rewritten = resolve(nested.text.asURL.bytes, .serviceWorker, from: []) {
                    note(.leftToPageScript, at: nested.text)
                }
            default: follow(nested, from: base)
            }
        }
    }
}

extension TextRewriting {
    /// Renews integrity metadata of a file that was changed (Subresource Integrity, section 3.3).
    ///
    /// Metadata that fits neither the old nor the new content stays, and is told.
    mutating func renew(_ metadata: SourceText, of entry: FolderIndex.Entry, _ hashes: ContentHashes) {
        guard let change = hashes.changes[entry.path] else { return }
        for expression in HashExpression.all(in: metadata.bytes, 0..<metadata.bytes.count) {
            if expression.matches(change.old[expression.algorithm], in: metadata.bytes) {
                edits.replace(metadata.source(of: expression.digest), by: change.new[expression.algorithm])
            } else if !expression.matches(change.new[expression.algorithm], in: metadata.bytes) {
                note(.integrity, at: metadata)
            }
        }
    }
}
