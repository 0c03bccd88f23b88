import Foundation
import Synchronization

/// Runs blocking work on a thread of its own, so that it holds none of the cooperative pool.
///
/// It stays in the calling task: what is expected in it belongs to that task's test.
@concurrent
func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withTaskExecutorPreference(ThreadPerJob()) { try work() }
}

/// Gives each job a new thread.
private final class ThreadPerJob: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// A door that is opened once; whoever waits before it goes on then.
final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var isOpen: Bool { state.withLock { $0.isOpen } }

    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits whatever becomes of the calling task: cancellation does not open the door.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiters.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}
