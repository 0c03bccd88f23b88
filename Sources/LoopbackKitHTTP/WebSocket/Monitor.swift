internal import Synchronization

/// A value that tasks wait on until it is as they want it.
final class Monitor<Value: Sendable>: Sendable {
    private struct Guarded {
        var value: Value
        /// Counts the changes, so that one between a look and the wait after it is not missed.
        var version = 0
        var lastID = 0
        var waiters: [(id: Int, continuation: CheckedContinuation<Void, Never>)] = []

        /// The value has changed: whoever waits is to look again.
        mutating func takeWaiters() -> [(id: Int, continuation: CheckedContinuation<Void, Never>)] {
            version &+= 1
            guard !waiters.isEmpty else { return [] }
            defer { waiters = [] }
            return waiters
        }
    }

    private let guarded: Mutex<Guarded>

    init(_ value: Value) { guarded = Mutex(Guarded(value: value)) }

    /// The value as it is now.
    var value: Value { guarded.withLock { $0.value } }

    /// Changes the value, and lets those who wait look at it.
    @discardableResult
    func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        let (result, waiters) = guarded.withLock { guarded in
            let result = body(&guarded.value)
            return (result, guarded.takeWaiters())
        }
        for waiter in waiters { waiter.continuation.resume() }
        return result
    }

    /// Waits until the closure finds what it looks for; what it changes then is seen by the others.
    ///
    /// - Throws: `CancellationError` when the task is cancelled and the closure found nothing.
    func wait<Result: Sendable>(for look: (inout Value) -> Result?) async throws -> Result {
        while true {
            let (result, version, waiters) = guarded.withLock { guarded in
                let result = look(&guarded.value)
                return (result, guarded.version, result == nil ? [] : guarded.takeWaiters())
            }
            for waiter in waiters { waiter.continuation.resume() }
            if let result { return result }
            try Task.checkCancellation()
            await waitForChange(since: version)
        }
    }

    private func waitForChange(since version: Int) async {
        let id = guarded.withLock { guarded in
            guarded.lastID &+= 1
            return guarded.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = guarded.withLock { guarded in
                    if guarded.version != version || Task.isCancelled { return true }
                    guarded.waiters.append((id, continuation))
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            let waiter = guarded.withLock { guarded in
                guarded.waiters.firstIndex { $0.id == id }.map { guarded.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume()
        }
    }
}
