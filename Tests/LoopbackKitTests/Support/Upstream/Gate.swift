import Dispatch

/// A door that a test opens, and that threads of an upstream wait at.
///
/// ```swift
/// let gate = Gate()
/// upstream.on("/", .head(.ok), .wait(gate), .bytes("late"))
/// try await gate.reached()
/// gate.open()
/// ```
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        /// How many more may go through a closed door.
        var permits = 0
        var arrivals = 0
        var lastID = 0
        var waiting: [(id: Int, signal: DispatchSemaphore)] = []
    }

    private let state = Watched(State())

    /// Lets everybody through from now on.
    func open() {
        let waiting = state.change { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting.map(\.signal)
        }
        for signal in waiting { signal.signal() }
    }

    /// Lets so many through: those who wait first, in their order.
    func admit(_ count: Int = 1) {
        let admitted = state.change { state in
            let admitted = state.waiting.prefix(count).map(\.signal)
            state.waiting.removeFirst(admitted.count)
            state.permits += count - admitted.count
            return admitted
        }
        for signal in admitted { signal.signal() }
    }

    /// Waits until somebody has come to the door so many times, whether it was open or not.
    func reached(times: Int = 1) async throws { try await state.wait { $0.arrivals >= times } }

    /// Waits until it is open; the task's cancellation ends the wait.
    func opened() async throws {
        state.change { $0.arrivals += 1 }
        try await state.wait(limit: .seconds(60)) { $0.isOpen }
    }

    /// Blocks the calling thread at the door.
    ///
    /// - Parameter stop: ends the wait too.
    /// - Returns: whether the door let it through.
    func pass(unless stop: StopList) -> Bool {
        let signal = DispatchSemaphore(value: 0)
        let ticket: Int? = state.change { state in
            state.arrivals += 1
            if state.isOpen { return nil }
            if state.permits > 0 {
                state.permits -= 1
                return nil
            }
            state.lastID += 1
            state.waiting.append((state.lastID, signal))
            return state.lastID
        }
        guard let ticket else { return true }
        let entry = stop.add { signal.signal() }
        signal.wait()
        stop.remove(entry)
        return state.change { state in
            guard let index = state.waiting.firstIndex(where: { $0.id == ticket }) else { return true }
            state.waiting.remove(at: index)
            return false
        }
    }
}
