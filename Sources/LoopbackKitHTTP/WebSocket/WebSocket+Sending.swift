extension WebSocket {
    /// Sends a message, and waits while too much is under way to a slow reader.
    ///
    /// - Parameter message: the message; it goes out whole, whoever else sends.
    /// - Throws: `WebSocketError` with code `closed` once the socket is closed or being closed, `connectionLost` when the
    ///   connection broke; `CancellationError` when the calling task is cancelled while it waits.
    public func send(_ message: WebSocketMessage) async throws {
        switch message {
        case .text(let text): try await send(.text, text.utf8)
        case .binary(let bytes): try await send(.binary, bytes)
        }
    }

    /// Sends text; see `send(_:)` for messages.
    ///
    /// - Throws: what sending a message throws.
    public func send(_ text: String) async throws { try await send(.text, text.utf8) }

    /// Sends bytes; see `send(_:)` for messages.
    ///
    /// - Throws: what sending a message throws.
    public func send(_ bytes: [UInt8]) async throws { try await send(.binary, bytes) }

    /// Sends a ping, which the other side answers by itself (RFC 6455, section 5.5.2).
    ///
    /// - Parameter payload: at most 125 bytes.
    /// - Throws: what sending a message throws; `controlFrameTooLong` for a larger payload.
    public func ping(_ payload: [UInt8] = []) async throws {
        guard payload.count <= WebSocketOpcode.largestControlPayload else {
            throw WebSocketError(.controlFrameTooLong)
        }
        try checkOpen()
        try await write(.ping, payload)
    }

    private func send(_ opcode: WebSocketOpcode, _ payload: some Collection<UInt8>) async throws {
        try checkOpen()
        try await gate.pass {
            // The close frame passes the same gate: no message follows it.
            try checkOpen()
            guard let limit = configuration.maximumFrameSize, payload.count > limit else {
                return try await write(opcode, payload)
            }
            try await sendFragments(opcode, payload, limit: Swift.max(1, limit))
        }
    }

    /// Sends a message in several frames (RFC 6455, section 5.4); pings and pongs may pass between them.
    private func sendFragments(
        _ opcode: WebSocketOpcode,
        _ payload: some Collection<UInt8>,
        limit: Int
    ) async throws {
        var opcode = opcode
        var rest = payload[...]
        while rest.count > limit {
            try await write(opcode, isFinal: false, rest.prefix(limit))
            rest = rest.dropFirst(limit)
            opcode = .continuation
        }
        try await write(opcode, rest)
    }

    private func checkOpen() throws(WebSocketError) {
        let ending = ending.value
        guard !ending.hasSentClose, ending.closure == nil else { throw WebSocketError(.closed) }
    }

    /// Writes a frame in one piece.
    func write(_ opcode: WebSocketOpcode, isFinal: Bool = true, _ payload: some Collection<UInt8>) async throws {
        let mask = role == .client ? WebSocketMask.random() : nil
        do {
            try await stream.write(WebSocketFrameHeader.frame(opcode, isFinal: isFinal, payload, mask: mask))
        } catch is HTTPMessageError {
            throw WebSocketError(.connectionLost)
        }
    }
}
