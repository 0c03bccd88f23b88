internal import Synchronization

/// Lets one task after the other pass, in the order in which they came.
final class SendGate: Sendable {
    private struct State {
        var isHeld = false
        var waiters: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
        var lastID = 0
    }

    private let state = Mutex(State())

    /// Calls the closure once everybody before is done.
    ///
    /// - Parameters:
    ///   - heedsCancellation: whether a cancelled task gives up its place; without, those before it must end soon.
    ///   - body: what only one task does at a time.
    /// - Throws: `CancellationError` when the task is cancelled while it waits, and what the closure throws.
    func pass(heedsCancellation: Bool = true, _ body: () async throws -> Void) async throws {
        guard await enter(heedsCancellation) else { throw CancellationError() }
        defer { leave() }
        try await body()
    }

    private func enter(_ heedsCancellation: Bool) async -> Bool {
        let id = state.withLock { state -> Int? in
            guard state.isHeld else {
                state.isHeld = true
                return nil
            }
            state.lastID &+= 1
            return state.lastID
        }
        guard let id else { return true }
        guard heedsCancellation else { return await withCheckedContinuation { wait(id, $0, heedsCancellation: false) } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { wait(id, $0, heedsCancellation: true) }
        } onCancel: {
            cancel(id)
        }
    }

    private func wait(_ id: Int, _ continuation: CheckedContinuation<Bool, Never>, heedsCancellation: Bool) {
        let mayEnter = state.withLock { state -> Bool? in
            // Under the lock: a cancellation that comes later finds the waiter.
            if heedsCancellation, Task.isCancelled { return false }
            if !state.isHeld {
                state.isHeld = true
                return true
            }
            state.waiters.append((id, continuation))
            return nil
        }
        if let mayEnter { continuation.resume(returning: mayEnter) }
    }

    private func cancel(_ id: Int) {
        let waiter = state.withLock { state in
            state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
        }
        waiter?.continuation.resume(returning: false)
    }

    private func leave() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard state.waiters.isEmpty else { return state.waiters.removeFirst().continuation }
            state.isHeld = false
            return nil
        }
        next?.resume(returning: true)
    }
}
