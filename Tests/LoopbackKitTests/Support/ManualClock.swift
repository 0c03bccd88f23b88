import Synchronization

/// A clock that stands until a test moves it; its instants are whole durations since its start.
final class ManualClock: Clock {
    /// A moment.
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        func duration(to other: Self) -> Duration { other.offset - offset }
        static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let id: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Sleeper] = []
        var nextID = 0
        /// Those whose task was cancelled before they slept.
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    var now: Instant { state.withLock { $0.now } }
    let minimumResolution = Duration.zero

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isOver, isCancelled) = state.withLock { state in
                    let isCancelled = state.cancelled.remove(id) != nil
                    let isOver = deadline <= state.now
                    if !isOver, !isCancelled {
                        state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
                    }
                    return (isOver, isCancelled)
                }
                if isCancelled {
                    continuation.resume(throwing: CancellationError())
                } else if isOver {
                    continuation.resume()
                }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Waits until somebody sleeps until `deadline`, in seconds, and then moves the time to `seconds`.
    func advance(to seconds: Int, whenSleepingUntil deadline: Int) async throws {
        let wanted = Instant(offset: .seconds(deadline))
        while !(state.withLock { $0.sleepers.contains { $0.deadline == wanted } }) { try await letOthersRun() }
        move(to: Instant(offset: .seconds(seconds)))
    }

    /// Moves the time when somebody sleeps, and lets others run otherwise.
    func advanceIfSleeping(by seconds: Int) async throws {
        if state.withLock({ !$0.sleepers.isEmpty }) {
            move(to: now.advanced(by: .seconds(seconds)))
        } else {
            try await letOthersRun()
        }
    }

    /// The test's time limit cancels it.
    private func letOthersRun() async throws {
        try Task.checkCancellation()
        await Task.yield()
    }

    private func move(to instant: Instant) {
        let due = state.withLock { state in
            state.now = instant
            defer { state.sleepers.removeAll { $0.deadline <= instant } }
            return state.sleepers.filter { $0.deadline <= instant }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }
}
