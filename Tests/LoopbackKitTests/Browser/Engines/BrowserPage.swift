/// A page in a real browser.
protocol BrowserPage: Sendable {
    /// Goes to an address, and returns when its document has taken the place of the last one.
    ///
    /// That says nothing of the page's scripts: wait for a condition in it.
    func load(_ url: String) async throws

    /// Runs the body of an async function, which gives text.
    func runSource(_ source: String, within limit: Duration) async throws -> String?

    /// Writes what the window shows into a PNG file.
    func saveScreenshot(to file: String) async throws
}

extension BrowserPage {
    /// Runs the body of an async function in the page.
    ///
    /// ```swift
    /// let status = try await page.run("return (await fetch(name)).status", ["name": "a.txt"])
    /// ```
    ///
    /// - Parameters:
    ///   - body: the function's body; what it returns must be JSON.
    ///   - arguments: constants that it finds.
    ///   - limit: how long it may take.
    /// - Returns: what the function returned, `null` when that was nothing.
    /// - Throws: `BrowserFailure` with what it threw.
    @discardableResult
    func run(
        _ body: String,
        _ arguments: [String: JSONValue] = [:],
        within limit: Duration = .seconds(20)
    ) async throws -> JSONValue {
        let constants = try arguments.map { "const \($0) = \(try $1.text);" }.joined(separator: "\n")
        let source = """
            \(constants)
            const value = await (async () => {
            \(body)
            })();
            return JSON.stringify(value ?? null);
            """
        guard let text = try await runSource(source, within: limit) else {
            throw BrowserFailure("the page gave no value", place: .page)
        }
        return try JSONValue(text: text)
    }

    /// Waits in the page until an expression is truthy, also over a change of documents.
    ///
    /// - Parameters:
    ///   - expression: the expression, in which `await` works.
    ///   - limit: how long to wait.
    /// - Returns: its value.
    /// - Throws: `BrowserFailure` with what the expression threw last, if it did.
    @discardableResult
    func wait(for expression: String, within limit: Duration = .seconds(15)) async throws -> JSONValue {
        let deadline = ContinuousClock.now + limit
        var last = "it was not true"
        repeat {
            do {
                let result = try await run(
                    """
                    const end = performance.now() + 500;
                    while (performance.now() < end) {
                        const value = await (\(expression));
                        if (value) return { value };
                        await new Promise(next => setTimeout(next, 10));
                    }
                    """,
                    within: limit
                )
                if result != .null { return result["value"] }
                last = "it was not true"
            } catch let failure as BrowserFailure where failure.place == .page {
                // The document may be about to change; a condition may use what is not there yet.
                last = failure.description
                try await Task.sleep(for: .milliseconds(20))
            }
        } while ContinuousClock.now < deadline
        throw BrowserFailure("after \(limit) the page still waits for \(expression): \(last)", place: .page)
    }
}
