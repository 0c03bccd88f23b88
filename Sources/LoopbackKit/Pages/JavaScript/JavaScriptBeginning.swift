/// Where a script's code begins: behind what has its meaning at the very start alone.
package struct JavaScriptBeginning: Hashable, Sendable {
    /// Whether the text can be nothing but a module: it has static `import`, `export` or `import.meta`.
    package let isModule: Bool
    /// Where statements can be put that run before all others; `nil` where the script has no code.
    ///
    /// It is behind a byte order mark, `#!…`, comments and the directive prologue (ECMA-262, section 11.2.1). The last
    /// directive may have no semicolon there, so what is put has to begin with one.
    package let place: Int?

    /// Finds where a script's code begins.
    ///
    /// - Parameter bytes: the file, in UTF-8.
    /// - Returns: what was found.
    package static func find(in bytes: [UInt8]) -> JavaScriptBeginning {
        let isModule = JavaScriptReferences.find(in: bytes).hasModuleSyntax
        var lexer = JavaScriptLexer(bytes)
        lexer.takesHTMLComments = !isModule
        let first = lexer.nextOfNote()
        return JavaScriptBeginning(isModule: isModule, place: first.map { lexer.endOfDirectives(from: $0) })
    }
}

extension JavaScriptLexer {
    /// Where the directives end; where the first token begins when there is none.
    fileprivate mutating func endOfDirectives(from first: JavaScriptToken) -> Int {
        var place = first.range.lowerBound
        var current = first
        while current.kind == .string, current.isTerminated {
            guard let next = nextOfNote() else { return current.range.upperBound }
            if next.kind == .punctuator, bytes[next.range.lowerBound] == UInt8(ascii: ";") {
                place = next.range.upperBound
                guard let following = nextOfNote() else { return place }
                current = following
            } else {
                guard endsDirective(next) else { return place }
                place = current.range.upperBound
                current = next
            }
        }
        return place
    }

    /// Whether a semicolon is understood before a token, which then is no part of an expression that the string begins
    /// (ECMA-262, section 12.10).
    private func endsDirective(_ token: JavaScriptToken) -> Bool {
        guard token.hasNewline else { return false }
        switch token.kind {
        case .identifier: return token.word != .in && token.word != .instanceof
        case .string, .number, .privateName: return true
        case .punctuator:
            let length = token.range.count
            switch bytes[token.range.lowerBound] {
            case UInt8(ascii: "{"), UInt8(ascii: "~"), UInt8(ascii: "@"): return true
            case UInt8(ascii: "!"): return length == 1
            case UInt8(ascii: "+"), UInt8(ascii: "-"):
                return length == 2 && bytes[token.range.upperBound - 1] == bytes[token.range.lowerBound]
            default: return false
            }
        default: return false
        }
    }
}
