internal import Synchronization

/// Takes new connections for one loop.
final class Acceptor: ReadinessHandler, @unchecked Sendable {  // touched on its loop alone
    private let context: LoopContext
    private let listener: Listener
    private var isWatching = false

    /// How many are taken in one turn, so that others have theirs.
    private static let batch = 64
    /// How long to wait for free descriptors, in milliseconds.
    private static let retryDelay: Int64 = 100

    init(context: LoopContext, listener: Listener) {
        self.context = context
        self.listener = listener
    }

    func start() {
        guard !context.isDraining else { return }
        watch()
    }

    /// Watches the listener, or tries it again later when the system has no room for it.
    private func watch() {
        isWatching = context.loop.watchListener(listener.descriptor, handler: self)
        if !isWatching { retryLater() }
    }

    private func retryLater() {
        context.loop.setDeadline(listener.descriptor, context.loop.now + Self.retryDelay)
    }

    func ready(_ readiness: Readiness) {
        guard !context.isDraining else { return }
        _ = acceptBatch()
    }

    /// Free descriptors are looked for again, or the time for stopping is over.
    func deadlinePassed() {
        if context.isDraining {
            context.cut()
        } else if !isWatching {
            watch()
        }
    }

    /// Takes what waits already, then ends listening.
    func drain() {
        guard !context.isDraining else { return }
        // Bounded by what can wait: those who come now must not keep the stop waiting.
        var batches = context.core.configuration.connections.backlog / Self.batch + 1
        while batches > 0, acceptBatch() { batches -= 1 }
        if isWatching { context.loop.unwatchListener(listener.descriptor) }
        listener.stopListening()
        context.beginDrain()
        if context.openCount > 0 {
            context.loop.setDeadline(listener.descriptor, context.loop.now + context.core.times.stop)
        }
    }

    /// - Returns: whether more may wait.
    private func acceptBatch() -> Bool {
        var hasMadeRoom = false
        for _ in 0..<Self.batch {
            switch listener.accept() {
            case .success((let descriptor, let peer)):
                hasMadeRoom = false
                admit(descriptor, peer)
            case .failure(let error) where error.isEmpty: return false
            case .failure(let error) where error.isPassing: continue
            case .failure(let error) where error.isExhaustion && !hasMadeRoom && context.evictOne(sparingNew: true):
                hasMadeRoom = true
            case .failure(let error):
                pause(error)
                return false
            }
        }
        return true
    }

    private func admit(_ descriptor: CInt, _ peer: SocketAddress?) {
        let core = context.core
        core.accepted.add(1, ordering: .relaxed)
        var open = core.open.add(1, ordering: .relaxed).newValue
        let maximum = core.configuration.connections.maximum
        var isRestricted = false
        if open > maximum {
            isRestricted = !context.evictOne()
            open = core.open.load(ordering: .relaxed)
        }
        guard open - maximum <= core.configuration.connections.reserved else {
            core.open.subtract(1, ordering: .relaxed)
            closeSocket(descriptor)
            return
        }
        let connection = HTTPConnection(descriptor, peer: peer, context: context, isRestricted: isRestricted)
        guard context.loop.watch(descriptor, handler: connection) else {
            context.loop.forget(descriptor)
            core.open.subtract(1, ordering: .relaxed)
            closeSocket(descriptor)
            return
        }
        context.add(connection, descriptor: descriptor)
        connection.begin()
    }

    /// No descriptor is free: the listener is left alone for a while, since it would be reported without end.
    private func pause(_ error: AcceptError) {
        context.core.observe(.acceptFailed(errno: error.errno))
        if isWatching { context.loop.unwatchListener(listener.descriptor) }
        isWatching = false
        retryLater()
    }
}
