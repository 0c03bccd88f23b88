/// Bodies and tunnels, as their readers and writers ask for them.
extension ClientLoop {
    /// How many bytes a reader or a writer passes before others have the loop.
    private static let turnBudget = 1 << 18

    // MARK: Answers

    func nextPart(of body: ClientBody) async throws -> [UInt8]? {
        let (connection, exchange) = (body.connection, body.exchange)
        if exchange.hasFinished { return nil }
        guard !exchange.isRead else { throw HTTPClientError(.concurrentRead) }
        exchange.isRead = true
        defer { exchange.isRead = false }
        while true {
            if let part = try pull(exchange, on: connection) {
                await keepTurn(part.count, of: connection)
                return part
            }
            if exchange.isWhole { return nil }
            connection.since = loop.now
            await wait(on: connection)
            if Task.isCancelled {
                connection.close()
                throw CancellationError()
            }
        }
    }

    private func pull(
        _ exchange: ClientExchange,
        on connection: ClientConnection
    ) throws(HTTPClientError) -> [UInt8]? {
        do throws(HTTPClientError) {
            guard connection.exchange === exchange, connection.phase == .exchanging else {
                throw connection.failure.map { HTTPClientError(.truncatedBody, broken: $0) }
                    ?? HTTPClientError(.connectionClosed)
            }
            return try connection.pull(exchange)
        } catch {
            connection.close(error)
            throw error
        }
    }

    /// Lets others have the loop where the other side is faster than this one.
    ///
    /// - Returns: whether it did.
    @discardableResult
    private func keepTurn(_ count: Int, of connection: ClientConnection) async -> Bool {
        connection.turnCount += count
        guard connection.turnCount > Self.turnBudget else { return false }
        connection.turnCount = 0
        await suspend { waiter in
            guard connection.phase != .closed else { return waiter.resume() }
            connection.turnWaiters.append(waiter)
            loop.callAgain(connection.descriptor, [])
        }
        return true
    }

    func trailers(of exchange: ClientExchange) -> HTTPFields { exchange.trailers }

    // MARK: Requests

    func write(_ part: [UInt8], of upload: ClientUpload) async throws {
        try upload.append(part)
        try await keepPace(part.count, upload.connection) { try upload.check() }
    }

    func finish(_ upload: ClientUpload) throws { try upload.complete() }

    /// The body could not be produced: the other side must not take what it got for the whole.
    func fail(_ upload: ClientUpload, _ error: any Error) {
        // Where the other side takes no more, its answer may be there already.
        guard upload.isUnderWay, !upload.isRefused else { return }
        upload.connection.close(HTTPClientError(.bodyNotProduced, underlying: error))
    }

    func waitForEnd(of upload: ClientUpload) async {
        let loop = loop
        await withTaskCancellationHandler {
            await self.suspend { waiter in
                if Task.isCancelled || !upload.isUnderWay { waiter.resume() } else { upload.add(waiter) }
            }
        } onCancel: {
            loop.post { upload.end() }
        }
    }

    // MARK: Tunnels

    func read(_ connection: ClientConnection) async throws -> [UInt8]? {
        guard let exchange = connection.exchange, !exchange.isRead else { throw HTTPClientError(.concurrentRead) }
        exchange.isRead = true
        defer { exchange.isRead = false }
        while true {
            guard connection.phase == .tunnel else { throw connection.failure ?? HTTPClientError(.connectionClosed) }
            if let bytes = connection.takeInput() { return bytes }
            switch unsafe connection.read(into: context.readBuffer) {
            case .bytes(let count): return unsafe Array(context.readBuffer[..<count])
            case .ended: return nil
            case .failed(let error):
                connection.close(error)
                throw error
            case .blocked: break
            }
            await wait(on: connection)
            try Task.checkCancellation()
        }
    }

    func write(_ bytes: [UInt8], to connection: ClientConnection) async throws {
        try checkTunnel(connection)
        connection.send(bytes)
        connection.flush()
        try await keepPace(bytes.count, connection) { try checkTunnel(connection) }
    }

    func finish(_ connection: ClientConnection) throws {
        try checkTunnel(connection)
        connection.endSending()
    }

    private func checkTunnel(_ connection: ClientConnection) throws(HTTPClientError) {
        guard connection.phase == .tunnel, connection.exchange?.endsSending == false,
            connection.exchange?.cannotSend == false
        else { throw connection.failure ?? HTTPClientError(.connectionClosed) }
    }

    /// Waits while too much waits for the other side, and lets others have the loop where that takes all at once.
    private func keepPace(
        _ count: Int,
        _ connection: ClientConnection,
        _ check: () throws -> Void
    ) async throws {
        connection.settle()
        let limit = context.core.configuration.limits.waitingOutput
        while connection.queue.bufferedCount > limit {
            let loop = loop
            await withTaskCancellationHandler {
                await self.suspend { waiter in
                    // The task comes here in a job of its own: what it waits for may have come before.
                    if Task.isCancelled || connection.queue.bufferedCount <= limit { return waiter.resume() }
                    connection.writerWaiters.append(waiter)
                }
            } onCancel: {
                loop.post { connection.wakeWriters() }
            }
            try check()
            try Task.checkCancellation()
        }
        guard await keepTurn(count, of: connection) else { return }
        try check()
        try Task.checkCancellation()
    }
}
