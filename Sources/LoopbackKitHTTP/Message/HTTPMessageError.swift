/// What can be wrong with a message, met while it is read or written.
public struct HTTPMessageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors; more may be added.
    public struct Code: Hashable, Sendable {
        package let name: String

        package init(_ name: String) { self.name = name }

        /// The body is larger than its limit.
        public static let bodyTooLarge = Code("bodyTooLarge")
        /// The body's chunked coding is malformed (RFC 9112, section 7.1).
        public static let malformedChunk = Code("malformedChunk")
        /// The other side ended or cut the connection before the body was complete.
        public static let truncatedBody = Code("truncatedBody")
        /// The connection is gone.
        public static let connectionClosed = Code("connectionClosed")
        /// No progress within the time limit.
        public static let timedOut = Code("timedOut")
        /// Two readers asked for the same body at once.
        public static let concurrentRead = Code("concurrentRead")
        /// A field's value holds CR, LF or NUL (RFC 9110, section 5.5).
        public static let invalidFieldValue = Code("invalidFieldValue")
        /// A streamed body wrote more or fewer bytes than the length it declared.
        public static let wrongBodyLength = Code("wrongBodyLength")
        /// The server's deadline for stopping has passed; for a reader of an upgraded connection, the stop has begun.
        public static let stopped = Code("stopped")
        /// A status of 1xx, which another answer has to follow, was given as the answer.
        public static let interimStatus = Code("interimStatus")
        /// The connection was to go over to a protocol that the request did not ask for.
        public static let upgradeNotAsked = Code("upgradeNotAsked")
    }

    /// What happened.
    public let code: Code
    /// The field at fault, where one is.
    public let field: HTTPFieldName?
    /// The system's error number, where there is one.
    public let errno: CInt?

    /// Makes an error.
    public init(_ code: Code, field: HTTPFieldName? = nil, errno: CInt? = nil) {
        self.code = code
        self.field = field
        self.errno = errno
    }

    /// The code's name with the field and the error number.
    public var description: String {
        var text = code.name
        if let field { text += " in \(field)" }
        if let errno { text += " (errno \(errno))" }
        return text
    }
}
