/// What a server is told before it runs.
///
/// Every value has a default.
public struct HTTPServerConfiguration: Sendable {
    /// Sizes that are refused when they are passed.
    public struct Limits: Sendable {
        /// The head's.
        public var head = HTTPHeadLimits()
        /// A request's body in bytes; a larger one is answered 413.
        ///
        /// A route may have its own.
        public var body = 10 * 1024 * 1024
        /// How many bytes of a body that nobody read are discarded to keep the connection; beyond it is closed.
        public var discardedBody = 256 * 1024
        /// How many bytes wait for a reader before a streaming responder has to wait.
        public var waitingOutput = 256 * 1024
    }

    /// How long the server waits; `nil` is for ever.
    public struct Timeouts: Sendable {
        /// For a request's head, from its first byte or from the start of the connection.
        public var head: Duration? = .seconds(10)
        /// For the next request on a kept connection.
        public var idle: Duration? = .seconds(300)
        /// For the next byte of a request's body while a responder waits for it.
        public var bodyProgress: Duration? = .seconds(30)
        /// For a reader to take the next byte of an answer.
        public var readerProgress: Duration? = .seconds(60)
        /// The same on a connection that an answer marked as trusted.
        public var trustedReaderProgress: Duration?
        /// For a refused peer to read its answer and close, at most.
        public var linger: Duration = .seconds(10)
        /// For answers that are under way when the server stops; then they are cut.
        public var stop: Duration = .seconds(10)
    }

    /// How many connections there may be.
    public struct Connections: Sendable {
        /// The cap; at it the connection that is idle longest makes room for a new one.
        public var maximum = 8192
        /// How many more are let in for essential requests alone: see `HTTPHandler.isEssential(_:)`.
        public var reserved = 4
        /// How many may wait to be accepted (the system may have a lower bound).
        public var backlog = 1024
    }

    /// Where the server listens.
    public var address: SocketAddress = .loopback(port: 0)
    /// A listening stream socket that the process was given, used in place of `address`; the server closes it at its end.
    ///
    /// A service manager that keeps the socket through restarts hands one over as descriptor 3: see
    /// `activatedDescriptors`.
    public var inheritedDescriptor: CInt?
    /// The number of event loops, each with a thread of its own; at least 1.
    public var eventLoops = 1
    /// Sizes.
    public var limits = Limits()
    /// Times.
    public var timeouts = Timeouts()
    /// Connections.
    public var connections = Connections()
    /// The value of a `Server` field; none by default.
    public var serverName: String?
    /// Told of what happens, on an event loop: it must return at once.
    public var observe: (@Sendable (HTTPServerEvent) -> Void)?
    /// Whether the observer is told of answers with a status; of all, where it is not set.
    ///
    /// Asked for each answer, before anything of the event is made.
    package var observesAnswer: (@Sendable (HTTPStatus) -> Bool)?
    /// Whether a peer that ends its direction while its request is worked on is asked whether it is still there.
    ///
    /// A client that closed its connection and one that only sends no more look the same until something is sent to
    /// them. The interim answer 100 harms neither (RFC 9110, section 15.2), and a client that is gone resets the
    /// connection, which cancels the responder.
    package var probesHalfClosedPeers = false
    /// Told of each exchange when it is over, on an event loop: it must return at once.
    ///
    /// Requests are measured only where it is set.
    public var report: (@Sendable (HTTPExchangeReport) -> Void)?

    /// The defaults.
    public init() {}
}
