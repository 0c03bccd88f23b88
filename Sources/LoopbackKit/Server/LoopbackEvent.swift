public import LoopbackKitHTTP

/// What the server tells its observers; no event shows a secret.
public struct LoopbackEvent: Sendable, CustomStringConvertible {
    /// The kinds of events; more may be added, so have a `default` in a switch.
    public enum Kind: Sendable {
        /// The state changed. A new observer gets the present state first.
        case state(ServerState)
        /// A request was answered.
        case answered(AnsweredRequest)
        /// The gate turned a request away; that it was answered is an event too.
        case refused(ScopeRefusal)
        /// The engine turned a request away before any check of ours.
        case engineRefused(HTTPRefusal)
        /// Cookies had made a head too large, and the answer cleared them for every port of 127.0.0.1.
        case cookiesCleared
        /// A page called another site. Addresses are whole, with their queries.
        case proxied(ProxyEvent)
        /// A responder threw; what it said.
        case responderFailed(String)
        /// Accepting a connection failed with this error number and is tried again.
        case acceptFailed(errno: CInt)
        /// A connection was closed to make room for a new one.
        case connectionEvicted
        /// A responder held its event loop for this long.
        case loopHeld(Duration)
    }

    /// Which of the manager's servers it is about, counted from 1; 0 before the first start.
    public let generation: UInt64
    /// What happened.
    public let kind: Kind

    package init(generation: UInt64, _ kind: Kind) {
        self.generation = generation
        self.kind = kind
    }

    /// Whether it is more than a request that was answered without an error.
    package var isNoteworthy: Bool {
        switch kind {
        case .answered(let request): request.status.isError
        case .proxied(let event): event.isNoteworthy
        default: true
        }
    }

    /// The event in one line.
    public var description: String {
        switch kind {
        case .state(let state): "server \(generation): \(state)"
        case .answered(let request): "\(request)"
        case .refused(let refusal): "refused: \(refusal)"
        case .engineRefused(let refusal): "refused by the engine: \(refusal)"
        case .cookiesCleared: "cookies cleared"
        case .proxied(let event): "proxy: \(event)"
        case .responderFailed(let text): "responder failed: \(text)"
        case .acceptFailed(let errno): "accepting failed (errno \(errno))"
        case .connectionEvicted: "connection evicted"
        case .loopHeld(let duration): "event loop held for \(duration)"
        }
    }
}

/// Which events an observer wants.
public enum LoopbackEventDetail: Sendable {
    /// All of them.
    case everything
    /// All but requests that were answered without an error: with nobody who wants those, a request costs nothing more.
    case noteworthy
}

/// A request that was answered, without its secret.
public struct AnsweredRequest: Sendable, Hashable, CustomStringConvertible {
    /// The method.
    public let method: String
    /// The target, with a mark in place of each secret.
    public let target: String
    /// The answer's status.
    public let status: HTTPStatus
    /// The scope that was asked for with its secret; `nil` otherwise.
    public let scope: ScopeReference?

    package init(_ request: HTTPRequest, status: HTTPStatus, snapshot: ScopeSnapshot) {
        let redactor = SecretRedactor(snapshot.allSecrets)
        method = redactor.redact(request.method.rawValue)
        target = redactor.redact(request.target.rawValue)
        self.status = status
        scope = request.target.withPathBytes { path in
            guard case .found(let scope) = snapshot.find(ScopePath(path), in: path) else { return nil }
            return scope.reference
        }
    }

    /// Method, target and status.
    public var description: String { "\(method) \(target) \(status.code)" }
}
