/// What each token means for the next one.
extension JavaScriptLexer {
    /// Takes a token that is no space or comment: says where it stands, and what is awaited behind it.
    mutating func take(_ token: inout JavaScriptToken) {
        if last.word == .class, token.kind != .identifier, byte(of: token) != UInt8(ascii: "{") {
            // A property of the name `class`.
            brackets.dropClassHeads()
        }
        if last.word == .return, isAfterNewline { expectation = .statement }
        token.hasNewline = isAfterNewline
        token.isMember = isBehindDot && token.kind == .identifier
        token.expectation = expectation
        token.enclosure = brackets.innermost
        token.depth = brackets.count
        isAfterNewline = false
        if token.isMember { token.word = .none }
        switch token.kind {
        case .identifier: take(name: token)
        case .templateHead:
            brackets.open(.substitution)
            expectation = .operand
        case .templateMiddle: expectation = .operand
        case .templateTail:
            brackets.close()
            expectation = .continuation
        case .punctuator: take(punctuator: token)
        case .string:
            // A line break ends a declaration behind its specifier, whatever follows.
            expectation = last.word == .from || last.word == .import ? .statement : .continuation
        default: expectation = .continuation
        }
        let isLoopAwait = token.word == .await && last.word == .for
        last = token
        // `for await (` is the head of a loop as well.
        if isLoopAwait { last.word = .for }
    }

    private func byte(of token: JavaScriptToken) -> UInt8 { bytes[token.range.lowerBound] }

    private var isBehindDot: Bool {
        guard last.kind == .punctuator else { return false }
        return last.range.count <= 2 && bytes[last.range.upperBound - 1] == UInt8(ascii: ".")
    }

    private mutating func take(name token: JavaScriptToken) {
        switch token.word {
        case .function:
            awaitedFunction = isDeclaration ? .declaration : .expression
            expectation = .continuation
        case .class:
            brackets.open(isDeclaration ? .classDeclarationHead : .classExpressionHead)
            expectation = .continuation
        case .default: expectation = last.word == .export ? .exported : .operand
        case .of:
            let isOperator = expectation == .continuation && brackets.innermost == .loop && last.word != .let
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
        let isAsync = last.word == .async && !isAfterNewline
        switch isAsync ? last.expectation : expectation {
        case .statement, .continuation, .exported: return true
        case .operand, .arrowBody, .functionBody: return false
        }
    }
}

extension JavaScriptLexer {
    private mutating func take(punctuator token: JavaScriptToken) {
        let byte = byte(of: token)
        let awaited = awaitedFunction
        if byte != UInt8(ascii: "*") { awaitedFunction = .none }
        guard token.range.count == 1 else { return take(operator: byte, token) }
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
        case UInt8(ascii: "."): expectation = .continuation
        default: expectation = .operand
        }
    }

    /// Operators of several characters.
    private mutating func take(operator byte: UInt8, _ token: JavaScriptToken) {
        let second = bytes[token.range.lowerBound + 1]
        switch (byte, second) {
        case (UInt8(ascii: "="), UInt8(ascii: ">")): expectation = .arrowBody
        case (UInt8(ascii: "+"), UInt8(ascii: "+")), (UInt8(ascii: "-"), UInt8(ascii: "-")):
            // Behind an operand in the same line it belongs to that.
            let isPostfix = expectation == .continuation && !token.hasNewline
            expectation = isPostfix ? .continuation : .operand
        case (UInt8(ascii: "?"), UInt8(ascii: ".")): expectation = .continuation
        default: expectation = .operand
        }
    }

    private func parentheses(_ awaited: AwaitedFunction) -> JavaScriptEnclosure {
        if awaited == .expression { return .parameters }
        switch last.word {
        case .for: return .loop
        case .if, .while, .with: return .condition
        default: return .parentheses
        }
    }

    private mutating func endStatement() {
        brackets.dropClassHeads()
        let isStatement = brackets.innermost.hasStatements || brackets.innermost.isClassBody
        if isStatement { brackets.endConditionals() }
        expectation = isStatement ? .statement : .operand
    }
}

extension JavaScriptLexer {
    private mutating func closeParenthesis() {
        brackets.dropClassHeads()
        switch brackets.innermost {
        case .parentheses: expectation = .continuation
        case .parameters: expectation = .functionBody
        case .condition, .loop: expectation = .statement
        default:
            expectation = .continuation
            return brackets.missed()
        }
        brackets.close()
    }

    private mutating func openBrace() {
        let head = brackets.innermost
        if head.isClassHead, expectation == .continuation {
            brackets.close()
            brackets.open(head == .classDeclarationHead ? .classDeclaration : .classExpression)
            expectation = .statement
            return
        }
        switch expectation {
        case .statement, .continuation, .arrowBody: brackets.open(.block)
        case .functionBody: brackets.open(.functionBody)
        case .operand, .exported: brackets.open(.object)
        }
        expectation = brackets.innermost == .object ? .operand : .statement
    }

    private mutating func closeBrace() {
        brackets.dropClassHeads()
        switch brackets.innermost {
        case .block, .classDeclaration: expectation = .statement
        case .functionBody, .object, .classExpression: expectation = .continuation
        default:
            expectation = .statement
            return brackets.missed()
        }
        brackets.close()
    }

    private mutating func close(_ isMatching: (JavaScriptEnclosure) -> Bool) {
        brackets.dropClassHeads()
        guard isMatching(brackets.innermost) else { return brackets.missed() }
        brackets.close()
    }
}
