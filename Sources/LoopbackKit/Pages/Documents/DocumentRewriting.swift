internal import LoopbackKitHTTP

/// Rewrites an HTML or XHTML document: its URLs, what is added to it, and what its own policy and import map say.
struct DocumentRewriting {
    let configuration: PageConfiguration
    let hashes: ContentHashes
    let syntax: MarkupSyntax
    private var markup: MarkupRewriting
    private var proxied: ProxiedMarkup
    private var head: HeadPlan
    /// Where an earlier preparation's block stands.
    private var block: Range<Int>?

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
        proxied = ProxiedMarkup(configuration.proxiesCalls ? configuration.proxiedElements : [], syntax)
        head = HeadPlan(file.text, syntax)
    }

    /// Rewrites the document.
    ///
    /// - Returns: whether its content depends on the digests of other files.
    mutating func run(_ file: inout TextRewriting) -> Bool {
        file.isFragment = syntax == .html && Self.isFragment(file.text)
        var tokens = MarkupTokenizer(file.text, syntax: syntax)
        block = Self.findBlock(in: file.text, syntax)
        while let token = tokens.next() {
            // Nothing is looked for in what an earlier preparation added.
            if let block, block.contains(token.range.lowerBound) { continue }
            head.read(token)
            markup.read(token, &file)
            proxied.read(token, from: markup.base, &file)
        }
        markup.end(&file)
        insertBlock(&file)
        let namesHashes = rewritePolicies(&file)
        return markup.usesHashes || namesHashes
    }

    /// Finds an earlier preparation's block: from the last opening comment before the first closing one.
    private static func findBlock(in text: [UInt8], _ syntax: MarkupSyntax) -> Range<Int>? {
        guard text.contains(part: Array("<!--/".utf8) + InjectedBlock.mark) else { return nil }
        var tokens = MarkupTokenizer(text, syntax: syntax)
        var start: Int?
        while let token = tokens.next() {
            guard token.kind == .comment else { continue }
            if text[token.content].elementsEqual(InjectedBlock.mark) { start = token.range.lowerBound }
            if let start, text[token.content].elementsEqual([MarkupByte.solidus] + InjectedBlock.mark) {
                return start..<token.range.upperBound
            }
        }
        return nil
    }

    private func insertBlock(_ file: inout TextRewriting) {
        let added = InjectedBlock(
            configuration: configuration,
            document: file.path,
            base: file.isFragment ? nil : markup.base
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
    ///
    /// - Returns: whether a policy names digests.
    private func rewritePolicies(_ file: inout TextRewriting) -> Bool {
        var successors: [IntegrityAlgorithm: [[UInt8]: [[UInt8]]]] = [:]
        let (text, edits) = (file.text, file.edits.sorted)
        for element in markup.policies {
            let policy = PolicyRewriting(element.content)
            policy.renewHashes(&file) { expression in
                let algorithm = expression.algorithm
                let known = successors[algorithm] ?? self.successors(algorithm, text, edits)
                successors[algorithm] = known
                return known[HashExpression.normalized(policy.source.bytes[expression.digest])] ?? []
            }
            let admitsProxy = configuration.proxiesCalls && !element.keepsConnections
            policy.admitOrigin(insteadOf: configuration.legacyBases, andProxy: admitsProxy, &file)
            guard admitsProxy, let sources = policy.connectSources else { continue }
            // What the page script holds the real addresses against.
            let attribute = Array(" data-connect-src=\"".utf8) + Self.escaped(sources) + [MarkupByte.quotationMark]
            file.edits.replace(element.end..<element.end, by: attribute)
        }
        return !successors.isEmpty
    }

    /// By the digests of files and inline code as they were, the digests of what they became.
    private func successors(
        _ algorithm: IntegrityAlgorithm,
        _ text: [UInt8],
        _ edits: TextEdits.Sorted
    ) -> [[UInt8]: [[UInt8]]] {
        var successors = hashes.successors(algorithm)
        for piece in markup.changed {
            var new = edits.apply(to: text, part: piece.code.source)
            if let escapes = piece.escapes {
                let whole = 0..<new.count
                new =
                    CharacterReferences.decode(
                        new,
                        whole,
                        inAttribute: escapes.inAttribute,
                        syntax: escapes.syntax
                    ).text.bytes
            }
            // Engines hash the element's text, in which every line ends with LF.
            let old = algorithm.digest(of: Self.normalized(piece.code.bytes))
            successors[HashExpression.normalized(old[...])] = [algorithm.digest(of: Self.normalized(new))]
        }
        return successors
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
