internal import Synchronization

/// The callers that wait until the server answers or can't.
///
/// Each is resumed once: by the outcome or by its own cancellation, which touches nobody else.
package final class ReadinessWaiters: Sendable {
    private struct State {
        var next: UInt64 = 0
        var waiting: [UInt64: CheckedContinuation<Void, any Error>] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// How many callers wait.
    package var count: Int { state.withLock { $0.waiting.count } }

    /// Waits for the outcome.
    ///
    /// - Throws: the outcome's error, or `CancellationError` as soon as the caller's task is cancelled.
    package func wait() async throws {
        let key = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { $0.waiting[key] = continuation }
                // A cancellation that came before the line above found nobody to resume.
                if Task.isCancelled { cancel(key) }
            }
        } onCancel: {
            cancel(key)
        }
    }

    /// Gives everyone who waits the outcome.
    package func resumeAll(_ outcome: Result<Void, ServerError>) {
        let waiting = state.withLock { state in
            let waiting = state.waiting
            state.waiting = [:]
            return waiting
        }
        for continuation in waiting.values { continuation.resume(with: outcome.mapError { $0 }) }
    }

    private func cancel(_ key: UInt64) {
        state.withLock { $0.waiting.removeValue(forKey: key) }?.resume(throwing: CancellationError())
    }
}
