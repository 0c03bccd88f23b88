/// Stands between the router and a route's handler: looks at requests, answers in their place, or changes answers.
///
/// ```swift
/// struct Timing: HTTPMiddleware {
///     func respond(to request: HTTPRequest, next: NextHandler) async throws -> HTTPResponse {
///         let start = ContinuousClock.now
///         var response = try await next(request)
///         response.fields.append("Server-Timing", "all;dur=\((ContinuousClock.now - start) / .milliseconds(1))")
///         return response
///     }
/// }
/// ```
///
/// A route that answers at once gets a task when a middleware stands before it; an `HTTPInterceptor` needs none.
public protocol HTTPMiddleware: HTTPInterceptor {
    /// Answers a request, usually by calling what comes next.
    ///
    /// - Parameters:
    ///   - request: the request, whose body may be read or replaced.
    ///   - next: the next middleware, or the route's handler.
    /// - Returns: the answer.
    /// - Throws: anything; see `HTTPResponder.respond(to:)`.
    func respond(to request: HTTPRequest, next: NextHandler) async throws -> HTTPResponse
}

extension HTTPMiddleware {
    /// Every request is answered by `respond(to:next:)`.
    public func handle(_ request: HTTPRequest, next: NextHandler) -> HTTPHandling {
        // An interceptor before this one may have changed the request that the engine made.
        .later(bodyLimit: next.bodyLimit) { _ in try await respond(to: request, next: next) }
    }
}

/// A middleware that decides on the event loop, without a task: it must not block and can't wait.
public protocol HTTPInterceptor: Sendable {
    /// Decides how a request is answered, usually by calling `next.handle`.
    ///
    /// - Parameters:
    ///   - request: the head; its body has not been read.
    ///   - next: the next middleware, or the route's handler.
    /// - Returns: an answer, or the function that makes it.
    func handle(_ request: HTTPRequest, next: NextHandler) -> HTTPHandling
}

/// What a middleware hands its request on to.
public struct NextHandler: Sendable {
    /// The route's own limit of a request's body in bytes; `nil` for the server's.
    public let bodyLimit: Int?
    private let decide: @Sendable (HTTPRequest) -> HTTPHandling

    /// Makes the end of a chain, for tests of a middleware.
    ///
    /// - Parameters:
    ///   - bodyLimit: the limit that `decide` gives, where it gives one.
    ///   - decide: decides how a request is answered.
    public init(bodyLimit: Int? = nil, _ decide: @escaping @Sendable (HTTPRequest) -> HTTPHandling) {
        self.bodyLimit = bodyLimit
        self.decide = decide
    }

    /// Decides how the request is answered, on the event loop.
    public func handle(_ request: HTTPRequest) -> HTTPHandling {
        switch decide(request) {
        case .now(let response): .now(response)
        // The engine hands in the request that it made, not the one that was handed on.
        case .later(let limit, let respond): .later(bodyLimit: limit) { _ in try await respond(request) }
        }
    }

    /// The same for a request that is as the engine made it.
    func handle(unchanged request: HTTPRequest) -> HTTPHandling { decide(request) }

    /// Answers the request.
    ///
    /// - Throws: what the handler throws.
    public func callAsFunction(_ request: HTTPRequest) async throws -> HTTPResponse {
        switch decide(request) {
        case .now(let response): response
        case .later(_, let respond): try await respond(request)
        }
    }

    /// The same with a middleware before it.
    func behind(_ middleware: some HTTPInterceptor) -> NextHandler {
        NextHandler(bodyLimit: bodyLimit) { [self] in middleware.handle($0, next: self) }
    }

    /// The same with several middlewares before it, the first of which sees a request first.
    func behind(_ middlewares: [any HTTPInterceptor]) -> NextHandler {
        middlewares.reversed().reduce(self) { $0.behind($1) }
    }
}

/// A middleware made of a closure.
struct ClosureMiddleware: HTTPMiddleware {
    let run: @Sendable (HTTPRequest, NextHandler) async throws -> HTTPResponse

    func respond(to request: HTTPRequest, next: NextHandler) async throws -> HTTPResponse {
        try await run(request, next)
    }
}
