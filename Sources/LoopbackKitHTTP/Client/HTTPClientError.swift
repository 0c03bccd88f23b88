/// What can go wrong with a client's request.
///
/// What its resolver throws comes as it is.
public struct HTTPClientError: Error, Sendable, CustomStringConvertible {
    /// The kinds of errors; more may be added.
    public struct Code: Hashable, Sendable {
        package let name: String

        package init(_ name: String) { self.name = name }

        /// The client does not run: before `run()`, or after its end.
        public static let notRunning = Code("notRunning")
        /// The system gives no threads or descriptors.
        public static let outOfResources = Code("outOfResources")
        /// The request can't be sent: a field's value holds CR, LF or NUL, or the body is none that a request has.
        public static let invalidRequest = Code("invalidRequest")
        /// No connection to the origin became free in time.
        public static let noFreeConnection = Code("noFreeConnection")
        /// The name was not looked up in time.
        public static let lookUpTimedOut = Code("lookUpTimedOut")
        /// No address could be connected to; `errno` is the last one's.
        public static let connectFailed = Code("connectFailed")
        /// No address answered in time.
        public static let connectTimedOut = Code("connectTimedOut")
        /// TLS failed; `tls` says how.
        public static let tlsFailed = Code("tlsFailed")
        /// The TLS handshake was not done in time.
        public static let tlsTimedOut = Code("tlsTimedOut")
        /// The connection ended or broke before the answer's head was whole.
        public static let closedBeforeAnswer = Code("closedBeforeAnswer")
        /// The answer's head did not come in time.
        public static let answerTimedOut = Code("answerTimedOut")
        /// The answer breaks the rules of HTTP/1.1, or passes a limit; `reason` says how.
        public static let malformedAnswer = Code("malformedAnswer")
        /// The connection ended or broke before the answer's body was whole.
        public static let truncatedBody = Code("truncatedBody")
        /// The answer's body made no progress in time.
        public static let bodyTimedOut = Code("bodyTimedOut")
        /// The other side did not take the request in time.
        public static let sendingTimedOut = Code("sendingTimedOut")
        /// The request's body could not be produced; `underlying` says why.
        public static let bodyNotProduced = Code("bodyNotProduced")
        /// Two readers asked for the same body at once.
        public static let concurrentRead = Code("concurrentRead")
        /// The connection was closed by its own side, or broke after it went over to another protocol; then `errno` says how.
        public static let connectionClosed = Code("connectionClosed")
    }

    /// What happened.
    public let code: Code
    /// The system's error number, where there is one.
    public let errno: CInt?
    /// What was wrong with TLS.
    public let tls: TLSError?
    /// What was wrong with an answer.
    public let reason: String?
    /// The error behind this one.
    public let underlying: (any Error)?

    /// Makes an error.
    public init(
        _ code: Code,
        errno: CInt? = nil,
        tls: TLSError? = nil,
        reason: String? = nil,
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.errno = errno
        self.tls = tls
        self.reason = reason
        self.underlying = underlying
    }

    /// What a connection's failure means to somebody in the middle of a body.
    init(_ code: Code, broken failure: HTTPClientError) {
        let isTold = failure.code != .closedBeforeAnswer && failure.code != .connectionClosed
        self.init(
            isTold ? failure.code : code,
            errno: failure.errno,
            tls: failure.tls,
            reason: failure.reason,
            underlying: failure.underlying
        )
    }

    /// The code's name with what is known.
    public var description: String {
        var text = code.name
        if let reason { text += ": \(reason)" }
        if let tls { text += ": \(tls)" }
        if let underlying { text += ": \(underlying)" }
        if let errno { text += " (errno \(errno))" }
        return text
    }
}
