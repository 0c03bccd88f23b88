internal import LoopbackKitHTTP

/// The changes of a document's own Content Security Policy (CSP Level 3, sections 2.2.1 and 2.3.1).
struct PolicyRewriting {
    /// A directive of the policy.
    private struct Directive {
        /// In lower case.
        let name: [UInt8]
        /// Where each source expression stands.
        let sources: [Range<Int>]
        let end: Int
    }

    /// The policy's text, with its places in the document.
    let source: SourceText
    private let directives: [Directive]

    init(_ source: SourceText) {
        self.source = source
        var directives: [Directive] = []
        var names: Set<[UInt8]> = []
        for part in source.bytes.split(separator: 59) {
            let words = part.split { $0 == 32 || (9...13).contains($0) }
            guard let name = words.first, let last = words.last else { continue }
            let directive = Directive(
                name: name.map(lowercase),
                sources: words.dropFirst().map { $0.startIndex..<$0.endIndex },
                end: last.endIndex
            )
            // The first of a name counts.
            if names.insert(directive.name).inserted { directives.append(directive) }
        }
        self.directives = directives
    }

    /// Replaces digests of what was changed.
    ///
    /// - Parameters:
    ///   - file: gets the edits.
    ///   - successors: gives the digests that an old one became.
    func renewHashes(_ file: inout TextRewriting, successors: (HashExpression) -> [[UInt8]]) {
        for expression in HashExpression.all(in: source.bytes, 0..<source.bytes.count) {
            let digests = successors(expression)
            guard !digests.isEmpty else { continue }
            let next = Array("' '\(expression.algorithm.rawValue)-".utf8)
            file.edits.replace(source.source(of: expression.digest), by: Array(digests.joined(separator: next)))
        }
    }

    /// Lets files come from the own origin where the policy lets them come from a legacy base, and connections to the
    /// proxy there.
    func admitOrigin(insteadOf bases: [LegacyBase], andProxy admitsProxy: Bool, _ file: inout TextRewriting) {
        let parts = bases.compactMap { LegacyURL(Array($0.prefix.utf8)) }
        for directive in directives where !has(Self.ownOrigin, directive) {
            let isForProxy = admitsProxy && directive.name == Self.connect
            let admits = directive.sources.contains { range in
                let written = source.bytes[range].map(lowercase)
                return parts.contains { Self.admits(written, $0) }
            }
            if admits || isForProxy { add([32] + Self.ownOrigin, behind: directive, &file) }
        }
        if admitsProxy { addConnections(&file) }
    }

    /// Where connections are limited by what holds for everything else, gives them a directive of their own.
    private func addConnections(_ file: inout TextRewriting) {
        guard let directive = connectDirective, directive.name != Self.connect, !has(Self.ownOrigin, directive) else {
            return
        }
        let sources = directive.sources.map { Array(source.bytes[$0]) }.filter { $0.map(lowercase) != Self.nothing }
        let words = [Self.connect] + sources + [Self.ownOrigin]
        let added = Array("; ".utf8) + words.joined(separator: [32])
        add(added, behind: directives[directives.count - 1], &file)
    }

    /// Whether a source expression lets files come from a legacy base (CSP Level 3, section 6.7.2.8, without paths).
    private static func admits(_ expression: [UInt8], _ base: LegacyURL) -> Bool {
        let parts = LegacyURL(expression)
        if let scheme = base.scheme, expression == scheme + [58] { return true }
        guard let authority = base.authority, !authority.isEmpty else { return false }
        let host = parts?.authority ?? Array(expression.prefix { $0 != 47 })
        if let scheme = parts?.scheme, let own = base.scheme, scheme != own { return false }
        guard host.starts(with: [42, 46]) else { return host == authority }
        return authority.count > host.count - 1 && authority.suffix(host.count - 1).elementsEqual(host.dropFirst())
    }

    /// The sources that connections may go to, as the policy says them; `nil` when it does not limit them.
    var connectSources: [UInt8]? {
        guard let directive = connectDirective else { return nil }
        return Array(directive.sources.map { source.bytes[$0] }.joined(separator: [32]))
    }

    private var connectDirective: Directive? {
        directives.first { $0.name == Self.connect } ?? directives.first { $0.name == Self.fallback }
    }

    private func has(_ expression: [UInt8], _ directive: Directive) -> Bool {
        directive.sources.contains { source.bytes[$0].map(lowercase) == expression }
    }

    private func add(_ bytes: [UInt8], behind directive: Directive, _ file: inout TextRewriting) {
        file.edits.replace(source.source(of: directive.end..<directive.end), by: bytes)
    }

    private static let ownOrigin = Array("'self'".utf8)
    private static let nothing = Array("'none'".utf8)
    private static let connect = Array("connect-src".utf8)
    private static let fallback = Array("default-src".utf8)
}
