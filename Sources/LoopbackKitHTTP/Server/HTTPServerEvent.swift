/// What a server tells its observer; no event carries a request's target or fields unless it says so.
public enum HTTPServerEvent: Sendable, CustomStringConvertible {
    /// The server listens on this address.
    case listening(SocketAddress)
    /// A request was refused by the engine.
    case refused(HTTPRefusal)
    /// A request was answered. The request's target may hold secrets: redact it before it is shown.
    case answered(HTTPRequest, HTTPStatus)
    /// A responder threw.
    case responderFailed(HTTPRequest, any Error)
    /// Accepting failed with this error number, and is tried again when descriptors are free.
    case acceptFailed(errno: CInt)
    /// A connection was closed to make room for a new one.
    case evicted
    /// A responder held its loop for this long.
    case loopHeld(Duration)

    /// A line for a log, without anything of a request but its method.
    public var description: String {
        switch self {
        case .listening(let address): "listening on \(address)"
        case .refused(let refusal): "refused: \(refusal)"
        case .answered(let request, let status): "answered \(request.method): \(status)"
        case .responderFailed(let request, let error): "responder of \(request.method) failed: \(error)"
        case .acceptFailed(let errno): "can't accept (errno \(errno)), tried again later"
        case .evicted: "closed an idle connection to make room"
        case .loopHeld(let duration): "a responder held its loop for \(duration)"
        }
    }
}
