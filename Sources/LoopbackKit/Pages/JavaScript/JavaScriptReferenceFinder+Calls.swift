extension JavaScriptReferenceFinder {
    /// `new URL(…, import.meta.url)`, `new Worker(…)` and `new SharedWorker(…)`, also of the global object.
    mutating func takeNew() {
        advance()
        if let root = current, isGlobalObject(root) {
            advance()
            guard isAt(".") else { return }
            advance()
        }
        let isURL = isName(current, "URL")
        guard isURL || isName(current, "Worker") || isName(current, "SharedWorker") else { return }
        advance()
        guard isAt("(") else { return }
        advance()
        guard let literal = literalArgument() else { return }
        if isURL { takeBase(of: literal) } else { report(literal, .worker) }
    }

    /// The second argument of `new URL`: when it is the script's own URL, the first is relative to it.
    private mutating func takeBase(of literal: JavaScriptToken) {
        guard isAt(",") else { return }
        advance()
        guard let word = current, word.word == .import, takeImport(word) else { return }
        if isAt(",") { advance() }
        if isAt(")") { report(literal, .moduleURL) }
    }

    /// `self.importScripts(…)`; others may have a method of that name, and workers have no `window`.
    mutating func takeGlobal() {
        advance()
        guard isAt(".") else { return }
        advance()
        if isName(current, "importScripts") { takeImportScripts() }
    }

    /// Takes `importScripts(…)`.
    mutating func takeImportScripts() {
        advance()
        guard isAt("("), let depth = current?.depth else { return }
        advance()
        scriptLists.append(depth + 1)
        report(literalArgument(), .workerScript)
    }

    /// Takes a comma between the arguments of `importScripts()`, and the argument behind it.
    mutating func takeNextScript() {
        advance()
        report(literalArgument(), .workerScript)
    }

    /// `navigator.serviceWorker.register(…)`, whatever has the navigator.
    mutating func takeNavigator() {
        advance()
        guard isAtDot else { return }
        advance()
        guard isName(current, "serviceWorker") else { return }
        advance()
        guard isAtDot else { return }
        advance()
        guard isName(current, "register") else { return }
        advance()
        guard isAt("(") else { return }
        advance()
        report(literalArgument(), .serviceWorker)
    }

    private func isGlobalObject(_ token: JavaScriptToken) -> Bool {
        !token.isMember && (token.word == .selfObject || token.word == .globalThis || token.word == .window)
    }
}
