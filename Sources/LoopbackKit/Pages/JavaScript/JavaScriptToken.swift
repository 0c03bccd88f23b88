/// A token of a script (ECMA-262, section 12).
package struct JavaScriptToken: Hashable, Sendable {
    /// What a token is.
    package enum Kind: UInt8, Hashable, Sendable {
        /// Spaces and line breaks.
        case whitespace
        /// `//…`, `/*…*/`, and in classic scripts `<!--…` and, at a line's start, `-->…`.
        case comment
        /// `#!…` at the very start.
        case hashbang
        /// A name, also a reserved one.
        case identifier
        /// `#` with a name.
        case privateName
        case number
        case string
        /// A template without substitutions.
        case template
        /// A template's part up to its first `${`.
        case templateHead
        /// A template's part from `}` to `${`.
        case templateMiddle
        /// A template's part from `}` to its end.
        case templateTail
        case regularExpression
        case punctuator
        /// A byte that nothing begins with.
        case unknown

        /// Whether the grammar has nothing to do with it.
        package var isIgnored: Bool { rawValue <= Kind.hashbang.rawValue }
    }

    /// What it is.
    package let kind: Kind
    /// Which word, when it is a reserved one, or another that the grammar gives a meaning; never one with an escape.
    package let word: JavaScriptWord
    /// Where it stands.
    package let range: Range<Int>
    /// Whether its end was found: strings end at the line's end otherwise, templates and comments at the input's.
    package let isTerminated: Bool
    /// Whether a line break stands between it and the token before it that is more than a space or comment; for spaces and
    /// comments, whether one is in them.
    package let hasNewline: Bool
    /// Whether it is a name behind `.` or `?.`.
    package let isMember: Bool
    /// What the grammar awaits where it stands.
    package let expectation: JavaScriptExpectation
    /// What it stands in; an opening bracket in what is around it, a closing one in what it closes.
    package let enclosure: JavaScriptEnclosure
    /// In how many brackets it stands.
    package let depth: Int
}

/// What the grammar awaits: it tells a regular expression from a division, and a block from an object.
package enum JavaScriptExpectation: UInt8, Hashable, Sendable {
    /// A statement: `/` begins a regular expression, `{` a block, `function` a declaration.
    case statement
    /// An operand: `/` begins a regular expression, `{` an object, `function` an expression.
    case operand
    /// An operator, or the end of the statement: `/` divides.
    case continuation
    /// What `=>` leads to: an operand, but for `{`, which begins a block.
    case arrowBody
    /// What `export default` leads to: an operand, but `function` and `class` are declarations.
    case exported
    /// The body of a function that is an operand itself.
    case functionBody
}

/// What a token stands in.
package enum JavaScriptEnclosure: UInt8, Hashable, Sendable {
    /// Nothing: the script itself.
    case script
    /// `{` of statements, a declaration's body or a method's.
    case block
    /// The body of a function that is an operand.
    case functionBody
    /// `{` of an object or of a pattern.
    case object
    /// The body of a class that is declared.
    case classDeclaration
    /// The body of a class that is an operand.
    case classExpression
    /// Between `class` and its body, for either of the two.
    case classDeclarationHead
    case classExpressionHead
    /// `(` of a call, of a group, or of a declaration's or method's parameters.
    case parentheses
    /// `(` of the parameters of a function that is an operand.
    case parameters
    /// `(` behind `if`, `while` and `with`.
    case condition
    /// `(` behind `for`.
    case loop
    case brackets
    /// `${`
    case substitution
}
