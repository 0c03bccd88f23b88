/// What can go wrong on a WebSocket.
public struct WebSocketError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors; more may be added.
    public struct Code: Hashable, Sendable {
        fileprivate let name: String
        /// What the other side is told when it is at fault.
        fileprivate let closeCode: WebSocketCloseCode?

        private init(_ name: String, _ closeCode: WebSocketCloseCode? = nil) {
            self.name = name
            self.closeCode = closeCode
        }

        // The other side broke the protocol.

        /// A reserved bit is set without an extension (RFC 6455, section 5.2).
        public static let reservedBits = Code("reservedBits", .protocolError)
        /// A frame has an opcode that nothing defines (RFC 6455, section 5.2).
        public static let reservedOpcode = Code("reservedOpcode", .protocolError)
        /// A client's frame is not masked (RFC 6455, section 5.1).
        public static let unmaskedFrame = Code("unmaskedFrame", .protocolError)
        /// A server's frame is masked (RFC 6455, section 5.1).
        public static let maskedFrame = Code("maskedFrame", .protocolError)
        /// A length takes more bytes than it needs (RFC 6455, section 5.2).
        public static let lengthNotMinimal = Code("lengthNotMinimal", .protocolError)
        /// A length of 64 bits has its highest bit set (RFC 6455, section 5.2).
        public static let lengthOutOfRange = Code("lengthOutOfRange", .protocolError)
        /// A control frame is cut into fragments (RFC 6455, section 5.5).
        public static let fragmentedControlFrame = Code("fragmentedControlFrame", .protocolError)
        /// A control frame carries more than 125 bytes (RFC 6455, section 5.5).
        public static let controlFrameTooLong = Code("controlFrameTooLong", .protocolError)
        /// A fragment continues no message (RFC 6455, section 5.4).
        public static let unexpectedContinuation = Code("unexpectedContinuation", .protocolError)
        /// A message begins before the last one ended (RFC 6455, section 5.4).
        public static let interruptedMessage = Code("interruptedMessage", .protocolError)
        /// A close frame of one byte (RFC 6455, section 5.5.1).
        public static let malformedClose = Code("malformedClose", .protocolError)
        /// A code that may not stand in a close frame (RFC 6455, section 7.4).
        public static let invalidCloseCode = Code("invalidCloseCode", .protocolError)
        /// Text or a close reason is not UTF-8 (RFC 6455, section 8.1).
        public static let invalidUTF8 = Code("invalidUTF8", .invalidPayload)
        /// A message is larger than the limit (RFC 6455, section 10.4).
        public static let messageTooBig = Code("messageTooBig", .messageTooBig)

        // The connection.

        /// The connection ended without a close frame.
        public static let connectionLost = Code("connectionLost")
        /// The other side answered nothing for two intervals of keep-alive.
        public static let timedOut = Code("timedOut")
        /// The socket is closed or being closed: nothing more can be sent.
        public static let closed = Code("closed")

        // What the program asked for.

        /// A close reason of more than 123 bytes.
        public static let reasonTooLong = Code("reasonTooLong")
    }

    /// What happened.
    public let code: Code

    /// Makes an error.
    public init(_ code: Code) { self.code = code }

    /// What the other side is told when it is at fault; `nil` for errors that are not its own.
    public var closeCode: WebSocketCloseCode? { code.closeCode }

    /// The code's name.
    public var description: String { code.name }
}
