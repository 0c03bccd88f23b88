/// Decides how each request is answered.
///
/// `handle(_:)` is called on the connection's event loop as soon as a request's head is complete. It must not block and
/// must not wait: it either answers at once, or names an async function that will. Most programs conform to
/// `HTTPResponder` instead, or use a `Router`.
public protocol HTTPHandler: Sendable {
    /// Decides how the request is answered.
    ///
    /// - Parameter request: the head; its body has not been read.
    /// - Returns: an answer, or the function that makes it.
    func handle(_ request: HTTPRequest) -> HTTPHandling

    /// Whether the request is answered even when the server is at its cap of connections; `false` unless implemented.
    func isEssential(_ request: HTTPRequest) -> Bool

    /// An answer of the program's own for a request that the engine refuses; `nil`, the engine's own, unless implemented.
    ///
    /// The connection is closed after it in any case.
    func answer(to refusal: HTTPRefusal) -> HTTPResponse?
}

extension HTTPHandler {
    /// No request is essential.
    public func isEssential(_ request: HTTPRequest) -> Bool { false }

    /// The engine's own answer.
    public func answer(to refusal: HTTPRefusal) -> HTTPResponse? { nil }
}

/// How a request is answered.
public enum HTTPHandling: Sendable {
    /// At once, with this answer; the request's body is discarded.
    case now(HTTPResponse)
    /// By an async function, which may read the body; `bodyLimit` in bytes stands for the server's when it is given.
    case later(bodyLimit: Int? = nil, @Sendable (HTTPRequest) async throws -> HTTPResponse)
}

/// A handler that answers each request in an async function.
public protocol HTTPResponder: HTTPHandler {
    /// Answers a request.
    ///
    /// It runs on the connection's event loop; long computations belong elsewhere. An error that it throws is
    /// answered as it says when it is an `HTTPResponseError`, and becomes a 500 and an event otherwise.
    ///
    /// - Parameter request: the request, whose body may be read as it arrives.
    /// - Returns: the answer.
    /// - Throws: anything.
    func respond(to request: HTTPRequest) async throws -> HTTPResponse
}

extension HTTPResponder {
    /// Every request is answered by `respond(to:)`.
    public func handle(_ request: HTTPRequest) -> HTTPHandling {
        .later { try await respond(to: $0) }
    }
}

/// A handler made of a closure.
public struct ClosureHandler: HTTPHandler {
    private let decide: @Sendable (HTTPRequest) -> HTTPHandling

    /// Answers every request in an async function.
    public init(_ respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) {
        decide = { _ in .later(respond) }
    }

    /// Answers every request at once on the event loop; the function must not block.
    public init(synchronous answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse) {
        decide = { .now(answer($0)) }
    }

    /// Answers with what the closure gives.
    public func handle(_ request: HTTPRequest) -> HTTPHandling { decide(request) }
}
