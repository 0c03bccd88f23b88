/// The closing handshake (RFC 6455, section 7.1).
extension WebSocket {
    /// The most bytes of a close frame's reason: what a control frame carries, without the code.
    static let largestReason = WebSocketOpcode.largestControlPayload - 2

    /// Closes the socket, and waits until the other side has closed as well, at most `WebSocketConfiguration.closeTimeout`.
    ///
    /// Nothing can be sent from then on, and messages that arrive are thrown away. A socket that is closed stays as it is.
    ///
    /// - Parameters:
    ///   - code: why.
    ///   - reason: the same for people, at most 123 bytes of UTF-8.
    /// - Throws: `WebSocketError` with code `invalidCloseCode` for a code that may not be sent, `reasonTooLong` for a long
    ///   reason.
    public func close(code: WebSocketCloseCode = .normal, reason: String = "") async throws {
        guard code.isSendable else { throw WebSocketError(.invalidCloseCode) }
        guard reason.utf8.count <= Self.largestReason else { throw WebSocketError(.reasonTooLong) }
        guard closure == nil else { return }
        inbox.discard()
        await withTimeLimit {
            await self.sendClose(code, reason: reason)
            _ = try? await self.ending.wait { $0.closure }
        }
        // The other side did not answer in time.
        end(WebSocketClosure(.abnormal), stopsReading: true)
    }

    /// Sends this side's close frame, once.
    func sendClose(_ code: WebSocketCloseCode?, reason: String = "") async {
        let isFirst = ending.change { ending in
            defer { ending.hasSentClose = true }
            return !ending.hasSentClose
        }
        if isFirst { await writeClose(code, reason: reason) }
    }

    /// Waits until what arrived before is answered, so that the answer goes out before the close frame.
    func settleInbox() async {
        guard !inbox.isSettled else { return }
        await withTimeLimit { try? await self.inbox.settle() }
    }

    private func writeClose(_ code: WebSocketCloseCode?, reason: String, heedsCancellation: Bool = true) async {
        var payload: [UInt8] = []
        if let code { payload = [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)] + Array(reason.utf8) }
        // A connection that is gone needs no close.
        try? await gate.pass(heedsCancellation: heedsCancellation) { try await write(.close, payload) }
    }

    /// Ends the socket and sends this side's close frame, unless it was sent: at once, so that nobody else sends another.
    func conclude(
        _ closure: WebSocketClosure,
        throwing failure: WebSocketError? = nil,
        sending code: WebSocketCloseCode?,
        heedsCancellation: Bool = true
    ) async {
        let mustSend = ending.change { ending in
            defer { ending.hasSentClose = true }
            if ending.closure == nil { ending.closure = closure }
            return !ending.hasSentClose
        }
        inbox.finish(throwing: failure)
        if mustSend { await writeClose(code, reason: "", heedsCancellation: heedsCancellation) }
    }

    /// The socket is at its end, unless it was before.
    func end(_ closure: WebSocketClosure, throwing failure: WebSocketError? = nil, stopsReading: Bool = false) {
        ending.change { ending in
            if ending.closure == nil { ending.closure = closure }
            if stopsReading { ending.hasStoppedReading = true }
        }
        inbox.finish(throwing: failure)
    }

    /// Calls the closure, and cancels it when a close's time is over.
    func withTimeLimit(_ body: @escaping @Sendable () async -> Void) async {
        await withTimeLimit(configuration.closeTimeout, body)
    }

    func withTimeLimit(_ limit: Duration, _ body: @escaping @Sendable () async -> Void) async {
        let clock = configuration.clock
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await body() }
            group.addTask { try? await clock.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }
}
