/// What opens and closes.
extension JavaScriptLexer {
    func parentheses(_ awaited: AwaitedFunction) -> JavaScriptEnclosure {
        if awaited == .expression { return .parameters }
        switch lastWord {
        case .for: return .loop
        case .if, .while, .with: return .condition
        default: return .parentheses
        }
    }

    mutating func endStatement() {
        brackets.dropClassHeads()
        let isStatement = brackets.innermost.hasStatements || brackets.innermost.isClassBody
        if isStatement { brackets.endConditionals() }
        expectation = isStatement ? .statement : .operand
    }

    mutating func closeParenthesis() {
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

    mutating func openBrace() {
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

    mutating func closeBrace() {
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

    mutating func close(_ isMatching: (JavaScriptEnclosure) -> Bool) {
        brackets.dropClassHeads()
        guard isMatching(brackets.innermost) else { return brackets.missed() }
        brackets.close()
    }
}
