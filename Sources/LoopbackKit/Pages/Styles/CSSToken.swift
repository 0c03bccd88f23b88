/// A token of a style sheet, by css-syntax-3, section 4.
package struct CSSToken: Hashable, Sendable {
    /// What a token is.
    package enum Kind: Hashable, Sendable {
        /// A name.
        case ident
        /// A name with the parenthesis behind it.
        case function
        /// `@` with a name.
        case atKeyword
        /// `#` with a name; an identifier when the name could stand alone.
        case hash(isIdentifier: Bool)
        /// A quoted string; the input's end closes it as well.
        case string
        /// A string that a line break cuts off.
        case badString
        /// `url(` with an unquoted address.
        case url
        /// The same with something in it that may not be there.
        case badURL
        /// Another character.
        case delim
        /// A number.
        case number(isInteger: Bool)
        /// A number with `%` behind it.
        case percentage(isInteger: Bool)
        /// A number with a name behind it.
        case dimension(isInteger: Bool)
        /// Spaces, tabs and line breaks; a byte order mark at the file's start counts as such.
        case whitespace
        /// `<!--`
        case cdo
        /// `-->`
        case cdc
        /// `:`
        case colon
        /// `;`
        case semicolon
        /// `,`
        case comma
        /// `(`, `[` or `{`
        case opening(UInt8)
        /// `)`, `]` or `}`
        case closing(UInt8)
        /// A comment, which the standard drops.
        case comment
    }

    /// What it is.
    package let kind: Kind
    /// Where it stands.
    package let range: Range<Int>
    /// Where its value stands, with its escapes: a name without its marks, a string without its quotes, an address without
    /// what is around it, a dimension's unit, a percentage's number.
    package let valueRange: Range<Int>

    package init(_ kind: Kind, _ range: Range<Int>, value: Range<Int>? = nil) {
        self.kind = kind
        self.range = range
        valueRange = value ?? range
    }
}
