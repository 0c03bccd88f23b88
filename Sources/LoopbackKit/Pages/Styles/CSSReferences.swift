/// Finds the URLs of a style sheet, or of the declarations in a style attribute.
///
/// They are unquoted addresses, the string of `url()` and `src()`, the string behind `@import`, and the strings that stand
/// in `image-set()` itself. No other string is one. What only names or tests something loads nothing, and is none:
/// `@namespace`, `@document`, and the conditions of `@supports` and `@import`.
package struct CSSReferences {
    /// Finds them; an empty URL is none, since it loads nothing.
    ///
    /// - Parameters:
    ///   - bytes: the file, in UTF-8.
    ///   - range: the part of it to take; all by default.
    /// - Returns: the references, in their order.
    package static func find(in bytes: [UInt8], range: Range<Int>? = nil) -> [Reference] {
        var finder = CSSReferences(bytes)
        var tokenizer = CSSTokenizer(bytes, range: range)
        while let token = tokenizer.next() { finder.take(token) }
        return finder.references
    }

    /// What a token stands in.
    private enum Enclosure: UInt8 {
        /// Braces with statements in them.
        case block
        /// Braces with a value in them.
        case braces
        case brackets
        case parentheses
        /// `url(` or `src(`, and its address is still to come.
        case address
        case imageSet

        var closing: UInt8 {
            switch self {
            case .block, .braces: UInt8(ascii: "}")
            case .brackets: UInt8(ascii: "]")
            case .parentheses, .address, .imageSet: UInt8(ascii: ")")
            }
        }
    }

    /// What comes in the head of an at-rule, up to its block or semicolon.
    private enum Prelude {
        /// Nothing of note: addresses are references.
        case plain
        /// The address of an `@import`.
        case imported
        /// Nothing that is loaded.
        case silent
    }

    private let bytes: [UInt8]
    private var references: [Reference] = []
    private var enclosures: [Enclosure] = []
    private var prelude = Prelude.plain
    /// How many enclosures the at-rule stands in.
    private var preludeDepth = 0
    private var isAtStatementStart = true
    /// Whether the statement sets a custom property.
    private var setsCustomProperty = false

    private init(_ bytes: [UInt8]) { self.bytes = bytes }
}

extension CSSReferences {
    private mutating func take(_ token: CSSToken) {
        switch token.kind {
        case .whitespace, .comment: return
        // Between the rules of a style sheet both are nothing.
        case .cdo, .cdc: if enclosures.isEmpty, isAtStatementStart { return }
        case .semicolon: if endsStatement { return beginStatement() }
        case .closing(let byte): if close(byte) { return }
        case .opening(let byte): return open(byte)
        case .function: return open(function: token.valueRange)
        case .atKeyword: if isAtStatementStart { return beginRule(token.valueRange) }
        case .url, .string: report(token)
        case .ident: if isAtStatementStart { setsCustomProperty = CSSValue.isCustomProperty(bytes, token.valueRange) }
        default: break
        }
        pass()
    }

    /// What was to come first didn't, or did.
    private mutating func pass() {
        isAtStatementStart = false
        if prelude == .imported { prelude = .silent }
        if enclosures.last == .address { enclosures[enclosures.count - 1] = .parentheses }
    }

    private mutating func report(_ token: CSSToken) {
        let isAddress =
            switch prelude {
            case .silent: false
            case .imported: token.kind == .url || enclosures.count == preludeDepth || enclosures.last == .address
            case .plain: token.kind == .url || enclosures.last == .address || enclosures.last == .imageSet
            }
        guard isAddress, !token.valueRange.isEmpty else { return }
        let text = CSSValue.decode(bytes, token.valueRange, isString: token.kind == .string)
        references.append(Reference(text, setsCustomProperty ? .customProperty : .resource))
    }
}

extension CSSReferences {
    /// Whether a semicolon ends a statement, and is not part of a value in parentheses.
    private var endsStatement: Bool { enclosures.last == nil || enclosures.last == .block }

    private mutating func beginStatement() {
        isAtStatementStart = true
        setsCustomProperty = false
        if enclosures.count <= preludeDepth { prelude = .plain }
    }

    private mutating func beginRule(_ name: Range<Int>) {
        isAtStatementStart = false
        preludeDepth = enclosures.count
        if CSSValue.isName("import", bytes, name) {
            // It is a rule at the top level alone.
            prelude = enclosures.isEmpty ? .imported : .silent
        } else if Self.silentRules.contains(where: { CSSValue.isName($0, bytes, name) }) {
            prelude = .silent
        } else {
            prelude = .plain
        }
    }

    private static var silentRules: [StaticString] { ["namespace", "supports", "document", "-moz-document"] }

    private mutating func open(_ byte: UInt8) {
        let isStatement = endsStatement
        if byte == UInt8(ascii: "{"), isStatement {
            beginStatement()
            return enclosures.append(.block)
        }
        pass()
        switch byte {
        case UInt8(ascii: "{"): enclosures.append(.braces)
        case UInt8(ascii: "["): enclosures.append(.brackets)
        default: enclosures.append(.parentheses)
        }
    }

    private mutating func open(function name: Range<Int>) {
        let isAddress = CSSValue.isName("url", bytes, name) || CSSValue.isName("src", bytes, name)
        let isImported = prelude == .imported
        pass()
        if isAddress {
            if isImported { prelude = .imported }
            enclosures.append(.address)
        } else if CSSValue.isName("image-set", bytes, name) || CSSValue.isName("-webkit-image-set", bytes, name) {
            enclosures.append(.imageSet)
        } else {
            enclosures.append(.parentheses)
        }
    }

    /// Closes what the token stands in when it is its own end; others are part of a value.
    ///
    /// - Returns: whether a statement ended.
    private mutating func close(_ byte: UInt8) -> Bool {
        guard let last = enclosures.last, last.closing == byte else { return false }
        enclosures.removeLast()
        guard last == .block else { return false }
        beginStatement()
        return true
    }
}
