/// One event loop's part of a client: makes requests on it, and waits for what comes.
actor ClientLoop {
    nonisolated let context: ClientContext
    nonisolated var loop: EventLoop { context.loop }
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe context.loop.asUnownedSerialExecutor() }

    init(_ context: ClientContext) { self.context = context }

    func close() { context.close() }

    // MARK: Requests

    /// Sends a request, and returns when its answer's head is whole.
    ///
    /// A reused connection may have been closed by the other side while the request was on its way: such a request is
    /// sent once more, on a new connection, where that does no harm (RFC 9112, section 9.3.1).
    func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        let (connection, exchange) = try await begin(request)
        do {
            return try await answer(to: exchange, on: connection)
        } catch let error as HTTPClientError {
            guard error.code == .closedBeforeAnswer, connection.isReused, !exchange.hasReceived, request.mayBeSentAgain
            else { throw error }
        }
        let second = try await begin(request, mustBeNew: true)
        return try await answer(to: second.exchange, on: second.connection)
    }

    /// Begins to send a request, on a connection that is good at that moment.
    private func begin(
        _ request: HTTPClientRequest,
        mustBeNew: Bool = false
    ) async throws -> (connection: ClientConnection, exchange: ClientExchange) {
        while true {
            let connection = try await connect(to: request.url.origin, mustBeNew: mustBeNew)
            if Task.isCancelled {
                connection.close()
                throw CancellationError()
            }
            // The task comes here in a job of its own: the connection may have ended before.
            if connection.isUsable { return (connection, try begin(request, on: connection)) }
            guard connection.isReused else {
                throw HTTPClientError(
                    .closedBeforeAnswer,
                    broken: connection.failure ?? HTTPClientError(.connectionClosed)
                )
            }
        }
    }

    private func begin(
        _ request: HTTPClientRequest,
        on connection: ClientConnection
    ) throws(HTTPClientError) -> ClientExchange {
        let exchange = ClientExchange(request)
        do {
            try begin(exchange, request, on: connection)
        } catch {
            connection.close()
            throw HTTPClientError(.invalidRequest, underlying: error)
        }
        return exchange
    }

    private func answer(
        to exchange: ClientExchange,
        on connection: ClientConnection
    ) async throws -> HTTPClientResponse {
        while !exchange.isAnswered, connection.phase != .closed {
            await wait(on: connection)
            if Task.isCancelled, !exchange.isAnswered {
                connection.close()
                throw CancellationError()
            }
        }
        guard exchange.isAnswered else { throw connection.failure ?? HTTPClientError(.connectionClosed) }
        return response(exchange, connection)
    }

    /// Writes the request's head, and its body or the beginning of it.
    private func begin(
        _ exchange: ClientExchange,
        _ request: HTTPClientRequest,
        on connection: ClientConnection
    ) throws {
        let body = request.body
        try RequestHeadEncoder.encode(
            method: request.method,
            target: request.requestTarget,
            authority: connection.authority,
            fields: request.fields,
            framing: body.framing(for: request.method),
            upgrade: request.upgrade,
            into: &context.output
        )
        connection.exchange = exchange
        connection.phase = .exchanging
        connection.since = loop.now
        switch body.storage {
        case .empty: break
        case .bytes(let bytes): connection.send(bytes)
        case .segments(let segments):
            upload(exchange, on: connection, length: body.length) { writer in
                for segment in segments { try await writer.write(segment) }
            }
        case .stream(let length, let produce): upload(exchange, on: connection, length: length, produce)
        case .upgrade:
            context.output.removeAll()
            throw HTTPMessageError(.upgradeNotAsked)
        }
        connection.advance()
    }

    private func upload(
        _ exchange: ClientExchange,
        on connection: ClientConnection,
        length: Int?,
        _ produce: @escaping @Sendable (HTTPBodyWriter) async throws -> Void
    ) {
        let upload = ClientUpload(connection, exchange, length: length, loop: self, produce: produce)
        exchange.upload = upload
        exchange.isSent = false
        context.core.uploadQueue.yield(upload)
    }

    private func response(_ exchange: ClientExchange, _ connection: ClientConnection) -> HTTPClientResponse {
        let head = exchange.head
        let body: HTTPIncomingBody
        if let whole = exchange.wholeBody {
            body =
                exchange.trailers.isEmpty
                ? .bytes(whole)
                : HTTPIncomingBody(.stream(WholeBody(whole, trailers: exchange.trailers), length: nil))
        } else if exchange.isWhole {
            body = .empty
        } else {
            body = HTTPIncomingBody(.stream(ClientBody(connection, exchange, loop: self), length: exchange.length))
        }
        return HTTPClientResponse(
            status: head.status,
            reason: exchange.storage.string(head.reason),
            version: head.version,
            fields: HTTPFields(storage: exchange.storage),
            body: body,
            upgraded: head.content == .tunnel ? ClientTunnel(connection, loop: self) : nil,
            peer: connection.peer
        )
    }

    /// Suspends the task until the waiter is woken.
    ///
    /// To be called with `self`: a closure that does not capture the actor is not its own, and runs on another thread.
    func suspend(_ keep: (Waiter) -> Void) async {
        await Waiter.wait { waiter in
            assert(loop.isCurrent, "not on the client's event loop")
            keep(waiter)
        }
    }

    /// Waits until something has come, or the connection has ended; a cancelled task closes it.
    func wait(on connection: ClientConnection) async {
        let loop = loop
        await withTaskCancellationHandler {
            await self.suspend { waiter in
                if Task.isCancelled { return waiter.resume() }
                connection.waiter = waiter
                connection.setDeadline()
            }
        } onCancel: {
            loop.post { connection.wake() }
        }
    }
}
