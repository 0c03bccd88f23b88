internal import Synchronization

/// The socket's life on a connection: every task of it is a child of the one that runs it.
extension WebSocket {
    /// Speaks WebSocket on a connection for as long as the handler needs, and closes it in order.
    ///
    /// - Parameters:
    ///   - stream: the connection after the opening handshake.
    ///   - role: which side of it this is.
    ///   - subprotocol: what the handshake agreed on.
    ///   - configuration: limits and times.
    ///   - handler: when it returns the socket is closed with 1000, when it throws with 1011.
    /// - Throws: what the handler throws, unless the socket's own end was the cause.
    package static func run(
        on stream: any DuplexStream,
        role: WebSocketRole,
        subprotocol: String? = nil,
        configuration: WebSocketConfiguration = .init(),
        handler: (WebSocket) async throws -> Void
    ) async throws {
        let socket = WebSocket(stream, role: role, subprotocol: subprotocol, configuration: configuration)
        let failure = await withTaskGroup(of: Void.self) { group in
            group.addTask { await socket.receive() }
            if let interval = configuration.pingInterval { group.addTask { await socket.keepAlive(every: interval) } }
            var failure: (any Error)?
            do { try await handler(socket) } catch { failure = error }
            if let error = failure, socket.explains(error) { failure = nil }
            await socket.leave(failure)
            group.cancelAll()
            return failure
        }
        try? await stream.finish()
        if let failure { throw failure }
    }

    /// Whether an error of the handler tells no more than that the socket has ended.
    private func explains(_ failure: any Error) -> Bool {
        guard let failure = failure as? WebSocketError else { return false }
        return closure != nil || [.closed, .connectionLost].contains(failure.code)
    }

    /// The handler has ended: closes, unless that has happened.
    private func leave(_ failure: (any Error)?) async {
        inbox.discard()
        guard !ending.value.hasStoppedReading else { return }
        let code: WebSocketCloseCode =
            failure == nil ? .normal : failure is CancellationError ? .goingAway : .internalError
        await withTimeLimit {
            await self.sendClose(code)
            try? await self.ending.wait { $0.hasStoppedReading ? () : nil }
        }
        end(WebSocketClosure(.abnormal), stopsReading: true)
    }

    // MARK: Receiving

    /// Reads until both sides have closed, or the connection is lost.
    private func receive() async {
        var decoder = WebSocketMessageDecoder(role: role, maximumMessageSize: configuration.maximumMessageSize)
        var isStopping = false
        while true {
            do {
                try await receive(with: &decoder)
                break
            } catch let error as HTTPMessageError where error.code == .stopped && !isStopping {
                // The server stops: the handler's messages end, and the other side's close is still waited for.
                isStopping = true
                await settleInbox()
                await conclude(WebSocketClosure(.goingAway), sending: .goingAway)
            } catch {
                await fail(error, isStopping: isStopping)
                break
            }
        }
        ending.change { $0.hasStoppedReading = true }
    }

    private func receive(with decoder: inout WebSocketMessageDecoder) async throws {
        while let bytes = try await stream.read() {
            arrivals.add(1, ordering: .relaxed)
            if try await take(bytes, with: &decoder) {
                // The server is the first to end the connection (RFC 6455, section 7.1.1).
                if role == .client { await discardInput() }
                return
            }
        }
        throw WebSocketError(.connectionLost)
    }

    /// Handles what arrived, and tells whether the other side has closed.
    private func take(_ bytes: [UInt8], with decoder: inout WebSocketMessageDecoder) async throws -> Bool {
        var start = 0
        while true {
            let (consumed, event) = try decoder.decode(bytes.span.extracting(start..<bytes.count))
            start += consumed
            switch event {
            case .needsMore: return false
            case .message(let message): try await inbox.push(message)
            case .ping(let payload): try await write(.pong, payload)
            case .pong: break
            case .close(let code, let reason):
                await settleInbox()
                let closure = WebSocketClosure(code, reason: reason, wasClean: true)
                // The same code goes back (RFC 6455, section 5.5.1).
                await conclude(closure, sending: code == .noStatus ? nil : code)
                return true
            }
        }
    }

    /// Nothing more can be read, or what was read can't be understood.
    private func fail(_ error: any Error, isStopping: Bool) async {
        guard closure == nil || isStopping else { return }
        if isStopping || error is CancellationError {
            // Who sends at the moment is cancelled as well.
            return await conclude(WebSocketClosure(.goingAway), sending: .goingAway, heedsCancellation: false)
        }
        guard let error = error as? WebSocketError, let code = error.closeCode else {
            // After this side's close, an end without the other side's is no news.
            let failure = ending.value.hasSentClose ? nil : WebSocketError(.connectionLost)
            return end(WebSocketClosure(.abnormal), throwing: failure)
        }
        await settleInbox()
        await conclude(WebSocketClosure(code), throwing: error, sending: code)
        try? await stream.finish()
        // Bytes that nobody reads would make the system cut the connection, and the close frame be lost with it.
        await discardInput()
    }

    private func discardInput() async {
        while let bytes = try? await stream.read(), !bytes.isEmpty {}
    }

    // MARK: Keep-alive

    /// Sends a ping when nothing came for an interval, and gives up when nothing comes for another.
    private func keepAlive(every interval: Duration) async {
        var isUnanswered = false
        while ending.value.closure == nil {
            let seen = arrivals.load(ordering: .relaxed)
            guard (try? await configuration.clock.sleep(for: interval)) != nil else { return }
            // While nothing is read, nothing can be known.
            guard arrivals.load(ordering: .relaxed) == seen, !inbox.isFull else {
                isUnanswered = false
                continue
            }
            guard !isUnanswered else {
                return end(WebSocketClosure(.abnormal), throwing: WebSocketError(.timedOut), stopsReading: true)
            }
            isUnanswered = true
            // A connection that takes no more bytes must not hold the verdict up.
            await withTimeLimit(interval) { try? await self.ping() }
        }
    }
}
