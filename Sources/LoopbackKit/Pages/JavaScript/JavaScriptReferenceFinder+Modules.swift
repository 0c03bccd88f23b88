extension JavaScriptReferenceFinder {
    /// Takes `import` in each of its meanings.
    ///
    /// - Returns: whether it is `import.meta.url`.
    @discardableResult
    mutating func takeImport(_ word: JavaScriptToken) -> Bool {
        let isMethod = isMethodName(word)
        advance()
        if isAt("."), !isMethod {
            advance()
            guard !isName(current, "meta") else { return takeImportMeta() }
            takePhaseImport()
        } else if isAt("("), !isMethod {
            takeDynamicImport()
        } else if !isMethod, word.expectation == .statement || word.expectation == .continuation {
            takeClause()
        }
        return false
    }

    /// The arguments of `import()`.
    private mutating func takeDynamicImport() {
        advance()
        guard !isAt(")") else { return }
        if let literal = literalArgument() { report(literal, .module) } else { found.computedImports += 1 }
    }

    /// `import.source()` and `import.defer()`.
    private mutating func takePhaseImport() {
        guard isName(current, "source") || isName(current, "defer") else { return }
        advance()
        if isAt("(") { takeDynamicImport() }
    }

    /// `import.meta`, from `meta` on, with its `resolve()`.
    ///
    /// - Returns: whether it is its `url`; the current token is behind it.
    private mutating func takeImportMeta() -> Bool {
        noteModuleSyntax()
        advance()
        if isAt("[") {
            advance()
            let isURL = current.flatMap { JavaScriptString.decode(bytes, $0)?.bytes } == Array("url".utf8)
            guard isURL else { return false }
            advance()
            guard isAt("]") else { return false }
            advance()
            return true
        }
        guard isAt(".") else { return false }
        advance()
        if isName(current, "url") {
            advance()
            return true
        }
        guard isName(current, "resolve") else { return false }
        advance()
        guard isAt("(") else { return false }
        advance()
        report(literalArgument(), .module)
        return false
    }

    /// What an `import` declaration binds, and its specifier.
    private mutating func takeClause() {
        if current?.kind == .string { return takeSpecifier() }
        while let token = current {
            if isAt("{") {
                guard takeNames() else { return }
            } else if isAt(",") || isAt("*") || token.kind == .identifier && !token.word.isReserved {
                advance()
                if token.word == .from, current?.kind == .string { return takeSpecifier() }
            } else {
                return
            }
        }
    }

    /// `export`: whether it has a specifier shows behind what it names.
    mutating func takeExport(_ word: JavaScriptToken) {
        let isDeclaration = word.expectation == .statement || word.expectation == .continuation
        advance()
        guard isDeclaration, !word.isMember else { return }
        if isAt("{") {
            guard takeNames() else { return }
            noteModuleSyntax()
        } else if isAt("*") {
            advance()
            if current?.word == .as {
                advance()
                if current?.kind == .identifier || current?.kind == .string { advance() }
            }
        } else {
            return noteExport()
        }
        guard current?.word == .from else { return }
        advance()
        if current?.kind == .string { takeSpecifier() }
    }

    /// What else may be exported says whether `export` was a key or method of that name.
    private mutating func noteExport() {
        switch current?.word {
        case .default, .const, .let, .var, .function, .class, .async: noteModuleSyntax()
        default: if isAt("@") { noteModuleSyntax() }
        }
    }

    private mutating func takeSpecifier() {
        noteModuleSyntax()
        report(current, .module)
        advance()
    }

    /// Takes names in braces, such as `{ a, b as c, "d-e" as f }`.
    ///
    /// - Returns: whether that is all that stands in the braces.
    private mutating func takeNames() -> Bool {
        repeat { advance() } while current?.kind == .identifier || current?.kind == .string || isAt(",")
        guard isAt("}") else { return false }
        advance()
        return true
    }

    /// Whether `import` is the name of a method or a property, and no keyword.
    private func isMethodName(_ word: JavaScriptToken) -> Bool {
        if word.isMember { return true }
        guard word.enclosure == .object || word.enclosure.isClassBody else { return false }
        switch word.expectation {
        case .statement, .continuation: return true
        default: return [UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: "*")].contains(previousByte)
        }
    }
}
