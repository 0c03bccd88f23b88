/// What a client is told before it runs.
public struct HTTPClientConfiguration: Sendable {
    /// How long the client waits.
    ///
    /// A connection that went over to another protocol has no limit.
    public struct Timeouts: Hashable, Sendable {
        /// For a connection: a free place, the look-up of the name, the connection itself and its TLS handshake each.
        public var connect = Duration.seconds(10)
        /// For an answer's whole head once the request was sent; `nil` for no limit.
        public var head: Duration? = .seconds(120)
        /// For more of a body that somebody waits for; `nil` for no limit.
        public var body: Duration? = .seconds(300)
        /// For the other side to take more of what is sent to it; `nil` for no limit.
        public var sending: Duration? = .seconds(60)
        /// How long an unused connection is kept.
        public var idle = Duration.seconds(60)
        /// After how long without an answer the next address of a host is tried beside the first (RFC 8305, section 5).
        public var nextAddress = Duration.milliseconds(250)

        /// The defaults.
        public init() {}
    }

    /// Sizes and counts that are not passed.
    public struct Limits: Hashable, Sendable {
        /// An answer's head up to and with the empty line, in bytes; trailers have the same limit.
        public var head = 65536
        /// An answer's field lines.
        public var fieldCount = 256
        /// Interim answers (1xx) to one request.
        public var interimAnswers = 16
        /// Connections to one origin on one event loop; more requests wait for one of them.
        ///
        /// All origins together have no limit.
        public var connectionsPerOrigin = 128
        /// Unused connections to one origin that an event loop keeps.
        public var idleConnectionsPerOrigin = 64
        /// Unused connections that an event loop keeps, to all origins together.
        public var idleConnections = 96
        /// Bytes of a streamed request body that wait for the other side before its producer has to wait.
        public var waitingOutput = 262_144

        /// The defaults.
        public init() {}

        var heads: HTTPHeadLimits {
            var limits = HTTPHeadLimits()
            limits.head = head
            limits.fieldCount = fieldCount
            return limits
        }
    }

    /// Time limits.
    public var timeouts = Timeouts()
    /// Sizes and counts.
    public var limits = Limits()
    /// The number of event loops of the client's own, for requests that no server's event loop makes; at least 1.
    ///
    /// A request made on the event loop of a server of this library stays on that loop.
    public var eventLoops = 1
    /// Finds the addresses of hosts, and decides which may be called.
    public var resolver: any HTTPResolver
    /// Makes the TLS side of connections; `nil` where https is not wanted.
    package var tls: (any TLSClientProvider)? = SystemTLSClient()

    /// Makes a configuration with defaults for everything.
    ///
    /// - Parameter resolver: finds the addresses of hosts; the system's name service by default.
    public init(resolver: any HTTPResolver = SystemResolver()) { self.resolver = resolver }
}
