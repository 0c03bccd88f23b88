/// Reads frames as their bytes arrive, and refuses what RFC 6455, sections 5.2 to 5.5, forbids at the byte that shows it.
///
/// It holds no input and never allocates: payloads are told as ranges of what it is given.
package struct WebSocketFrameDecoder: Sendable {
    /// What a decoded prefix was.
    package enum Event: Hashable, Sendable {
        /// Nothing that concerns the caller; all of the input was taken.
        case needsMore
        /// A frame's header is complete.
        case begin(WebSocketFrameHeader)
        /// A part of the payload, never empty: a range of the given input, and how much of the payload came before it.
        case payload(Range<Int>, offset: Int)
        /// The frame is complete.
        case end
    }

    private enum Stage {
        case start
        case length
        case longLength
        case mask
        case payload
    }

    private let role: WebSocketRole
    private var stage = Stage.start
    /// Whether a message has begun whose last frame has not.
    private var isInMessage = false
    private var isFinal = false
    private var opcode = WebSocketOpcode.continuation
    private var length: UInt64 = 0
    /// How many bytes of a long length or of the mask are missing.
    private var missing = 0
    private var hasLongestLength = false
    private var maskWord: UInt32 = 0
    private var remaining = 0
    private var offset = 0

    /// Makes a decoder for what arrives at that side.
    package init(role: WebSocketRole) { self.role = role }

    /// Decodes a prefix of the input.
    ///
    /// - Parameter input: bytes that were not taken yet.
    /// - Returns: how many bytes were taken, and what they were.
    /// - Throws: `WebSocketError` when the peer breaks the protocol; the rest of the connection is lost then.
    package mutating func decode(_ input: Span<UInt8>) throws(WebSocketError) -> (consumed: Int, event: Event) {
        var index = 0
        while true {
            if stage == .payload {
                if remaining == 0 {
                    stage = .start
                    return (index, .end)
                }
                guard index < input.count else { return (index, .needsMore) }
                let count = min(remaining, input.count &- index)
                defer { offset += count }
                remaining -= count
                return (index + count, .payload(index..<index + count, offset: offset))
            }
            guard index < input.count else { return (index, .needsMore) }
            let isComplete = try take(input[index])
            index &+= 1
            if isComplete { return (index, .begin(try begin())) }
        }
    }

    /// Takes a byte of a header, and tells whether the header is complete with it.
    private mutating func take(_ byte: UInt8) throws(WebSocketError) -> Bool {
        switch stage {
        case .start:
            try takeStart(byte)
            return false
        case .length: return try takeLength(byte)
        case .longLength: return try takeLongLength(byte)
        case .mask:
            maskWord = maskWord >> 8 | UInt32(byte) << 24
            missing -= 1
            return missing == 0
        case .payload: return false
        }
    }

    private mutating func takeStart(_ byte: UInt8) throws(WebSocketError) {
        guard byte & 0x70 == 0 else { throw WebSocketError(.reservedBits) }
        guard let opcode = WebSocketOpcode(rawValue: byte & 0x0F) else { throw WebSocketError(.reservedOpcode) }
        isFinal = byte & 0x80 != 0
        self.opcode = opcode
        if opcode.isControl {
            guard isFinal else { throw WebSocketError(.fragmentedControlFrame) }
        } else {
            guard isInMessage == (opcode == .continuation) else {
                throw WebSocketError(isInMessage ? .interruptedMessage : .unexpectedContinuation)
            }
            isInMessage = !isFinal
        }
        stage = .length
    }

    private mutating func takeLength(_ byte: UInt8) throws(WebSocketError) -> Bool {
        let isMasked = byte & 0x80 != 0
        guard isMasked == (role == .server) else { throw WebSocketError(isMasked ? .maskedFrame : .unmaskedFrame) }
        length = UInt64(byte & 0x7F)
        guard !opcode.isControl || length <= WebSocketOpcode.largestControlPayload else {
            throw WebSocketError(.controlFrameTooLong)
        }
        guard length > 125 else { return endLength() }
        hasLongestLength = length == 127
        missing = hasLongestLength ? 8 : 2
        length = 0
        stage = .longLength
        return false
    }

    private mutating func takeLongLength(_ byte: UInt8) throws(WebSocketError) -> Bool {
        // The first of eight bytes has its highest bit clear.
        guard missing < 8 || byte < 0x80 else { throw WebSocketError(.lengthOutOfRange) }
        length = length << 8 | UInt64(byte)
        missing -= 1
        guard missing == 0 else { return false }
        guard length > (hasLongestLength ? 0xFFFF : 125) else { throw WebSocketError(.lengthNotMinimal) }
        return endLength()
    }

    /// The length is complete: tells whether the header is as well.
    private mutating func endLength() -> Bool {
        stage = .mask
        missing = 4
        return role == .client
    }

    private mutating func begin() throws(WebSocketError) -> WebSocketFrameHeader {
        guard let count = Int(exactly: length) else { throw WebSocketError(.messageTooBig) }
        stage = .payload
        remaining = count
        offset = 0
        let mask = role == .server ? WebSocketMask(maskWord) : nil
        return WebSocketFrameHeader(isFinal: isFinal, opcode, payloadCount: count, mask: mask)
    }
}
