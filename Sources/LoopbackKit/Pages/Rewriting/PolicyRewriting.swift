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
        for part in source.bytes.split(separator: 59) {
            let words = part.split { $0 == 32 || (9...13).contains($0) }
            guard let name = words.first, let last = words.last else { continue }
            let directive = Directive(
                name: name.map(lowercase),
                sources: words.dropFirst().map { $0.startIndex..<$0.endIndex },
                end: last.endIndex
            )
            // The first of a name counts.
            if !directives.contains(where: { $0.name == directive.name }) { directives.append(directive) }
        }
        self.directives = directives
    }

    /// Replaces digests of what was changed.
    ///
    /// - Parameters:
    ///   - file: gets the edits.
    ///   - successor: gives an old digest's new one.
    func renewHashes(_ file: inout TextRewriting, successor: (HashExpression) -> [UInt8]?) {
        for expression in HashExpression.all(in: source.bytes, 0..<source.bytes.count) {
            guard let digest = successor(expression) else { continue }
            file.edits.replace(source.source(of: expression.digest), by: digest)
        }
    }

    /// Lets files come from the own origin where the policy lets them come from a legacy base.
    func admitOrigin(insteadOf bases: [LegacyBase], _ file: inout TextRewriting) {
        let origins = Set(bases.flatMap { Self.expressions(for: $0) })
        guard !origins.isEmpty else { return }
        for directive in directives where !has(Self.ownOrigin, directive) {
            let admits = directive.sources.contains { range in
                let written = source.bytes[range].map(lowercase)
                return origins.contains { written == $0 || written.starts(with: $0 + [47]) }
            }
            if admits { add([32] + Self.ownOrigin, behind: directive, &file) }
        }
    }

    /// The sources that connections may go to, as the policy says them; `nil` when it does not limit them.
    var connectSources: [UInt8]? {
        guard let directive = connectDirective else { return nil }
        return Array(directive.sources.map { source.bytes[$0] }.joined(separator: [32]))
    }

    /// Lets connections go to the own origin, where the proxy is.
    func admitProxy(_ file: inout TextRewriting) {
        guard let directive = connectDirective, !has(Self.ownOrigin, directive) else { return }
        guard directive.name != Self.connect else { return add([32] + Self.ownOrigin, behind: directive, &file) }
        // What holds for everything else stays as it is.
        let sources = directive.sources.map { Array(source.bytes[$0]) }.filter { $0.map(lowercase) != Self.nothing }
        let words = [Self.connect] + sources + [Self.ownOrigin]
        let added = Array("; ".utf8) + words.joined(separator: [32])
        add(added, behind: directives[directives.count - 1], &file)
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

    /// How a policy names a legacy base: by its scheme, or by its host with or without the scheme.
    private static func expressions(for base: LegacyBase) -> [[UInt8]] {
        let prefix = Array(base.prefix.utf8)
        guard let parts = LegacyURL(prefix) else { return [] }
        var expressions: [[UInt8]] = []
        if let scheme = parts.scheme, scheme != Array("https".utf8), scheme != Array("http".utf8) {
            expressions.append(scheme + [58])
        }
        if let authority = parts.authority, !authority.isEmpty {
            expressions.append(authority)
            if let scheme = parts.scheme { expressions.append(scheme + Array("://".utf8) + authority) }
            for scheme in ["http", "https"] where parts.scheme == nil {
                expressions.append(Array("\(scheme)://".utf8) + authority)
            }
        }
        return expressions
    }

    private static let ownOrigin = Array("'self'".utf8)
    private static let nothing = Array("'none'".utf8)
    private static let connect = Array("connect-src".utf8)
    private static let fallback = Array("default-src".utf8)
}
