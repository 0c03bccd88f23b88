/// Cuts a script into tokens, by ECMA-262, section 12.
///
/// The tokens tile the input. A `/` divides or begins a regular expression, and a `}` ends a block, an object or a
/// template's substitution: a stack of brackets and what the grammar awaits after each token tell which, without parsing.
///
/// What stays a guess, since only a parser knows:
/// - `yield` and `await` are operators. As names of variables, `yield / 2 / x` is read as a regular expression.
/// - `of` is an operator where it follows an operand right in the head of a `for`.
/// - A string right behind `from` or `import` ends its statement.
/// - A `{` behind an operand begins a block, behind `:` of a label or a case too.
/// - `<!--` begins a comment until `takesHTMLComments` says that the script is a module.
/// - A regular expression that its line doesn't end is a division.
package struct JavaScriptLexer {
    let bytes: [UInt8]
    let start: Int
    let end: Int
    var index: Int
    let classes = JavaScriptByteClasses.shared
    let words = JavaScriptWords.shared

    var brackets = JavaScriptBrackets()
    /// What is awaited next.
    var expectation = JavaScriptExpectation.statement
    /// Whether a line break, or the start, stands between here and the last token of note.
    var isAfterNewline = true
    /// Which word the last token of note was, and what had been awaited there.
    var lastWord = JavaScriptWord.none
    var lastExpectation = JavaScriptExpectation.statement
    /// Whether that was `.` or `?.`.
    var isAfterDot = false
    /// Whether `function` was passed, and its parameters are to come.
    var awaitedFunction = AwaitedFunction.none
    /// The end of a line in which a regular expression was searched in vain.
    var lineSearchedInVain = -1

    /// What is known of the token that is being read.
    var word = JavaScriptWord.none
    var isTerminated = true
    var hasNewline = false

    /// Whether `<!--` and `-->` begin comments, as they do in scripts that are no modules.
    package var takesHTMLComments = true

    /// Makes a lexer.
    ///
    /// - Parameters:
    ///   - bytes: the file, in UTF-8.
    ///   - range: the part of it to take; all by default.
    package init(_ bytes: [UInt8], range: Range<Int>? = nil) {
        let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
        self.bytes = bytes
        start = range.lowerBound
        index = range.lowerBound
        end = range.upperBound
    }

    /// How many brackets are open.
    package var openBrackets: Int { brackets.count }
    /// How many brackets closed nothing.
    package var unmatchedBrackets: Int { brackets.unmatched }

    /// The next token; `nil` at the end.
    package mutating func next() -> JavaScriptToken? {
        guard index < end else { return nil }
        let start = index
        let kind = read()
        return kind.isIgnored ? token(kind, start..<index, isMember: false) : take(kind, start)
    }

    /// The next token that is no space or comment; `nil` at the end.
    package mutating func nextOfNote() -> JavaScriptToken? {
        while index < end {
            let start = index
            let kind = read()
            if !kind.isIgnored { return take(kind, start) }
        }
        return nil
    }

    private mutating func read() -> JavaScriptToken.Kind {
        word = .none
        isTerminated = true
        hasNewline = false
        let kind = scan(bytes[index])
        if kind.isIgnored, hasNewline { isAfterNewline = true }
        return kind
    }

    /// The token that was read, which stands where nothing has been made of it yet.
    @inline(__always)
    func token(_ kind: JavaScriptToken.Kind, _ range: Range<Int>, isMember: Bool) -> JavaScriptToken {
        JavaScriptToken(
            kind: kind,
            word: word,
            range: range,
            isTerminated: isTerminated,
            hasNewline: hasNewline,
            isMember: isMember,
            expectation: expectation,
            enclosure: brackets.innermost,
            depth: brackets.count
        )
    }

    private mutating func scan(_ byte: UInt8) -> JavaScriptToken.Kind {
        if classes.isDigit(byte) { return number() }
        if classes.isName(byte) { return name() }
        if classes.isSingle(byte) { return skip(1, .punctuator) }
        if classes.isSpace(byte) { return whitespace() }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return string(quote: byte)
        case UInt8(ascii: "`"): return template(ending: .template, continuing: .templateHead)
        case UInt8(ascii: "}"):
            guard brackets.innermost == .substitution else { return punctuator(byte) }
            return template(ending: .templateTail, continuing: .templateMiddle)
        case UInt8(ascii: "/"): return slash()
        case UInt8(ascii: "."): return classes.isDigit(peek(1)) ? number() : punctuator(byte)
        case UInt8(ascii: "<"): return isHTMLComment("<!--") ? lineComment(.comment) : punctuator(byte)
        case UInt8(ascii: "-"):
            return isAfterNewline && isHTMLComment("-->") ? lineComment(.comment) : punctuator(byte)
        case UInt8(ascii: "#"): return hash()
        case UInt8(ascii: "\\"): return peek(1) == UInt8(ascii: "u") ? name() : skip(1, .unknown)
        case 0x80...: return spaceLength(at: index) > 0 ? whitespace() : name()
        default: return punctuator(byte)
        }
    }

    private func isHTMLComment(_ mark: StaticString) -> Bool { takesHTMLComments && follows(mark, at: index) }

    private mutating func hash() -> JavaScriptToken.Kind {
        let isFirst = index == start || index == 3 && start == 0 && spaceLength(at: 0) == 3
        if isFirst, peek(1) == UInt8(ascii: "!") { return lineComment(.hashbang) }
        let next = peek(1)
        guard classes.isName(next) || next >= 0x80 || next == UInt8(ascii: "\\") else { return skip(1, .unknown) }
        index += 1
        skipName()
        return .privateName
    }
}

/// Which function's parameters are to come.
enum AwaitedFunction {
    case none, declaration, expression
}
