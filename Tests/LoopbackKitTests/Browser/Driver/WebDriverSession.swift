import Foundation

/// One browser that a driver opened.
struct WebDriverSession: Sendable {
    let driver: WebDriver
    let identifier: String

    /// Gives a command to this session.
    @discardableResult
    func call(
        _ method: String,
        _ path: String,
        _ body: JSONValue = [:],
        within limit: Duration = .seconds(20)
    ) async throws -> JSONValue {
        try await driver.call(method, "/session/\(identifier)\(path)", body, within: limit)
    }

    /// Gives a command of Chromium's own protocol (CDP) to the present window.
    @discardableResult
    func chromium(_ command: String, _ parameters: JSONValue = [:]) async throws -> JSONValue {
        try await call("POST", "/goog/cdp/execute", ["cmd": .string(command), "params": parameters])
    }

    /// Goes to an address, and returns when its document is there.
    func load(_ url: String) async throws { try await call("POST", "/url", ["url": .string(url)]) }

    /// Runs the body of an async function in the page.
    ///
    /// - Returns: what it gave, as text.
    /// - Throws: `BrowserFailure` with what the function threw.
    func run(_ source: String, within limit: Duration) async throws -> String? {
        let script = """
            const done = arguments[arguments.length - 1];
            (async () => { \(source) })().then(value => done({ value }), error => done({ error: String(error) }));
            """
        let result = try await call("POST", "/execute/async", ["script": .string(script), "args": []], within: limit)
        if let error = result["error"].string { throw BrowserFailure(error, place: .page) }
        return result["value"].string
    }

    /// Writes what the window shows into a PNG file.
    func saveScreenshot(to file: String) async throws {
        let text = try await call("GET", "/screenshot").string ?? ""
        guard let data = Data(base64Encoded: text), !data.isEmpty else { throw BrowserFailure("no screenshot came") }
        try data.write(to: URL(fileURLWithPath: file))
    }

    /// Closes the browser, which writes down what it keeps; then ends the driver.
    func quit() async {
        _ = try? await call("DELETE", "", within: .seconds(10))
        driver.end()
    }
}
