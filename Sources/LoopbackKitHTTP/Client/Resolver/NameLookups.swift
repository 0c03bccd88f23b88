internal import Synchronization

/// The look-ups under way and their threads.
///
/// A thread takes one name after the other and ends when none is left: to start one costs a small part of what a look-up
/// costs, so that none is kept.
final class NameLookups: Sendable {
    typealias Continuation = CheckedContinuation<[SocketAddress], any Error>

    private struct Lookup {
        var waiters: [Int: Continuation] = [:]
        var hasBegun = false
    }

    private struct State {
        var lookups: [String: Lookup] = [:]
        /// The names whose look-up has not begun, oldest first.
        var queue: [String] = []
        var threadCount = 0
        var lastWaiter = 0
    }

    private let state = Mutex(State())
    private let maximumThreads: Int
    private let lookUp: @Sendable (String) throws(HTTPResolverError) -> [SocketAddress]

    init(
        maximumThreads: Int,
        lookUp: @escaping @Sendable (String) throws(HTTPResolverError) -> [SocketAddress]
    ) {
        self.maximumThreads = maximumThreads
        self.lookUp = lookUp
    }

    var threadCount: Int { state.withLock { $0.threadCount } }
    var waiterCount: Int { state.withLock { $0.lookups.values.reduce(0) { $0 + $1.waiters.count } } }

    /// Waits for a name's addresses, in a look-up of its own or in the one that is there.
    func addresses(of name: String) async throws -> [SocketAddress] {
        let waiter = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { join(name, waiter, $0) }
        } onCancel: {
            leave(name, waiter)
        }
    }

    // MARK: Waiting

    private enum Joined {
        case waits, needsThread, isCancelled
    }

    private func join(_ name: String, _ waiter: Int, _ continuation: Continuation) {
        let joined: Joined = state.withLock { state in
            // A task that was cancelled before has left already.
            guard !Task.isCancelled else { return .isCancelled }
            let isNew = state.lookups[name] == nil
            state.lookups[name, default: Lookup()].waiters[waiter] = continuation
            guard isNew else { return .waits }
            state.queue.append(name)
            guard state.threadCount < maximumThreads else { return .waits }
            state.threadCount += 1
            return .needsThread
        }
        switch joined {
        case .waits: break
        case .isCancelled: continuation.resume(throwing: CancellationError())
        case .needsThread:
            if startThread({ self.work() }) != 0 { threadDidNotStart() }
        }
    }

    private func leave(_ name: String, _ waiter: Int) {
        let continuation: Continuation? = state.withLock { state in
            let continuation = state.lookups[name]?.waiters.removeValue(forKey: waiter)
            if let lookup = state.lookups[name], lookup.waiters.isEmpty, !lookup.hasBegun {
                state.lookups[name] = nil
                state.queue.removeAll { $0 == name }
            }
            return continuation
        }
        continuation?.resume(throwing: CancellationError())
    }

    /// Without any thread nobody would ever answer.
    private func threadDidNotStart() {
        let abandoned: [String: Lookup] = state.withLock { state in
            state.threadCount -= 1
            guard state.threadCount == 0 else { return [:] }
            defer {
                state.lookups = [:]
                state.queue = []
            }
            return state.lookups
        }
        for (name, lookup) in abandoned {
            for waiter in lookup.waiters.values {
                waiter.resume(throwing: HTTPResolverError(.systemFailure, name: name))
            }
        }
    }

    // MARK: Looking up

    /// A thread's whole life.
    private func work() {
        while let name = nextName() {
            let result = Result { () throws(HTTPResolverError) in try lookUp(name) }
            let waiters = state.withLock { $0.lookups.removeValue(forKey: name)?.waiters }
            for waiter in (waiters ?? [:]).values { waiter.resume(with: result.mapError { $0 as any Error }) }
        }
    }

    private func nextName() -> String? {
        state.withLock { state in
            guard !state.queue.isEmpty else {
                state.threadCount -= 1
                return nil
            }
            let name = state.queue.removeFirst()
            state.lookups[name]?.hasBegun = true
            return name
        }
    }
}
