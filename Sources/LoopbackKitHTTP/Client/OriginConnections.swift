/// One origin's connections on one loop, and who waits for one.
///
/// Touched on its loop alone.
final class OriginConnections {
    /// Somebody who waits for a place.
    final class PlaceWaiter: @unchecked Sendable {  // touched on its loop alone
        let mustBeNew: Bool
        var waiter: Waiter?
        /// What came of it: a connection to use, or the right to make one.
        var given: Place?

        init(mustBeNew: Bool) { self.mustBeNew = mustBeNew }

        func wake() { waiter.take()?.resume() }
    }

    /// A place among an origin's connections.
    enum Place {
        case connection(ClientConnection)
        /// The right to make a connection; it is counted already.
        case new
    }

    let origin: HTTPOrigin
    /// Unused connections, the one used last at the end.
    private var idle: [ClientConnection] = []
    private(set) var openCount = 0
    private var waiters: [PlaceWaiter] = []

    init(_ origin: HTTPOrigin) { self.origin = origin }

    var isUnused: Bool { openCount == 0 && waiters.isEmpty }

    /// An unused connection, or the right to make one.
    func take(limit: Int, mustBeNew: Bool) -> Place? {
        if !mustBeNew, let connection = idle.popLast() { return .connection(connection) }
        guard openCount < limit else { return nil }
        openCount += 1
        return .new
    }

    /// How many are not used.
    var idleCount: Int { idle.count }

    /// The connection that was not used for longest.
    var oldestIdle: ClientConnection? { idle.first }

    func add(_ waiter: PlaceWaiter) { waiters.append(waiter) }

    func remove(_ waiter: PlaceWaiter) { waiters.removeAll { $0 === waiter } }

    /// Takes a connection back: the first who waits gets it.
    ///
    /// - Returns: a connection that is one too many.
    func giveBack(_ connection: ClientConnection, idleLimit: Int) -> ClientConnection? {
        // Its end makes room for a new one.
        if waiters.first?.mustBeNew == true { return connection }
        if give(.connection(connection)) { return nil }
        idle.append(connection)
        return idle.count > idleLimit ? idle.removeFirst() : nil
    }

    /// A connection is gone, or was not made: the first who waits may make one.
    func removePlace(of connection: ClientConnection?) {
        if let connection { idle.removeAll { $0 === connection } }
        openCount -= 1
        if give(.new) { openCount += 1 }
    }

    private func give(_ place: Place) -> Bool {
        guard !waiters.isEmpty else { return false }
        let first = waiters.removeFirst()
        first.given = place
        first.wake()
        return true
    }

    /// Nobody gets a place any more.
    func wakeAll() { for waiter in waiters { waiter.wake() } }
}
