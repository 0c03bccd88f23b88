internal import Synchronization

/// The callers that wait until the server answers or can't.
///
/// Each gets one outcome: the server's, or its own cancellation, which touches nobody else. A caller takes its place
/// first and waits then, so that an outcome in between is not lost: an actor may do other work before a call to an
/// async function suspends.
package final class ReadinessWaiters: Sendable {
    /// A caller's place among those who wait.
    package struct Place: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    private enum Waiter {
        case arriving
        case suspended(CheckedContinuation<Void, any Error>)
        case resolved(Result<Void, any Error>)
    }

    private struct State {
        var next: UInt64 = 0
        var waiters: [Place: Waiter] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Takes a place for an outcome from now on; `wait(at:)` must follow.
    package func takePlace() -> Place {
        state.withLock { state in
            state.next += 1
            let place = Place(number: state.next)
            state.waiters[place] = .arriving
            return place
        }
    }

    /// Waits for the outcome.
    ///
    /// - Throws: the outcome's error, or `CancellationError` as soon as the caller's task is cancelled.
    package func wait(at place: Place) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { suspend(place, $0) }
        } onCancel: {
            resolve(.failure(CancellationError()), at: place)
        }
    }

    /// Gives everyone who has a place the outcome.
    package func resolveAll(_ outcome: Result<Void, ServerError>) {
        for place in state.withLock({ Array($0.waiters.keys) }) { resolve(outcome.mapError { $0 }, at: place) }
    }

    private func suspend(_ place: Place, _ continuation: CheckedContinuation<Void, any Error>) {
        let outcome: Result<Void, any Error>? = state.withLock { state in
            if case .resolved(let outcome) = state.waiters[place] {
                state.waiters[place] = nil
                return outcome
            }
            state.waiters[place] = .suspended(continuation)
            return nil
        }
        if let outcome { continuation.resume(with: outcome) }
    }

    private func resolve(_ outcome: Result<Void, any Error>, at place: Place) {
        let continuation: CheckedContinuation<Void, any Error>? = state.withLock { state in
            switch state.waiters[place] {
            case .suspended(let continuation):
                state.waiters[place] = nil
                return continuation
            case .arriving:
                state.waiters[place] = .resolved(outcome)
                return nil
            case .resolved, nil:
                return nil
            }
        }
        continuation?.resume(with: outcome)
    }
}
