import Synchronization

/// A clock that stands until a test moves it; its instants are whole durations since its start.
final class ManualClock: Clock {
    /// A moment.
    struct Instant: InstantProtocol {
        var offset: Duration = .zero

        func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        func duration(to other: Self) -> Duration { other.offset - offset }
        static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let id: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, Never>
    }

    /// A test that waits for somebody to sleep.
    private struct Watcher {
        let isMet: @Sendable (State) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now = Instant()
        var lastID = 0
        /// How many sleeps have begun.
        var begun = 0
        var sleepers: [Sleeper] = []
        var watchers: [Watcher] = []

        /// Gives those who waited for what is there now.
        mutating func takeWatchers() -> [Watcher] {
            let all = watchers
            watchers = []
            watchers = all.filter { !$0.isMet(self) }
            return all.filter { $0.isMet(self) }
        }
    }

    private let state = Mutex(State())

    var now: Instant { state.withLock { $0.now } }
    let minimumResolution = Duration.zero

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { sleep(Sleeper(id: id, deadline: deadline, continuation: $0)) }
        } onCancel: {
            wake { $0.id == id }
        }
        try Task.checkCancellation()
    }

    private func sleep(_ sleeper: Sleeper) {
        let (isOver, watchers) = state.withLock { state in
            let isOver = Task.isCancelled || state.now >= sleeper.deadline
            if !isOver { state.sleepers.append(sleeper) }
            state.begun += 1
            return (isOver, state.takeWatchers())
        }
        if isOver { sleeper.continuation.resume() }
        for watcher in watchers { watcher.continuation.resume() }
    }

    private func wake(_ isMeant: (Sleeper) -> Bool) {
        let woken = state.withLock { state in
            let woken = state.sleepers.filter(isMeant)
            state.sleepers.removeAll(where: isMeant)
            return woken
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    // MARK: Moving the time

    /// Moves the time on, and wakes those whose time has come.
    func advance(by duration: Duration) { move(to: now.advanced(by: duration)) }

    /// Waits until somebody sleeps until `deadline`, in seconds, and then moves the time to `seconds`.
    func advance(to seconds: Int, whenSleepingUntil deadline: Int) async throws {
        let wanted = Instant(offset: .seconds(deadline))
        await wait { $0.sleepers.contains { $0.deadline == wanted } }
        try Task.checkCancellation()
        move(to: Instant(offset: .seconds(seconds)))
    }

    /// Moves the time when somebody sleeps, and lets others run otherwise.
    func advanceIfSleeping(by seconds: Int) async throws {
        if state.withLock({ !$0.sleepers.isEmpty }) {
            advance(by: .seconds(seconds))
        } else {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    private func move(to instant: Instant) {
        state.withLock { $0.now = instant }
        wake { $0.deadline <= instant }
    }

    // MARK: Waiting for sleepers

    /// Waits until somebody sleeps.
    func waitForSleeper() async { await wait { !$0.sleepers.isEmpty } }

    /// Waits until so many sleeps have begun; those that are over count as well.
    func waitForSleep(_ number: Int) async { await wait { $0.begun >= number } }

    /// A test's time limit cancels its task: the wait ends then too.
    private func wait(until isMet: @escaping @Sendable (State) -> Bool) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let watcher = Watcher(isMet: isMet, continuation: continuation)
                let watchers = state.withLock { state in
                    guard !Task.isCancelled else { return [watcher] }
                    state.watchers.append(watcher)
                    return state.takeWatchers()
                }
                for watcher in watchers { watcher.continuation.resume() }
            }
        } onCancel: {
            let watchers = state.withLock { state in
                defer { state.watchers = [] }
                return state.watchers
            }
            for watcher in watchers { watcher.continuation.resume() }
        }
    }
}
