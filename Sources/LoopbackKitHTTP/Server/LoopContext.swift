internal import Synchronization

/// What the connections of one loop share: buffers that are lent for the length of a call, and the list of connections.
///
/// Touched on the loop's own thread alone, in calls that don't nest: what every request uses is left out of run-time
/// checks of exclusivity.
@safe
final class LoopContext: @unchecked Sendable {
    private struct State: ~Copyable {
        var freeStorages: [HeadStorage] = []
        var connections: [HTTPConnection?] = []
        var date: [UInt8] = []
        var dateTick: Int64 = .min
    }

    let loop: EventLoop
    let core: ServerCore
    /// Heads and small bodies of the connection that has the loop now; empty between two calls.
    @safe @exclusivity(unchecked)
    var output = OutputBuffer(capacity: 1 << 16)
    /// Heads of answers that may be asked for again.
    @safe @exclusivity(unchecked)
    private var heads = HeadCache()
    /// The parser for heads that arrive whole.
    @safe @exclusivity(unchecked)
    var parser = RequestHeadParser()
    @safe @exclusivity(unchecked)
    private var state = State()
    /// What a connection has just received; used up or copied before the call returns.
    let readBuffer: UnsafeMutableRawBufferPointer
    private(set) var openCount = 0
    private(set) var isDraining = false
    private(set) var isCut = false
    private var evictionOrder = EvictionOrder()
    /// Connections that wait for a task of theirs.
    var spawnQueue: [HTTPConnection] = []
    private var supervisorWaiter: Waiter?

    static let readCapacity = 1 << 16

    init(core: ServerCore) throws(HTTPServerError) {
        self.core = core
        loop = try EventLoop()
        unsafe readBuffer = .allocate(byteCount: Self.readCapacity, alignment: 16)
        loop.onHeld = { [core] duration in core.observe(.loopHeld(duration)) }
    }

    deinit { unsafe readBuffer.deallocate() }

    // MARK: Lending

    /// Gives a storage for a head.
    func takeStorage() -> HeadStorage {
        state.freeStorages.popLast() ?? .forParser()
    }

    /// Takes a head's storage back if nobody else holds it.
    func giveBack(_ storage: consuming HeadStorage) {
        guard state.freeStorages.count < 64, isKnownUniquelyReferenced(&storage) else { return }
        state.freeStorages.append(storage)
    }

    // MARK: Heads of answers

    /// Appends an answer's head to the output.
    ///
    /// - Throws: `HTTPMessageError` before anything is appended.
    func encode(
        _ response: HTTPResponse,
        framing: ResponseFraming,
        version: HTTPVersion,
        keepsAlive: Bool,
        answersHead: Bool
    ) throws(HTTPMessageError) {
        updateDate()
        let storage = response.fields.storage
        let key = HeadCache.Key(
            status: response.status,
            framing: framing,
            version: version,
            keepsAlive: keepsAlive,
            answersHead: answersHead,
            dateTick: state.dateTick
        )
        guard !heads.append(key, storage, to: &output) else { return }
        let start = output.count
        let date = state.date
        try ResponseHeadEncoder.encode(
            status: response.status,
            fields: response.fields,
            framing: framing,
            version: version,
            keepsAlive: keepsAlive,
            date: date.span,
            serverField: core.serverField,
            answersHead: answersHead,
            into: &output
        )
        heads.note(key, storage, in: output, from: start)
    }

    /// Sees to it that the time of day for a Date field is one second old at most.
    private func updateDate() {
        let tick = loop.reading >> 9
        guard tick != state.dateTick else { return }
        state.dateTick = tick
        state.date = HTTPDate(secondsSince1970: wallClockSeconds()).bytes
    }

    // MARK: Connections

    func add(_ connection: HTTPConnection, descriptor: CInt) {
        let index = Int(descriptor)
        while state.connections.count <= index { state.connections.append(nil) }
        state.connections[index] = connection
        openCount += 1
    }

    func remove(descriptor: CInt) {
        state.connections[Int(descriptor)] = nil
        openCount -= 1
        core.open.subtract(1, ordering: .relaxed)
        if isDraining, openCount == 0 { wakeSupervisor() }
    }

    /// Closes the connection that is idle longest, first among those that no answer marked as trusted.
    ///
    /// - Parameter sparingNew: whether a connection that had no turn yet, to show what it wants, is left alone.
    /// - Returns: whether there was one.
    func evictOne(sparingNew: Bool = false) -> Bool {
        var hasSearched = false
        while true {
            while let place = evictionOrder.next() {
                guard let connection = state.connections[place.descriptor], let idle = connection.idleState,
                    (idle.since, idle.isTrusted) == (place.since, place.isTrusted), idle.hadTurn || !sparingNew
                else { continue }
                connection.evict()
                core.observe(.evicted)
                return true
            }
            guard !hasSearched else { return false }
            hasSearched = true
            evictionOrder.refill(idlePlaces(sparingNew: sparingNew))
        }
    }

    private func idlePlaces(sparingNew: Bool) -> [EvictionOrder.Place] {
        state.connections.indices.compactMap { index in
            guard let idle = state.connections[index]?.idleState, idle.hadTurn || !sparingNew else { return nil }
            return EvictionOrder.Place(descriptor: index, since: idle.since, isTrusted: idle.isTrusted)
        }
    }

    // MARK: The supervisor

    func requestTask(for connection: HTTPConnection) {
        spawnQueue.append(connection)
        wakeSupervisor()
    }

    func setSupervisorWaiter(_ waiter: Waiter) { supervisorWaiter = waiter }

    private func wakeSupervisor() {
        guard let waiter = supervisorWaiter else { return }
        supervisorWaiter = nil
        waiter.resume()
    }

    // MARK: Stopping

    /// Lets answers under way end, and closes the rest.
    func beginDrain() {
        guard !isDraining else { return }
        isDraining = true
        loop.countHeldTime()
        for case let connection? in state.connections { connection.drain() }
        wakeSupervisor()
    }

    /// Ends everything that is still there.
    func cut() {
        guard !isCut else { return }
        isCut = true
        for case let connection? in state.connections { connection.cut() }
        wakeSupervisor()
    }
}
