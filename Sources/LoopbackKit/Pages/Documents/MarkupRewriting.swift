internal import LoopbackKitHTTP

/// Rewrites the URLs of a document, or of one within another's attribute or element.
struct MarkupRewriting {
    /// The document's text, with its places in the file.
    let source: SourceText
    /// The rules that it is read by.
    let syntax: MarkupSyntax
    /// The digests of the files that were changed before.
    let hashes: ContentHashes
    /// The folder that its relative URLs are relative to; `nil` when its base is on another site.
    var base: [UInt8]?
    /// The folder that the file lies in, which a base is relative to.
    let folder: [UInt8]
    /// Whether import maps shall map `/` to the scope.
    let mapsRoot: Bool

    /// The policies that it declares.
    private(set) var policies: [PolicyElement] = []
    /// Inline scripts, styles and handlers that were changed.
    private(set) var changed: [ChangedCode] = []
    /// Whether it has an import map of its own.
    private(set) var hasImportMap = false
    /// Whether it loads the bridge library by itself.
    private(set) var loadsBridge = false
    /// Whether it names digests of files.
    private(set) var usesHashes = false
    private var hasBase = false
    /// How many documents this one lies in.
    private var depth = 0
    private var element: OpenElement?

    /// A meta element with a policy.
    struct PolicyElement {
        /// Its `content` attribute.
        let content: SourceText
        /// Where another attribute can be put in.
        let end: Int
        /// Whether it keeps the list of connections that it had before.
        let keepsConnections: Bool
    }

    /// Inline code that was changed.
    struct ChangedCode {
        /// What it was.
        let code: SourceText
        /// How its references are read; `nil` where it has none.
        let escapes: Escapes?

        /// Where character references stand.
        struct Escapes {
            let inAttribute: Bool
            let syntax: MarkupSyntax
        }
    }

    /// A script or style element whose text comes next.
    private struct OpenElement {
        let code: CodeKind
        let name: Range<Int>
        let isRaw: Bool
        var parts: [MarkupToken] = []
    }

    init(
        _ source: SourceText,
        _ syntax: MarkupSyntax,
        folder: [UInt8],
        hashes: ContentHashes,
        mapsRoot: Bool = false
    ) {
        self.source = source
        self.syntax = syntax
        self.folder = folder
        self.hashes = hashes
        self.mapsRoot = mapsRoot
        base = folder
    }

    private var bytes: [UInt8] { source.bytes }

    /// Takes the next token.
    mutating func read(_ token: MarkupToken, _ file: inout TextRewriting) {
        switch token.kind {
        case .startTag:
            close(&file)
            start(token, &file)
        case .text, .cdata:
            if element != nil { element?.parts.append(token) } else { readText(token, &file) }
        case .processingInstruction:
            readInstruction(token, &file)
        case .endTag:
            close(&file)
        case .comment, .doctype:
            break
        }
    }

    /// Ends the document.
    mutating func end(_ file: inout TextRewriting) { close(&file) }

    private mutating func readText(_ token: MarkupToken, _ file: inout TextRewriting) {
        // Browsers with scripts see a text here; those without see what is written in it.
        guard token.rawText == .noscript else { return }
        rewrite(SourceText(bytes, token.range), &file)
    }

    /// Rewrites a document within this one, unless it lies too deep in others for any author to have meant it.
    private mutating func rewrite(_ inner: SourceText, _ file: inout TextRewriting) {
        guard let base, depth < Self.deepest else { return }
        var rewriting = MarkupRewriting(source.nesting(inner), .html, folder: base, hashes: hashes)
        rewriting.depth = depth + 1
        var tokens = MarkupTokenizer(inner.bytes, syntax: .html)
        while let token = tokens.next() { rewriting.read(token, &file) }
        rewriting.end(&file)
        usesHashes = usesHashes || rewriting.usesHashes
        changed += rewriting.changed
    }

    /// A frame's document in a document that scripts put into another's `noscript`.
    private static let deepest = 3
}

extension MarkupRewriting {
    private mutating func start(_ token: MarkupToken, _ file: inout TextRewriting) {
        if bytes.holdsName("base", in: token.name), !token.isForeign { return readBase(token, &file) }
        if bytes.holdsName("meta", in: token.name) { return readMeta(token, &file) }
        let link = bytes.holdsName("link", in: token.name) ? LinkRelation(value("rel", of: token)?.bytes ?? []) : nil
        var target: FolderIndex.Entry?
        for attribute in token.attributes where attribute.hasValue && !attribute.isDuplicate {
            guard let kind = LinkAttribute(bytes, attribute.name, of: token) else { continue }
            let found = follow(attribute, kind, of: token, link, &file)
            if kind == .resource || kind == .hyperlink { target = target ?? found }
        }
        if let target { renewIntegrity(of: token, target, &file) }
        if CodeKind.mayBegin(bytes, token), let code = CodeKind(bytes, token, type: value("type", of: token)?.bytes) {
            open(code, token)
        }
        if token.isSelfClosing, token.isForeign || syntax == .xml { element = nil }
    }

    private mutating func open(_ code: CodeKind, _ token: MarkupToken) {
        if code == .importMap { hasImportMap = true }
        element = OpenElement(code: code, name: token.name, isRaw: syntax == .html && !token.isForeign)
    }

    /// The text of an attribute, the first of its name, with its places in the bytes; `nil` without one, or when it has
    /// references that are not known.
    private func value(_ name: StaticString, of token: MarkupToken) -> SourceText? {
        let attribute = token.attributes.first { bytes.holdsName(name, in: $0.name) }
        return attribute.flatMap { $0.hasValue ? text($0.value) : nil }
    }

    private func text(_ range: Range<Int>) -> SourceText? {
        guard bytes[range].contains(MarkupByte.ampersand) else { return SourceText(bytes, range) }
        let decoded = CharacterReferences.decode(bytes, range, inAttribute: true, syntax: syntax)
        return decoded.isComplete ? decoded.text : nil
    }

    private mutating func follow(
        _ attribute: MarkupAttribute,
        _ kind: LinkAttribute,
        of token: MarkupToken,
        _ link: LinkRelation?,
        _ file: inout TextRewriting
    ) -> FolderIndex.Entry? {
        guard let base, let text = text(attribute.value) else { return nil }
        let placed = source.nesting(text)
        switch kind {
        case .resource, .hyperlink:
            if bytes.holdsName("script", in: token.name), isBridge(text.bytes) { loadsBridge = true }
            let isLink = kind == .hyperlink && !(link?.loads ?? isLoaded(token))
            return file.follow(
                Reference(placed, isLink ? .navigation : .resource),
                from: base,
                // Addresses of the page itself and of its kin, for search engines and feed readers, often are of another site.
                reportsMissing: link?.loads ?? true
            )
        case .sourceSet:
            for range in SourceSet.urls(in: text.bytes) {
                file.follow(Reference(placed.part(range), .resource), from: base)
            }
        case .style:
            note(placed, inAttribute: true, &file) { $0.followStyle(placed, from: base) }
        case .handler:
            note(placed, inAttribute: true, &file) { $0.followScript(placed, from: base, document: base) }
        case .presentation:
            guard text.bytes.contains(40) else { return nil }
            file.followStyle(placed, from: base)
        case .document:
            rewrite(text, &file)
        }
        return nil
    }

    /// An SVG image or use element loads what it refers to.
    private func isLoaded(_ token: MarkupToken) -> Bool {
        !bytes.holdsName("a", in: token.name) && !bytes.holdsName("area", in: token.name)
            && !bytes.holdsName("form", in: token.name)
    }

    private func isBridge(_ url: [UInt8]) -> Bool {
        let path = url.prefix { $0 != 63 && $0 != 35 }
        let start = path.count - Self.bridge.count
        guard start >= 0, path.suffix(Self.bridge.count).elementsEqual(Self.bridge) else { return false }
        return LegacyURL.schemeEnd(of: url) == nil && (start == 0 || path[start - 1] == 47)
    }

    private static let bridge = Array(ReservedMarker.bridgeScript.utf8)

    private mutating func renewIntegrity(
        of token: MarkupToken,
        _ entry: FolderIndex.Entry,
        _ file: inout TextRewriting
    ) {
        guard let metadata = value("integrity", of: token) else { return }
        usesHashes = true
        file.renew(source.nesting(metadata), of: entry, hashes)
    }

    /// Runs a change of inline code, and keeps its text where it was changed.
    private mutating func note(
        _ code: SourceText,
        inAttribute: Bool,
        isRaw: Bool = false,
        _ file: inout TextRewriting,
        _ change: (inout TextRewriting) -> Void
    ) {
        let before = file.edits.count
        change(&file)
        guard file.edits.count > before else { return }
        let escapes = isRaw ? nil : ChangedCode.Escapes(inAttribute: inAttribute, syntax: syntax)
        changed.append(ChangedCode(code: code, escapes: escapes))
    }
}

extension MarkupRewriting {
    /// Rewrites the first base with a URL, the only one that counts.
    ///
    /// One that stands for the folder becomes the relative path of the scope's root, or of the folder in it that it names.
    private mutating func readBase(_ token: MarkupToken, _ file: inout TextRewriting) {
        guard !hasBase, let href = value("href", of: token)?.asURL, !href.bytes.isEmpty else { return }
        hasBase = true
        let placed = source.nesting(href)
        let end = href.bytes.firstIndex { $0 == 63 || $0 == 35 } ?? href.bytes.count
        switch file.resolve(href.bytes, .navigation, from: folder, takesFolder: true) {
        case .foreign:
            // An empty path is the document's own.
            base = end == 0 ? folder : nil
        case .kept(let entry):
            base = Self.folder(of: entry)
        case .rewritten(let entry, let part, let url):
            base = Self.folder(of: entry)
            file.edits.replace(placed.source(of: part), by: url)
            file.rewritten += 1
        case .missing:
            // Where the site lived is unknown; this is its root.
            let root = RelativePath.write(to: [], isFolder: true, from: folder)
            let prefix = href.bytes[..<end].lastIndex(of: 47).map { href.bytes[...$0] } ?? []
            if prefix.first == 47 { file.add(LegacyBase(String(decoding: prefix, as: UTF8.self))) }
            base = []
            file.edits.replace(placed.source(of: 0..<end), by: root)
            file.rewritten += 1
        }
    }

    private static func folder(of entry: FolderIndex.Entry) -> [UInt8] {
        guard !entry.isFolder else { return entry.path }
        return entry.path.lastIndex(of: 47).map { Array(entry.path[..<$0]) } ?? []
    }

    private mutating func readMeta(_ token: MarkupToken, _ file: inout TextRewriting) {
        guard let pragma = value("http-equiv", of: token)?.bytes.map(lowercase),
            let content = value("content", of: token)
        else { return }
        if pragma.elementsEqual("refresh".utf8), let base, let url = MetaRefresh.url(in: content.bytes) {
            file.follow(Reference(source.nesting(content.part(url)), .navigation), from: base)
        }
        if pragma.elementsEqual("content-security-policy".utf8) {
            let keeps = token.attributes.contains { bytes.holdsName("data-connect-src", in: $0.name) }
            let end = token.attributes.map(\.range.upperBound).max() ?? token.name.upperBound
            policies.append(
                PolicyElement(
                    content: source.nesting(content),
                    end: source.source(of: end..<end).lowerBound,
                    keepsConnections: keeps
                )
            )
        }
    }

    /// `<?xml-stylesheet href="…"?>` (Associating Style Sheets with XML documents, section 3).
    private func readInstruction(_ token: MarkupToken, _ file: inout TextRewriting) {
        guard let base, bytes.hasText("xml-stylesheet", at: token.content.lowerBound, before: token.content.upperBound)
        else { return }
        let attributes = PseudoAttributes(bytes, token.content)
        guard let range = attributes["href"], let url = text(range) else { return }
        file.follow(Reference(source.nesting(url), .resource), from: base)
    }

    /// Rewrites the text of a script or style element that ends here.
    private mutating func close(_ file: inout TextRewriting) {
        guard let element else { return }
        self.element = nil
        guard let base, let text = text(of: element) else { return }
        let placed = source.nesting(text)
        switch element.code {
        case .style:
            note(placed, inAttribute: false, isRaw: element.isRaw, &file) { $0.followStyle(placed, from: base) }
        case .script:
            note(placed, inAttribute: false, isRaw: element.isRaw, &file) {
                $0.followScript(placed, from: base, document: base)
            }
        case .importMap:
            let map = ImportMapRewriting(source: placed, base: base, hashes: hashes)
            if JSONText(text.bytes)?["integrity"] != nil { usesHashes = true }
            let mapsRoot = mapsRoot
            note(placed, inAttribute: false, isRaw: element.isRaw, &file) { map.rewrite(&$0, mapsRoot: mapsRoot) }
        case .data: break
        }
    }

    /// The text of an element: all of it in HTML, one piece of it in XML, where it may have references and sections.
    private func text(of element: OpenElement) -> SourceText? {
        guard let first = element.parts.first, let last = element.parts.last else { return nil }
        if element.isRaw { return SourceText(bytes, first.range.lowerBound..<last.range.upperBound) }
        let pieces = element.parts.filter { piece in !bytes[piece.content].allSatisfy(\.isMarkupSpace) }
        guard pieces.count == 1, let piece = pieces.first else { return nil }
        guard piece.kind == .text else { return SourceText(bytes, piece.content) }
        let decoded = CharacterReferences.decode(bytes, piece.range, inAttribute: false, syntax: syntax)
        return decoded.isComplete ? decoded.text : nil
    }
}
