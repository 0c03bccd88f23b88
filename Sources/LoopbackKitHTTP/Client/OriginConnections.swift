/// One origin's connections on one loop, and who waits for one.
struct OriginConnections {
    /// Somebody who waits for a place.
    final class PlaceWaiter: @unchecked Sendable {  // touched on its loop alone
        var waiter: Waiter?
        /// What came of it: a connection to use, or the right to make one.
        var given: Place?
    }

    /// A place among an origin's connections.
    enum Place {
        case connection(ClientConnection)
        /// The right to make a connection; it is counted already.
        case new
    }

    /// Unused connections, the one used last at the end.
    private var idle: [ClientConnection] = []
    private(set) var openCount = 0
    private var waiters: [PlaceWaiter] = []

    var isUnused: Bool { openCount == 0 && waiters.isEmpty }

    /// An unused connection, or the right to make one.
    mutating func take(limit: Int, mustBeNew: Bool) -> Place? {
        if !mustBeNew, let connection = idle.popLast() { return .connection(connection) }
        guard openCount < limit else {
            // One that may not be used again makes room for one that may.
            guard mustBeNew, let oldest = idle.first else { return nil }
            oldest.close()
            return nil
        }
        openCount += 1
        return .new
    }

    mutating func add(_ waiter: PlaceWaiter) { waiters.append(waiter) }

    mutating func remove(_ waiter: PlaceWaiter) { waiters.removeAll { $0 === waiter } }

    /// Takes a connection back: the first who waits gets it.
    ///
    /// - Returns: a connection that is one too many.
    mutating func giveBack(_ connection: ClientConnection, idleLimit: Int) -> ClientConnection? {
        if give(.connection(connection)) { return nil }
        idle.append(connection)
        return idle.count > idleLimit ? idle.removeFirst() : nil
    }

    /// A connection is gone, or was not made: the first who waits may make one.
    mutating func removePlace(of connection: ClientConnection?) {
        if let connection { idle.removeAll { $0 === connection } }
        openCount -= 1
        if give(.new) { openCount += 1 }
    }

    private mutating func give(_ place: Place) -> Bool {
        guard !waiters.isEmpty else { return false }
        let first = waiters.removeFirst()
        first.given = place
        first.waiter?.resume()
        first.waiter = nil
        return true
    }
}
