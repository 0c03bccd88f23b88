/// The URLs of a script, in the few constructs that say that a string is one.
///
/// They are the specifiers of `import`, `export … from`, `import()` and `import.meta.resolve()`, the first arguments of
/// `new URL(…, import.meta.url)`, `new Worker()`, `new SharedWorker()` and `navigator.serviceWorker.register()`, and all of
/// `importScripts()`. An argument counts when it is a string, or a template without substitutions, and nothing else. No
/// other text of a script is ever one.
package struct JavaScriptReferences: Hashable, Sendable {
    /// The references, in their order.
    package internal(set) var references: [Reference] = []
    /// Whether the text can be nothing but a module: it has `import`, `export` or `import.meta`.
    package internal(set) var hasModuleSyntax = false
    /// How many `import()` have an argument that is made at run time.
    package internal(set) var computedImports = 0

    /// Finds a script's references.
    ///
    /// - Parameters:
    ///   - bytes: the file, in UTF-8.
    ///   - range: the part of it to take; all by default.
    /// - Returns: what was found.
    package static func find(in bytes: [UInt8], range: Range<Int>? = nil) -> JavaScriptReferences {
        var finder = JavaScriptReferenceFinder(bytes, range)
        finder.run()
        return finder.found
    }
}

/// Goes through a script's tokens once; what looks ahead takes the tokens that it looks at.
struct JavaScriptReferenceFinder {
    let bytes: [UInt8]
    private var lexer: JavaScriptLexer
    var found = JavaScriptReferences()
    /// The token to look at; spaces and comments are left out.
    private(set) var current: JavaScriptToken?
    /// The first byte of the one before it.
    private(set) var previousByte: UInt8 = 0
    /// In how many brackets the arguments stand of each `importScripts()` that is open.
    var scriptLists: [Int] = []

    init(_ bytes: [UInt8], _ range: Range<Int>?) {
        self.bytes = bytes
        lexer = JavaScriptLexer(bytes, range: range)
    }

    mutating func run() {
        advance()
        while let token = current {
            while let depth = scriptLists.last, token.depth < depth { scriptLists.removeLast() }
            if token.kind == .identifier, takes(token) { continue }
            if scriptLists.last == token.depth, isAt(",") { takeNextScript() } else { advance() }
        }
    }

    mutating func advance() {
        if let current { previousByte = bytes[current.range.lowerBound] }
        current = lexer.nextOfNote()
    }

    /// Notes that the text is a module, in which nothing but `//` and `/*` begins a comment.
    mutating func noteModuleSyntax() {
        found.hasModuleSyntax = true
        lexer.takesHTMLComments = false
    }

    /// Takes a construct that begins with a name.
    ///
    /// - Returns: whether there is one; the current token is behind what was taken of it.
    private mutating func takes(_ token: JavaScriptToken) -> Bool {
        switch token.word {
        case .import: takeImport(token)
        case .export: takeExport(token)
        case .new: takeNew()
        case .selfObject, .globalThis: takeGlobal()
        case .none where isName(token, "importScripts") && !token.isMember: takeImportScripts()
        case .none where isName(token, "navigator"): takeNavigator()
        default: return false
        }
        return true
    }
}

extension JavaScriptReferenceFinder {
    /// Whether a name is written so, without escapes.
    func isName(_ token: JavaScriptToken?, _ name: StaticString) -> Bool {
        guard let token, token.kind == .identifier, token.range.count == name.utf8CodeUnitCount else { return false }
        return bytes.hasText(name, at: token.range.lowerBound, before: token.range.upperBound)
    }

    /// Whether the current token is a punctuator of one character.
    func isAt(_ character: Unicode.Scalar) -> Bool {
        guard let token = current, token.kind == .punctuator, token.range.count == 1 else { return false }
        return bytes[token.range.lowerBound] == UInt8(ascii: character)
    }

    /// Whether the current token is `.` or `?.`.
    var isAtDot: Bool {
        guard let token = current, token.kind == .punctuator else { return false }
        return token.range.count <= 2 && bytes[token.range.upperBound - 1] == UInt8(ascii: ".")
    }

    mutating func report(_ token: JavaScriptToken?, _ use: ReferenceUse) {
        guard let token, let text = JavaScriptString.decode(bytes, token) else { return }
        found.references.append(Reference(text, use))
    }

    /// Takes an argument's first token.
    ///
    /// - Returns: the token when it is a literal and the whole argument.
    mutating func literalArgument() -> JavaScriptToken? {
        guard let token = current, token.kind == .string || token.kind == .template else { return nil }
        advance()
        return isAt(",") || isAt(")") ? token : nil
    }
}
