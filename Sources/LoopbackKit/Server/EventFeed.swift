internal import Synchronization

/// The events of one observer, from when it asked for them.
///
/// When it falls behind, the oldest waiting events are dropped and counted. Iterate it once.
public struct LoopbackEvents: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = LoopbackEvent
    /// Nothing is thrown.
    public typealias Failure = Never
    /// Gives one event after the other.
    public typealias AsyncIterator = AsyncStream<LoopbackEvent>.Iterator

    private let stream: AsyncStream<LoopbackEvent>
    private let counter: DropCounter

    fileprivate init(_ stream: AsyncStream<LoopbackEvent>, _ counter: DropCounter) {
        self.stream = stream
        self.counter = counter
    }

    /// How many events this observer has lost so far.
    public var droppedCount: Int { counter.count.load(ordering: .relaxed) }

    /// Starts giving events.
    public func makeAsyncIterator() -> AsyncIterator { stream.makeAsyncIterator() }
}

private final class DropCounter: Sendable {
    let count = Atomic(0)
}

/// Hands every event to every observer, each with a bounded buffer of its own.
package final class EventFeed: Sendable {
    private struct Observer {
        let continuation: AsyncStream<LoopbackEvent>.Continuation
        let counter: DropCounter
        let detail: LoopbackEventDetail

        func yield(_ event: LoopbackEvent) {
            if case .dropped = continuation.yield(event) { counter.count.add(1, ordering: .relaxed) }
        }
    }

    private struct State {
        var observers: [UInt64: Observer] = [:]
        var nextKey: UInt64 = 0
        var present = LoopbackEvent(generation: 0, .state(.stopped(.notStarted)))
    }

    private let state = Mutex(State())
    private let observerCount = Atomic(0)
    /// How many observers want every request.
    private let everythingCount = Atomic(0)

    package init() {}

    deinit { for observer in state.withLock({ $0.observers }).values { observer.continuation.finish() } }

    /// Adds an observer, whose first event is the present state.
    ///
    /// - Parameters:
    ///   - waiting: how many events may wait for it, at least 1.
    ///   - detail: which events it wants.
    /// - Returns: the observer's events.
    package func subscribe(waiting: Int, detail: LoopbackEventDetail = .everything) -> LoopbackEvents {
        let (stream, continuation) = AsyncStream.makeStream(
            of: LoopbackEvent.self,
            bufferingPolicy: .bufferingNewest(Swift.max(1, waiting))
        )
        let observer = Observer(continuation: continuation, counter: DropCounter(), detail: detail)
        let key = state.withLock { state in
            state.nextKey += 1
            state.observers[state.nextKey] = observer
            // Nobody waits for the new stream yet, so nothing is resumed under the lock.
            observer.yield(state.present)
            return state.nextKey
        }
        observerCount.add(1, ordering: .relaxed)
        if detail == .everything { everythingCount.add(1, ordering: .relaxed) }
        continuation.onTermination = { [weak self] _ in self?.remove(key) }
        return LoopbackEvents(stream, observer.counter)
    }

    /// How many observers there are.
    package var count: Int { observerCount.load(ordering: .relaxed) }

    /// Whether somebody wants to hear of requests that were answered well.
    package var wantsEverything: Bool { everythingCount.load(ordering: .relaxed) > 0 }

    private func remove(_ key: UInt64) {
        let removed = state.withLock { $0.observers.removeValue(forKey: key) }
        guard let removed else { return }
        observerCount.subtract(1, ordering: .relaxed)
        if removed.detail == .everything { everythingCount.subtract(1, ordering: .relaxed) }
    }

    /// Hands out a new state, and keeps it for observers to come.
    package func emit(_ state: ServerState, generation: UInt64) {
        let event = LoopbackEvent(generation: generation, .state(state))
        hand(out: event) { $0.present = event }
    }

    /// Hands out an event, which is made only when somebody observes; `nil` is none.
    package func emit(_ generation: UInt64, _ make: () -> LoopbackEvent.Kind?) {
        guard count > 0, let kind = make() else { return }
        hand(out: LoopbackEvent(generation: generation, kind)) { _ in }
    }

    private func hand(out event: LoopbackEvent, _ change: (inout State) -> Void) {
        let observers = state.withLock { state in
            change(&state)
            return state.observers
        }
        for observer in observers.values where observer.detail == .everything || event.isNoteworthy {
            observer.yield(event)
        }
    }
}
