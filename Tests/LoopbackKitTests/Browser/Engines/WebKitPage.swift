/// What an embedding app hears of its page.
enum WebKitEvent: Hashable, Sendable {
    /// The page posted a message to a handler.
    case message(handler: String, body: JSONValue)
    /// The page asked a handler, and waits for `WebKitPage.answer`.
    case question(Int, handler: String, body: JSONValue)
    /// The page's web process ended: `crashed`, `exceeded-memory-limit` or `terminated-by-api`.
    case processEnded(reason: String)
    /// A load failed before or after its document was there.
    case loadFailed(url: String, reason: String)

    init?(_ value: JSONValue) {
        switch value["event"].string {
        case "message": self = .message(handler: value["handler"].string ?? "", body: value["body"])
        case "question":
            self = .question(
                value["question"].integer ?? 0,
                handler: value["handler"].string ?? "",
                body: value["body"]
            )
        case "processEnded": self = .processEnded(reason: value["reason"].string ?? "")
        case "loadFailed":
            self = .loadFailed(url: value["url"].string ?? "", reason: value["reason"].string ?? "")
        default: return nil
        }
    }
}

/// A web view of WebKitGTK in an embedding app.
struct WebKitPage: BrowserPage {
    let host: WebKitHost
    let name: String
    /// What the app hears of the page, from its first moment; for one reader.
    let events: AsyncStream<WebKitEvent>

    /// Gives a command about this page.
    @discardableResult
    func call(
        _ command: String,
        _ arguments: [String: JSONValue] = [:],
        within limit: Duration = .seconds(20)
    ) async throws -> JSONValue {
        try await host.call(command, arguments.merging(["page": .string(name)]) { $1 }, within: limit)
    }

    func load(_ url: String) async throws { try await call("load", ["url": .string(url)]) }

    func runSource(_ source: String, within limit: Duration) async throws -> String? {
        try await call("run", ["source": .string(source)], within: limit).string
    }

    func saveScreenshot(to file: String) async throws {
        // What scripts changed last is painted by the second frame.
        try await run("await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        try await call("screenshot", ["file": .string(file)])
    }

    /// The next event that the closure knows; those before it are dropped.
    func event<Value: Sendable>(
        within limit: Duration = .seconds(15),
        _ match: @escaping @Sendable (WebKitEvent) -> Value?
    ) async throws -> Value {
        let events = events
        return try await LoopbackKitTests.within(limit, "the app heard of no such event") {
            for await event in events {
                if let value = match(event) { return value }
            }
            throw BrowserFailure("the app ended before such an event came")
        }
    }

    /// Answers a question of the page.
    func answer(_ question: Int, _ value: JSONValue) async throws {
        try await call("answer", ["question": .number(Double(question)), "value": value])
    }

    /// Refuses a question of the page: its promise is rejected.
    func refuse(_ question: Int, _ reason: String) async throws {
        try await call("answer", ["question": .number(Double(question)), "error": .string(reason)])
    }

    /// Ends the page's web process, as the system does when memory is short.
    func terminateProcess() async throws { try await call("terminate") }

    /// The cookies that the engine would send to an address: objects with name, value, domain and path.
    func cookies(for url: String) async throws -> [JSONValue] { try await call("cookies", ["url": .string(url)]).array }
}
