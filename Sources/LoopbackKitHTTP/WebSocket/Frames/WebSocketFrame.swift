/// Which side of a connection an endpoint is: a client masks what it sends, a server doesn't (RFC 6455, section 5.1).
package enum WebSocketRole: Sendable {
    case server
    case client
}

/// What a frame is for (RFC 6455, section 5.2).
package enum WebSocketOpcode: UInt8, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    /// Whether the frame is about the connection, and may come between the frames of a message.
    package var isControl: Bool { rawValue >= 8 }

    /// The most bytes that a control frame carries (RFC 6455, section 5.5).
    package static let largestControlPayload = 125
}

/// What stands before a frame's payload (RFC 6455, section 5.2).
package struct WebSocketFrameHeader: Hashable, Sendable {
    /// Whether the message ends with this frame.
    package var isFinal: Bool
    package var opcode: WebSocketOpcode
    package var payloadCount: Int
    package var mask: WebSocketMask?

    package init(isFinal: Bool = true, _ opcode: WebSocketOpcode, payloadCount: Int, mask: WebSocketMask? = nil) {
        self.isFinal = isFinal
        self.opcode = opcode
        self.payloadCount = payloadCount
        self.mask = mask
    }

    /// The most bytes that a header takes.
    package static let largestSize = 14

    /// Writes the header; the length stands in as few bytes as it can.
    package func write(to bytes: inout [UInt8]) {
        bytes.append((isFinal ? 0x80 : 0) | opcode.rawValue)
        let maskBit: UInt8 = mask == nil ? 0 : 0x80
        let length = UInt64(payloadCount)
        switch length {
        case 0...125:
            bytes.append(maskBit | UInt8(length))
        case 126...0xFFFF:
            bytes.append(maskBit | 126)
            bytes.append(UInt8(length >> 8))
            bytes.append(UInt8(length & 0xFF))
        default:
            bytes.append(maskBit | 127)
            for shift in stride(from: UInt64(56), through: 0, by: -8) { bytes.append(UInt8(length >> shift & 0xFF)) }
        }
        if let mask { bytes.append(contentsOf: mask.bytes) }
    }

    /// A whole frame: header and payload, masked when the header says so.
    package static func frame(
        _ opcode: WebSocketOpcode,
        isFinal: Bool = true,
        _ payload: some Collection<UInt8>,
        mask: WebSocketMask? = nil
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(largestSize + payload.count)
        Self(isFinal: isFinal, opcode, payloadCount: payload.count, mask: mask).write(to: &bytes)
        let start = bytes.count
        bytes.append(contentsOf: payload)
        mask?.apply(to: &bytes, from: start)
        return bytes
    }
}
