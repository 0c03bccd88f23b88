internal import Synchronization

/// From an origin to a connection that a request can be sent on.
extension ClientLoop {
    /// An unused connection of the origin's, or a new one; it may end before the caller comes to run.
    func connect(to origin: HTTPOrigin, mustBeNew: Bool = false) async throws -> ClientConnection {
        try Task.checkCancellation()
        while true {
            guard !context.isClosed else { throw HTTPClientError(.notRunning) }
            switch try await place(origin, mustBeNew: mustBeNew) {
            case .connection(let connection): if connection.isUsable { return connection }
            case .new: return try await open(origin)
            }
        }
    }

    private func place(_ origin: HTTPOrigin, mustBeNew: Bool) async throws -> OriginConnections.Place {
        if let place = context.takePlace(origin, mustBeNew: mustBeNew) { return place }
        let waiter = OriginConnections.PlaceWaiter(mustBeNew: mustBeNew)
        context.add(waiter, for: origin)
        let limit = context.core.configuration.timeouts.connect
        try? await withTimeLimit(limit, HTTPClientError(.noFreeConnection)) { await self.wait(waiter, origin) }
        context.core.waiting.subtract(1, ordering: .relaxed)
        if let place = waiter.given.take() {
            // What was given to a task that does not want it any more goes on.
            guard Task.isCancelled else { return place }
            waiter.given = place
        }
        context.remove(waiter, for: origin)
        try Task.checkCancellation()
        throw HTTPClientError(context.isClosed ? .notRunning : .noFreeConnection)
    }

    private func wait(_ place: OriginConnections.PlaceWaiter, _ origin: HTTPOrigin) async {
        let loop = loop
        await withTaskCancellationHandler {
            await self.suspend { waiter in
                if Task.isCancelled || place.given != nil || context.isClosed { return waiter.resume() }
                place.waiter = waiter
            }
        } onCancel: {
            loop.post { place.wake() }
        }
    }

    /// Makes a connection for a place that is counted already.
    private func open(_ origin: HTTPOrigin) async throws -> ClientConnection {
        let connection: ClientConnection
        do {
            let addresses = try await addresses(of: origin)
            guard !context.isClosed else { throw HTTPClientError(.notRunning) }
            let race = ConnectRace(addresses, for: origin, in: context)
            race.start()
            connection = try await winner(of: race)
        } catch {
            context.removePlace(origin)
            // The race knows of a cancelled task only that it was given up.
            try Task.checkCancellation()
            throw error
        }
        guard origin.scheme == .https else { return connection }
        try await secure(connection)
        return connection
    }

    private func winner(of race: ConnectRace) async throws(HTTPClientError) -> ClientConnection {
        let loop = loop
        if race.result == nil {
            await withTaskCancellationHandler {
                await self.suspend { waiter in
                    if Task.isCancelled { race.cancel() }
                    if race.result == nil { race.waiter = waiter } else { waiter.resume() }
                }
            } onCancel: {
                loop.post { race.cancel() }
            }
        }
        guard let result = race.result else { throw HTTPClientError(.connectionClosed) }
        return try result.get()
    }

    private func addresses(of origin: HTTPOrigin) async throws -> [SocketAddress] {
        let resolver = context.core.configuration.resolver
        let name = origin.host.description
        // A look-up of an address takes no time.
        if case .address = origin.host { return try await resolver.addresses(of: name, port: origin.port) }
        return try await withTimeLimit(
            context.core.configuration.timeouts.connect,
            HTTPClientError(.lookUpTimedOut)
        ) {
            try await resolver.addresses(of: name, port: origin.port)
        }
    }

    private func secure(_ connection: ClientConnection) async throws {
        let origin = connection.origin
        guard connection.isUsable else { throw connection.failure ?? HTTPClientError(.connectionClosed) }
        do throws(TLSError) {
            guard let tls = context.core.configuration.tls else { throw TLSError(.unavailable) }
            connection.secure(with: try tls.makeEngine(host: origin.host, port: origin.port))
        } catch {
            connection.close()
            throw HTTPClientError(.tlsFailed, tls: error)
        }
        while connection.phase == .securing {
            await wait(on: connection)
            if Task.isCancelled {
                connection.close()
                throw CancellationError()
            }
        }
        if connection.phase == .closed { throw connection.failure ?? HTTPClientError(.connectionClosed) }
    }
}

/// Gives up what takes too long.
///
/// - Throws: what the work throws, or the given error when the time is over.
private func withTimeLimit<Result: Sendable>(
    _ limit: Duration,
    _ error: any Error,
    _ work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await Task.sleep(for: limit)
            return nil
        }
        defer { group.cancelAll() }
        guard let first = try await group.next(), let result = first else { throw error }
        return result
    }
}
