/// What the server is doing, and what brought it there.
public enum ServerState: Hashable, Sendable, CustomStringConvertible {
    /// It does not listen.
    case stopped(StopCause)
    /// It is about to listen.
    case starting(StartCause)
    /// It answers.
    case ready(ServerOpening)
    /// Its listener was lost, and the next try comes after a pause.
    case waiting(ServerError)
    /// It could not listen; the next registration tries again.
    case failed(ServerError)

    /// A state without its cause.
    public enum Phase: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
        /// It does not listen.
        case stopped
        /// It is about to listen.
        case starting
        /// It answers.
        case ready
        /// It pauses before the next try.
        case waiting
        /// It could not listen.
        case failed

        /// The phase's name.
        public var description: String { rawValue }
    }

    /// The state without its cause.
    public var phase: Phase {
        switch self {
        case .stopped: .stopped
        case .starting: .starting
        case .ready: .ready
        case .waiting: .waiting
        case .failed: .failed
        }
    }

    /// The phase and its cause.
    public var description: String {
        switch self {
        case .stopped(let cause): "stopped (\(cause))"
        case .starting(let cause): "starting (\(cause))"
        case .ready(let opening): "ready (\(opening))"
        case .waiting(let error): "waiting (\(error))"
        case .failed(let error): "failed (\(error))"
        }
    }
}

/// Why the server does not listen; more causes may be added.
public struct StopCause: Hashable, Sendable, CustomStringConvertible {
    /// The cause in a few words.
    public let description: String

    /// It was never started.
    public static let notStarted = StopCause(description: "not started")
    /// The host stopped it.
    public static let requested = StopCause(description: "requested")
}

/// Why the server starts; more causes may be added.
public struct StartCause: Hashable, Sendable, CustomStringConvertible {
    /// The cause in a few words.
    public let description: String

    /// A folder was registered.
    public static let registration = StartCause(description: "registration")
    /// The host asked for it.
    public static let requested = StartCause(description: "requested")
    /// The listener was lost.
    public static let recovery = StartCause(description: "recovery")
}

/// A server that began to answer.
public struct ServerOpening: Hashable, Sendable, CustomStringConvertible {
    /// Why it was started.
    public let cause: StartCause
    /// The port it has.
    public let port: UInt16
    /// Whether pages find another origin, and so an empty web storage, because the port that was due is taken.
    public let originChanged: Bool

    package init(cause: StartCause, port: UInt16, originChanged: Bool) {
        self.cause = cause
        self.port = port
        self.originChanged = originChanged
    }

    /// Scheme, host and port: what all pages' addresses begin with.
    public var origin: String { "http://127.0.0.1:\(port)" }

    /// Origin, cause and whether the origin changed.
    public var description: String { "\(origin)\(originChanged ? ", a changed origin" : ""), \(cause)" }
}
