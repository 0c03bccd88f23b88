internal import Synchronization

/// What a client's connections on one loop share: buffers that are lent for the length of a call, and the pool.
///
/// Touched on the loop's own thread alone.
@safe
final class ClientContext: @unchecked Sendable {
    let loop: EventLoop
    let core: ClientCore
    /// What the connection that has the loop now is about to send; empty between two calls.
    var output = OutputBuffer(capacity: 1 << 14)
    /// What a connection has just received; used up or copied before the call returns.
    let readBuffer: UnsafeMutableRawBufferPointer
    /// The same before it is decrypted.
    let cipherBuffer: UnsafeMutableRawBufferPointer
    private var origins: [HTTPOrigin: OriginConnections] = [:]
    /// The origin that was asked for last: mostly the next one, too, and hashing costs more than comparing.
    private var lastOrigin: OriginConnections?
    /// Every connection, by its descriptor.
    private var connections: [CInt: ClientConnection] = [:]
    private(set) var isClosed = false

    static let readCapacity = 1 << 16

    init(loop: EventLoop, core: ClientCore) {
        self.loop = loop
        self.core = core
        unsafe readBuffer = .allocate(byteCount: Self.readCapacity, alignment: 16)
        unsafe cipherBuffer = .allocate(byteCount: Self.readCapacity, alignment: 16)
    }

    deinit {
        unsafe readBuffer.deallocate()
        unsafe cipherBuffer.deallocate()
    }

    // MARK: Places

    func takePlace(_ origin: HTTPOrigin, mustBeNew: Bool) -> OriginConnections.Place? {
        let limit = core.configuration.limits.connectionsPerOrigin
        let connections = connections(of: origin)
        let place = connections.take(limit: limit, mustBeNew: mustBeNew)
        guard place == nil, mustBeNew, let oldest = connections.oldestIdle else { return place }
        // One that may not be used again makes room for one that may.
        oldest.close()
        return self.connections(of: origin).take(limit: limit, mustBeNew: mustBeNew)
    }

    private func connections(of origin: HTTPOrigin) -> OriginConnections {
        if let lastOrigin, lastOrigin.origin == origin { return lastOrigin }
        let connections = origins[origin] ?? OriginConnections(origin)
        origins[origin] = connections
        lastOrigin = connections
        return connections
    }

    func add(_ waiter: OriginConnections.PlaceWaiter, for origin: HTTPOrigin) {
        connections(of: origin).add(waiter)
        core.waiting.add(1, ordering: .relaxed)
    }

    /// Somebody waits no more; what was given to it meanwhile goes on to the next.
    func remove(_ waiter: OriginConnections.PlaceWaiter, for origin: HTTPOrigin) {
        origins[origin]?.remove(waiter)
        switch waiter.given {
        case .connection(let connection): if connection.isUsable { giveBack(connection, to: origin) }
        case .new: removePlace(origin)
        case nil: break
        }
        waiter.given = nil
        forgetUnused(origin)
    }

    /// A connection can be used by the next request.
    func giveBack(_ connection: ClientConnection, to origin: HTTPOrigin) {
        let limit = core.configuration.limits.idleConnectionsPerOrigin
        connections(of: origin).giveBack(connection, idleLimit: limit)?.close()
        if origins.count > 1, idleCount > core.configuration.limits.idleConnections { oldestIdle?.close() }
    }

    private var idleCount: Int { origins.values.reduce(0) { $0 + $1.idleCount } }

    private var oldestIdle: ClientConnection? {
        origins.values.compactMap(\.oldestIdle).min { $0.since < $1.since }
    }

    /// Gives descriptors back.
    ///
    /// - Returns: whether there was an unused connection.
    func closeIdle() -> Bool {
        var hasClosed = false
        while let connection = oldestIdle {
            connection.close()
            hasClosed = true
        }
        return hasClosed
    }

    /// A place that no connection came to have is free again.
    func removePlace(_ origin: HTTPOrigin) {
        origins[origin]?.removePlace(of: nil)
        forgetUnused(origin)
    }

    // MARK: Connections

    func add(_ connection: ClientConnection) {
        connections[connection.descriptor] = connection
        core.open.add(1, ordering: .relaxed)
    }

    /// Forgets a connection that is closed; `hadPlace` for its origin's own, and not for one attempt among several.
    func remove(_ connection: ClientConnection, hadPlace: Bool) {
        connections[connection.descriptor] = nil
        core.open.subtract(1, ordering: .relaxed)
        guard hadPlace else { return }
        origins[connection.origin]?.removePlace(of: connection)
        forgetUnused(connection.origin)
    }

    private func forgetUnused(_ origin: HTTPOrigin) {
        guard let connections = origins[origin], connections.isUnused else { return }
        origins[origin] = nil
        if lastOrigin === connections { lastOrigin = nil }
    }

    /// Closes everything, now and whenever something else comes.
    func close() {
        isClosed = true
        for connection in connections.values { connection.close(HTTPClientError(.notRunning)) }
        for origin in origins.values { origin.wakeAll() }
    }
}
