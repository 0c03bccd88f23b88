/// Joins frames to messages: fragments, text that must be UTF-8, limits, and what control frames say.
///
/// The same result at every split of the input. Room for a message grows with the bytes that came, never by the length
/// that a frame declares.
package struct WebSocketMessageDecoder: Sendable {
    /// What a decoded prefix was.
    package enum Event: Hashable, Sendable {
        /// No message is complete; all of the input was taken.
        case needsMore
        case message(WebSocketMessage)
        case ping([UInt8])
        case pong([UInt8])
        /// The other side closes; nothing that follows counts.
        case close(WebSocketCloseCode, reason: String)
    }

    private let maximumMessageSize: Int
    private var frames: WebSocketFrameDecoder
    private var header = WebSocketFrameHeader(.continuation, payloadCount: 0)
    private var isText = false
    private var message: [UInt8] = []
    private var control: [UInt8] = []
    private var validator = UTF8Validator()

    /// Makes a decoder for what arrives at that side; a message of more bytes than the limit is refused.
    package init(role: WebSocketRole, maximumMessageSize: Int) {
        frames = WebSocketFrameDecoder(role: role)
        self.maximumMessageSize = maximumMessageSize
    }

    /// Decodes a prefix of the input.
    ///
    /// - Parameter input: bytes that were not taken yet.
    /// - Returns: how many bytes were taken, and what they were.
    /// - Throws: `WebSocketError` when the peer breaks the protocol or passes the limit; the rest of the connection is
    ///   lost then.
    package mutating func decode(_ input: Span<UInt8>) throws(WebSocketError) -> (consumed: Int, event: Event) {
        var taken = 0
        while true {
            let rest = input.extracting(taken..<input.count)
            let (consumed, event) = try frames.decode(rest)
            taken += consumed
            switch event {
            case .needsMore: return (taken, .needsMore)
            case .begin(let header): try begin(header)
            case .payload(let range, let offset): try take(rest.extracting(range), offset: offset)
            case .end: if let event = try end() { return (taken, event) }
            }
        }
    }

    private mutating func begin(_ header: WebSocketFrameHeader) throws(WebSocketError) {
        self.header = header
        guard !header.opcode.isControl else { return }
        // The sum is never built: the length may be near the largest number.
        guard header.payloadCount <= maximumMessageSize - message.count else { throw WebSocketError(.messageTooBig) }
        guard header.opcode != .continuation else { return }
        isText = header.opcode == .text
        validator = UTF8Validator()
    }

    private mutating func take(_ part: Span<UInt8>, offset: Int) throws(WebSocketError) {
        guard !header.opcode.isControl else { return append(part, to: &control, offset: offset) }
        let start = message.count
        append(part, to: &message, offset: offset)
        guard isText else { return }
        var validator = validator  // the message is borrowed while it is read
        guard validator.read(message.span.extracting(start...)) else { throw WebSocketError(.invalidUTF8) }
        self.validator = validator
    }

    private func append(_ part: Span<UInt8>, to bytes: inout [UInt8], offset: Int) {
        let start = bytes.count
        unsafe part.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }  // copied within the call
        header.mask?.apply(to: &bytes, from: start, offset: offset)
    }

    private mutating func end() throws(WebSocketError) -> Event? {
        switch header.opcode {
        case .ping: return .ping(takeControl())
        case .pong: return .pong(takeControl())
        case .close: return try Self.close(takeControl())
        case .continuation, .text, .binary:
            guard header.isFinal else { return nil }
            guard !isText || validator.isComplete else { throw WebSocketError(.invalidUTF8) }
            let bytes = message
            message = []
            return .message(isText ? .text(String(decoding: bytes, as: UTF8.self)) : .binary(bytes))
        }
    }

    private mutating func takeControl() -> [UInt8] {
        defer { control = [] }
        return control
    }

    /// What a close frame says: nothing, or a code and a reason (RFC 6455, section 5.5.1).
    private static func close(_ payload: [UInt8]) throws(WebSocketError) -> Event {
        guard !payload.isEmpty else { return .close(.noStatus, reason: "") }
        guard payload.count > 1 else { throw WebSocketError(.malformedClose) }
        let code = WebSocketCloseCode(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
        guard code.isSendable else { throw WebSocketError(.invalidCloseCode) }
        var validator = UTF8Validator()
        validator.read(payload.span.extracting(2...))
        guard validator.isComplete else { throw WebSocketError(.invalidUTF8) }
        return .close(code, reason: String(decoding: payload[2...], as: UTF8.self))
    }
}
