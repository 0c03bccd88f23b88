internal import LoopbackKitHTTP

/// Rewrites an HTML or XHTML document: its URLs, what is added to it, and what its own policy and import map say.
struct DocumentRewriting {
    let configuration: PageConfiguration
    let hashes: ContentHashes
    let syntax: MarkupSyntax
    private var markup: MarkupRewriting
    private var head: HeadPlan
    /// Where an earlier preparation's block stands.
    private var block: Range<Int>?
    private var blockStart: Int?

    init(_ file: TextRewriting, _ syntax: MarkupSyntax, _ configuration: PageConfiguration, _ hashes: ContentHashes) {
        self.configuration = configuration
        self.hashes = hashes
        self.syntax = syntax
        markup = MarkupRewriting(
            SourceText(file.text, 0..<file.text.count),
            syntax,
            folder: file.folder,
            hashes: hashes,
            mapsRoot: configuration.addsImportMap
        )
        head = HeadPlan(file.text, syntax)
    }

    /// Rewrites the document.
    ///
    /// - Returns: whether its content depends on the digests of other files.
    mutating func run(_ file: inout TextRewriting) -> Bool {
        file.isFragment = syntax == .html && Self.isFragment(file.text)
        var tokens = MarkupTokenizer(file.text, syntax: syntax)
        let end = Self.endOfBlock(in: file.text, syntax)
        while let token = tokens.next() {
            if isBlock(token, file.text, end: end) { continue }
            head.read(token)
            markup.read(token, &file)
        }
        markup.end(&file)
        insertBlock(&file)
        let namesHashes = rewritePolicies(&file)
        return markup.usesHashes || namesHashes
    }

    /// Whether a token belongs to an earlier preparation's block, which nothing is looked for in.
    private mutating func isBlock(_ token: MarkupToken, _ text: [UInt8], end: Int?) -> Bool {
        guard let end, token.range.upperBound <= end else { return false }
        if blockStart == nil {
            guard token.kind == .comment, text[token.content].elementsEqual(InjectedBlock.mark) else { return false }
            blockStart = token.range.lowerBound
            block = token.range.lowerBound..<end
        }
        return true
    }

    /// Where the first block ends that has both of its comments.
    private static func endOfBlock(in text: [UInt8], _ syntax: MarkupSyntax) -> Int? {
        guard text.contains(part: Array("<!--/".utf8) + InjectedBlock.mark) else { return nil }
        var tokens = MarkupTokenizer(text, syntax: syntax)
        var isOpen = false
        while let token = tokens.next() {
            guard token.kind == .comment else { continue }
            if text[token.content].elementsEqual(InjectedBlock.mark) { isOpen = true }
            if isOpen, text[token.content].elementsEqual([MarkupByte.solidus] + InjectedBlock.mark) {
                return token.range.upperBound
            }
        }
        return nil
    }

    private func insertBlock(_ file: inout TextRewriting) {
        let added = InjectedBlock(
            configuration: configuration,
            document: file.path,
            resolvesPlace: markup.base != nil && !file.isFragment
        )
        let bytes = added.write(
            addsBridge: configuration.addsBridge && !markup.loadsBridge,
            addsImportMap: configuration.addsImportMap && !markup.hasImportMap && !file.isFragment,
            encoding: head.laterEncoding
        )
        guard head.isPossible || block != nil else {
            if !bytes.isEmpty { file.note(.noPlace, at: SourceText([], 0..<0)) }
            return
        }
        let place = block ?? head.place..<head.place
        if !file.text[place].elementsEqual(bytes) { file.edits.replace(place, by: bytes) }
    }

    /// Whether a text has none of what only a whole document has: it may be one that a script puts into another.
    private static func isFragment(_ text: [UInt8]) -> Bool {
        var tokens = MarkupTokenizer(text, syntax: .html)
        while let token = tokens.next() {
            if token.kind == .doctype { return false }
            guard token.kind == .startTag else { continue }
            let names: [StaticString] = ["html", "head", "body", "frameset", "title", "meta", "base"]
            if names.contains(where: { text.holdsName($0, in: token.name) }) { return false }
        }
        return true
    }

    /// Renews the digests of inline code in the policies, and lets them admit what the folder now gives.
    private func rewritePolicies(_ file: inout TextRewriting) -> Bool {
        var namesHashes = false
        for element in markup.policies {
            let policy = PolicyRewriting(element.content)
            let text = file.text
            let edits = file.edits
            var inline: [IntegrityAlgorithm: [[UInt8]: [UInt8]]] = [:]
            policy.renewHashes(&file) { expression in
                namesHashes = true
                let known =
                    inline[expression.algorithm] ?? Self.digests(of: markup.changed, expression.algorithm, text, edits)
                inline[expression.algorithm] = known
                let old = known.keys.first { expression.matches($0, in: policy.source.bytes) }
                return old.flatMap { known[$0] } ?? hashes.successor(of: expression, in: policy.source.bytes)
            }
            policy.admitOrigin(insteadOf: configuration.legacyBases, &file)
            guard configuration.admitsProxy, !element.keepsConnections, let sources = policy.connectSources else {
                continue
            }
            // What the page script holds the real addresses against.
            let attribute = Array(" data-connect-src=\"".utf8) + Self.escaped(sources) + [MarkupByte.quotationMark]
            file.edits.replace(element.end..<element.end, by: attribute)
            policy.admitProxy(&file)
        }
        return namesHashes
    }

    /// By the digest of each changed piece of code as it was, the digest of what it became.
    private static func digests(
        of changed: [SourceText],
        _ algorithm: IntegrityAlgorithm,
        _ text: [UInt8],
        _ edits: TextEdits
    ) -> [[UInt8]: [UInt8]] {
        var digests: [[UInt8]: [UInt8]] = [:]
        for code in changed {
            let new = edits.apply(to: text, part: code.source)
            // Engines hash the element's text, in which every line ends with LF.
            digests[algorithm.digest(of: normalized(code.bytes))] = algorithm.digest(of: normalized(new))
        }
        return digests
    }

    private static func normalized(_ code: [UInt8]) -> [UInt8] {
        guard code.contains(13) else { return code }
        var lines: [UInt8] = []
        for (index, byte) in code.enumerated() {
            if byte == 10, index > 0, code[index - 1] == 13 { continue }
            lines.append(byte == 13 ? 10 : byte)
        }
        return lines
    }

    private static func escaped(_ value: [UInt8]) -> [UInt8] {
        value.flatMap { $0 == MarkupByte.quotationMark ? Array("&quot;".utf8) : $0 == 38 ? Array("&amp;".utf8) : [$0] }
    }
}

extension [UInt8] {
    /// Whether other bytes stand somewhere in these.
    fileprivate func contains(part: [UInt8]) -> Bool {
        guard let first = part.first else { return true }
        var index = startIndex
        while let found = self[index...].firstIndex(of: first) {
            if self[found...].starts(with: part) { return true }
            index = found + 1
        }
        return false
    }
}
