/// What each token means for the next one.
extension JavaScriptLexer {
    /// Takes what was read and is no space or comment.
    ///
    /// - Parameters:
    ///   - kind: what it is.
    ///   - start: where it begins; it ends here.
    /// - Returns: the token, with where it stands; what is awaited behind it is kept.
    mutating func take(_ kind: JavaScriptToken.Kind, _ start: Int) -> JavaScriptToken {
        if lastWord != .none { takeLateEnd(kind, bytes[start]) }
        let isMember = isAfterDot && kind == .identifier
        if isMember { word = .none }
        hasNewline = isAfterNewline
        let token = token(kind, start..<index, isMember: isMember)
        isAfterNewline = false
        isAfterDot = false
        let awaited = expectation
        goOn(behind: kind, start)
        // `for await (` is the head of a loop as well.
        lastWord = word == .await && lastWord == .for ? .for : word
        lastExpectation = awaited
        return token
    }

    /// What the token shows of a word before it: a property of the name `class`, or a `return` that its line ended.
    private mutating func takeLateEnd(_ kind: JavaScriptToken.Kind, _ byte: UInt8) {
        if lastWord == .class, kind != .identifier, byte != UInt8(ascii: "{") { brackets.dropClassHeads() }
        if lastWord == .return, isAfterNewline { expectation = .statement }
    }

    private mutating func goOn(behind kind: JavaScriptToken.Kind, _ start: Int) {
        switch kind {
        case .identifier: takeName()
        case .punctuator: takePunctuator(bytes[start], start)
        case .templateHead:
            brackets.open(.substitution)
            expectation = .operand
        case .templateMiddle: expectation = .operand
        case .templateTail:
            brackets.close()
            expectation = .continuation
        case .string:
            // A line break ends a declaration behind its specifier, whatever follows.
            expectation = lastWord == .from || lastWord == .import ? .statement : .continuation
        default: expectation = .continuation
        }
    }

    private mutating func takeName() {
        switch word {
        case .function:
            awaitedFunction = isDeclaration ? .declaration : .expression
            expectation = .continuation
        case .class:
            brackets.open(isDeclaration ? .classDeclarationHead : .classExpressionHead)
            expectation = .continuation
        case .default: expectation = lastWord == .export ? .exported : .operand
        case .of:
            let isOperator = expectation == .continuation && brackets.innermost == .loop && lastWord != .let
            expectation = isOperator ? .operand : .continuation
        case .case, .const, .delete, .extends, .in, .instanceof, .new, .return, .throw, .typeof, .var, .void, .await,
            .yield:
            expectation = .operand
        case .break, .continue, .debugger, .do, .else, .export, .finally, .try: expectation = .statement
        default: expectation = .continuation
        }
    }

    /// Whether `function` or `class` begins a declaration here: where no operand is awaited it does, since a line break
    /// ended the statement before it.
    private var isDeclaration: Bool {
        let isAsync = lastWord == .async && !hasNewline
        switch isAsync ? lastExpectation : expectation {
        case .statement, .continuation, .exported: return true
        case .operand, .arrowBody, .functionBody: return false
        }
    }
}

extension JavaScriptLexer {
    private mutating func takePunctuator(_ byte: UInt8, _ start: Int) {
        let awaited = awaitedFunction
        if byte != UInt8(ascii: "*") { awaitedFunction = .none }
        guard index == start + 1 else { return takeOperator(byte, bytes[start + 1]) }
        switch byte {
        case UInt8(ascii: "("):
            brackets.open(parentheses(awaited))
            expectation = .operand
        case UInt8(ascii: ")"): closeParenthesis()
        case UInt8(ascii: "["):
            brackets.open(.brackets)
            expectation = .operand
        case UInt8(ascii: "]"):
            close { $0 == .brackets }
            expectation = .continuation
        case UInt8(ascii: "{"): openBrace()
        case UInt8(ascii: "}"): closeBrace()
        case UInt8(ascii: ";"): endStatement()
        case UInt8(ascii: ":"):
            let isConditional = brackets.endConditional()
            expectation = !isConditional && brackets.innermost.hasStatements ? .statement : .operand
        case UInt8(ascii: "?"):
            brackets.beginConditional()
            expectation = .operand
        case UInt8(ascii: "."):
            isAfterDot = true
            expectation = .continuation
        default: expectation = .operand
        }
    }

    /// Operators of several characters.
    private mutating func takeOperator(_ byte: UInt8, _ second: UInt8) {
        switch (byte, second) {
        case (UInt8(ascii: "="), UInt8(ascii: ">")): expectation = .arrowBody
        case (UInt8(ascii: "+"), UInt8(ascii: "+")), (UInt8(ascii: "-"), UInt8(ascii: "-")):
            // Behind an operand in the same line it belongs to that.
            let isPostfix = expectation == .continuation && !hasNewline
            expectation = isPostfix ? .continuation : .operand
        case (UInt8(ascii: "?"), UInt8(ascii: ".")):
            isAfterDot = true
            expectation = .continuation
        default: expectation = .operand
        }
    }
}
