import Synchronization

/// What has to be done, once, when something ends.
final class StopList: Sendable {
    private struct State {
        var isStopped = false
        var lastID = 0
        var actions: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Adds an action; it runs at once when the end has come.
    ///
    /// - Returns: what to remove it by.
    func add(_ action: @escaping @Sendable () -> Void) -> Int {
        let (id, isStopped) = state.withLock { state in
            state.lastID += 1
            if !state.isStopped { state.actions[state.lastID] = action }
            return (state.lastID, state.isStopped)
        }
        if isStopped { action() }
        return id
    }

    func remove(_ id: Int) { state.withLock { _ = $0.actions.removeValue(forKey: id) } }

    /// Runs the actions.
    func stop() {
        let actions = state.withLock { state in
            state.isStopped = true
            defer { state.actions = [:] }
            return state.actions.values.map { $0 }
        }
        for action in actions { action() }
    }
}
