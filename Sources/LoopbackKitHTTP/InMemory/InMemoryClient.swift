/// Asks a handler without a server, for tests of an application.
///
/// ```swift
/// let client = InMemoryClient(router)
/// let answer = try await client.post("/notes", body: "Remember")
/// #expect(answer.status == .created && answer.text == "1")
/// ```
///
/// It treats a handler as a server does: limits of bodies hold, an answer to HEAD has no body, an error becomes a 500 or
/// the answer that it names, a field with a line break is refused, a streamed body is collected. What it leaves out is
/// the wire: nothing is parsed or encoded, no time limits run, and the responder runs in the calling task. A body without
/// an end, such as a stream of events, is never whole: ask for it in a task that is cancelled.
public struct InMemoryClient: Sendable {
    private let handler: any HTTPHandler
    private let bodyLimit: Int

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - handler: what is asked: a router, a responder, or a closure in a `ClosureHandler`.
    ///   - bodyLimit: the server's limit of a request's body in bytes.
    public init(_ handler: some HTTPHandler, bodyLimit: Int = 10 * 1024 * 1024) {
        self.handler = handler
        self.bodyLimit = bodyLimit
    }

    /// Makes a client of a closure that answers every request.
    public init(_ respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) {
        self.init(ClosureHandler(respond))
    }

    // MARK: Asking

    /// Asks for a path with GET.
    ///
    /// - Throws: what `send(_:_:fields:body:)` throws.
    public func get(_ target: String, fields: HTTPFields = [:]) async throws -> InMemoryAnswer {
        try await send(.get, target, fields: fields)
    }

    /// Sends text to a path with POST.
    ///
    /// - Throws: what `send(_:_:fields:body:)` throws.
    public func post(_ target: String, fields: HTTPFields = [:], body: String) async throws -> InMemoryAnswer {
        try await send(.post, target, fields: fields, body: .bytes(Array(body.utf8)))
    }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - method: the method.
    ///   - target: a path and perhaps a query, percent-encoded.
    ///   - fields: the head's fields.
    ///   - body: the body.
    /// - Returns: the whole answer.
    /// - Throws: `InMemoryClientError` when the target is malformed, or the answer breaks off.
    public func send(
        _ method: HTTPMethod,
        _ target: String,
        fields: HTTPFields = [:],
        body: HTTPIncomingBody = .empty
    ) async throws -> InMemoryAnswer {
        guard let target = RequestTarget(target) else { throw InMemoryClientError(.malformedTarget) }
        return try await send(HTTPRequest(method: method, target: target, fields: fields, body: body))
    }

    /// Sends a request that is made already.
    ///
    /// - Throws: `InMemoryClientError` when the answer breaks off.
    public func send(_ request: HTTPRequest) async throws -> InMemoryAnswer {
        let (response, failure) = await answer(request)
        if case .upgrade = response.body.storage { throw InMemoryClientError(.upgraded) }
        var answer = InMemoryAnswer(status: response.status, fields: response.fields, failure: failure)
        guard request.method != .head, !response.status.forbidsContent else { return answer }
        do {
            answer.body = try await response.body.collectInMemory()
        } catch {
            throw InMemoryClientError(.brokenOff, underlying: error)
        }
        return answer
    }

    /// Sends a request that asks for an upgrade, and talks to what the connection becomes.
    ///
    /// - Parameters:
    ///   - request: the request, with its `Connection` and `Upgrade`; see `WebSocketHandshake` for one of a WebSocket.
    ///   - talk: gets the answer's head, and this side of the stream; when it returns, its direction ends.
    /// - Returns: what the closure returns, once the handler's side has ended too.
    /// - Throws: `InMemoryClientError` when the answer is no upgrade; what either side throws.
    public func upgrade<Result: Sendable>(
        _ request: HTTPRequest,
        _ talk: @Sendable (InMemoryAnswer, any DuplexStream) async throws -> Result
    ) async throws -> Result {
        let (response, failure) = await answer(request)
        let head = InMemoryAnswer(status: response.status, fields: response.fields, failure: failure)
        guard case .upgrade(let run) = response.body.storage else {
            throw InMemoryClientError(.notUpgraded(head.status), underlying: failure)
        }
        guard Self.asksForUpgrade(request) else {
            throw InMemoryClientError(
                .notUpgraded(.internalServerError),
                underlying: HTTPMessageError(.upgradeNotAsked)
            )
        }
        let (near, far) = InMemoryStream.pair()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { far.close() }
                try await run(far)
            }
            defer { near.close() }
            let result = try await talk(head, near)
            near.finish()
            try await group.waitForAll()
            return result
        }
    }

    // MARK: As a server does

    private static func asksForUpgrade(_ request: HTTPRequest) -> Bool {
        if request.method == .connect { return true }
        guard request.version == .http1_1, request.method != .head, request.fields.contains(.upgrade) else {
            return false
        }
        let options = request.fields[.connection]?.split(separator: ",") ?? []
        return options.contains { $0.filter { $0 != " " && $0 != "\t" }.lowercased() == "upgrade" }
    }

    private func answer(_ request: HTTPRequest) async -> (HTTPResponse, failure: (any Error)?) {
        var request = request
        do {
            let response: HTTPResponse
            switch handler.handle(request) {
            case .now(let answer): response = answer
            case .later(let limit, let respond):
                request.body = try request.body.limited(to: limit ?? bodyLimit)
                response = try await respond(request)
            }
            if let name = response.fields.invalidName { throw HTTPMessageError(.invalidFieldValue, field: name) }
            return (response, nil)
        } catch let error as any HTTPResponseError {
            return (error.response, error)
        } catch let error as HTTPMessageError where error.code == .bodyTooLarge {
            return (HTTPResponse(.contentTooLarge, text: "\(HTTPStatus.contentTooLarge)\n"), error)
        } catch {
            return (HTTPResponse(.internalServerError, text: "\(HTTPStatus.internalServerError)\n"), error)
        }
    }
}

/// A whole answer.
public struct InMemoryAnswer: Sendable {
    /// The status.
    public var status: HTTPStatus
    /// The fields that the handler set; those that the engine writes are not among them.
    public var fields: HTTPFields
    /// The body.
    public var body: [UInt8] = []
    /// What the responder threw, where the answer was made of that.
    public var failure: (any Error)?

    /// The body as UTF-8 text.
    public var text: String { String(decoding: body, as: UTF8.self) }
}

/// Why there is no whole answer.
public struct InMemoryClientError: Error, CustomStringConvertible {
    /// The kinds of errors; more may be added.
    public struct Code: Hashable, Sendable {
        let name: String

        /// The target is not a path with a query.
        public static let malformedTarget = Code(name: "malformedTarget")
        /// The body broke off: see the underlying error.
        public static let brokenOff = Code(name: "brokenOff")
        /// The answer is an upgrade: ask with `InMemoryClient.upgrade(_:_:)`.
        public static let upgraded = Code(name: "upgraded")
        /// The answer is no upgrade, and has this status.
        public static func notUpgraded(_ status: HTTPStatus) -> Code { Code(name: "notUpgraded: \(status)") }
    }

    /// What happened.
    public let code: Code
    /// What the responder threw.
    public let underlying: (any Error)?

    init(_ code: Code, underlying: (any Error)? = nil) {
        self.code = code
        self.underlying = underlying
    }

    /// The code's name and the underlying error.
    public var description: String { underlying.map { "\(code.name) (\($0))" } ?? code.name }
}
