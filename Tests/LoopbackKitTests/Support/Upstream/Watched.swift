import Synchronization

/// A value that threads change and tests wait for.
final class Watched<Value: Sendable>: Sendable {
    private struct Watcher {
        let id: Int
        let isMet: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var value: Value
        var watchers: [Watcher] = []
        var lastID = 0
    }

    private let state: Mutex<State>

    init(_ value: Value) { state = Mutex(State(value: value)) }

    /// The value as it is now.
    var value: Value { state.withLock { $0.value } }

    /// Changes the value, and wakes those who waited for what it is now.
    func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        let (result, met) = state.withLock { state in
            let result = body(&state.value)
            guard !state.watchers.isEmpty else { return (result, [Watcher]()) }
            let met = state.watchers.filter { $0.isMet(state.value) }
            let ids = Set(met.map(\.id))
            state.watchers.removeAll { ids.contains($0.id) }
            return (result, met)
        }
        for watcher in met { watcher.continuation.resume() }
        return result
    }

    /// Waits until the value is as wanted.
    ///
    /// - Parameters:
    ///   - limit: how long; a test fails then instead of hanging.
    ///   - isMet: whether it is as wanted.
    /// - Throws: `WaitedTooLong` with the value, or `CancellationError`.
    func wait(limit: Duration = .seconds(60), until isMet: @escaping @Sendable (Value) -> Bool) async throws {
        if isMet(value) { return }
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await self.suspend(until: isMet) }
            group.addTask {
                try await Task.sleep(for: limit)
                throw WaitedTooLong(last: "\(self.value)")
            }
            try await group.next()
        }
    }

    private func suspend(until isMet: @escaping @Sendable (Value) -> Bool) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    if Task.isCancelled || isMet(state.value) { return true }
                    state.watchers.append(Watcher(id: id, isMet: isMet, continuation: continuation))
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            let watcher = state.withLock { state in
                let index = state.watchers.firstIndex { $0.id == id }
                return index.map { state.watchers.remove(at: $0) }
            }
            watcher?.continuation.resume()
        }
        try Task.checkCancellation()
    }
}

/// What was waited for did not come in time.
struct WaitedTooLong: Error {
    /// The value as it was at the end.
    let last: String
}
