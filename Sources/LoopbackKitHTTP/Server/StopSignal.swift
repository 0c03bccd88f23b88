internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A signal by which a terminal or a service manager asks a process to end.
public struct StopSignal: Hashable, Sendable {
    /// The system's number.
    public let number: CInt

    /// Makes a signal from the system's number, for those without a name here.
    public init(number: CInt) { self.number = number }

    /// SIGINT: Ctrl-C.
    public static let interrupt = StopSignal(number: SIGINT)
    /// SIGTERM: what service managers send.
    public static let terminate = StopSignal(number: SIGTERM)

    /// Catches signals from now on, in place of what they did to the process, until the first one came.
    ///
    /// After it, and when the stream is given up, they do again what they did before: a second Ctrl-C ends a process
    /// that takes too long. Several streams may wait for the same signal.
    ///
    /// - Parameter signals: the signals to catch.
    /// - Returns: a stream that gives the first of them, and ends.
    public static func first(of signals: Set<StopSignal> = [.interrupt, .terminate]) -> AsyncStream<StopSignal> {
        SignalPipe.shared.first(of: Set(signals.map(\.number)))
    }
}

/// Brings signals from the handler, which may do next to nothing, to whoever waits for them.
private final class SignalPipe: Sendable {
    private struct Waiter {
        let numbers: Set<CInt>
        let continuation: AsyncStream<StopSignal>.Continuation
    }

    /// What a signal did before it was caught.
    private struct Caught {
        var users: Int
        @safe let previous: sigaction  // holds a C function, which lives as long as the process
    }

    private struct State {
        var waiters: [Int: Waiter] = [:]
        var caught: [CInt: Caught] = [:]
        var nextWaiter = 0
        var source: (any DispatchSourceRead)?
    }

    static let shared = SignalPipe()
    /// The end that the handler writes to.
    private static let writeEnd = Atomic<CInt>(-1)

    private let readEnd: CInt
    private let state = Mutex(State())

    private init() {
        var ends: [CInt] = [-1, -1]
        _ = unsafe pipe(&ends)
        for end in ends where end >= 0 { makeNonBlocking(end) }
        readEnd = ends[0]
        Self.writeEnd.store(ends[1], ordering: .releasing)
    }

    func first(of numbers: Set<CInt>) -> AsyncStream<StopSignal> {
        let (stream, continuation) = AsyncStream.makeStream(of: StopSignal.self)
        let id = state.withLock { state in
            state.nextWaiter += 1
            state.waiters[state.nextWaiter] = Waiter(numbers: numbers, continuation: continuation)
            for number in numbers { Self.catchSignal(number, &state) }
            if state.source == nil { state.source = makeSource() }
            return state.nextWaiter
        }
        continuation.onTermination = { _ in self.remove(id) }
        return stream
    }

    private func remove(_ id: Int) {
        state.withLock { state in
            guard let waiter = state.waiters.removeValue(forKey: id) else { return }
            for number in waiter.numbers { Self.release(number, &state) }
            guard state.waiters.isEmpty else { return }
            state.source?.cancel()
            state.source = nil
        }
    }

    private func makeSource() -> any DispatchSourceRead {
        let source = DispatchSource.makeReadSource(fileDescriptor: readEnd)
        source.setEventHandler { self.deliver() }
        source.activate()
        return source
    }

    private func deliver() {
        var byte: UInt8 = 0
        while unsafe read(readEnd, &byte, 1) == 1 {
            let number = CInt(byte)
            let waiters = state.withLock { $0.waiters.values.filter { $0.numbers.contains(number) } }
            for waiter in waiters {
                waiter.continuation.yield(StopSignal(number: number))
                waiter.continuation.finish()
            }
        }
    }

    private static func catchSignal(_ number: CInt, _ state: inout State) {
        if state.caught[number] != nil {
            state.caught[number]?.users += 1
            return
        }
        var previous = sigaction()
        unsafe sigaction(number, nil, &previous)
        // The handler calls nothing but `write`, and leaves the error number of what it interrupted as it was.
        signal(number) { number in
            let interrupted = errno
            var byte = UInt8(truncatingIfNeeded: number)
            _ = unsafe write(SignalPipe.writeEnd.load(ordering: .relaxed), &byte, 1)
            errno = interrupted
        }
        state.caught[number] = Caught(users: 1, previous: previous)
    }

    private static func release(_ number: CInt, _ state: inout State) {
        guard var caught = state.caught[number] else { return }
        caught.users -= 1
        state.caught[number] = caught.users > 0 ? caught : nil
        guard caught.users == 0 else { return }
        var previous = caught.previous
        unsafe sigaction(number, &previous, nil)
    }
}

extension HTTPServer {
    /// Runs until a signal asks the process to end, then stops gracefully; see `run()`.
    ///
    /// Answers under way have `HTTPServerConfiguration.Timeouts.stop` to end. A second signal does what it does to the
    /// process otherwise.
    ///
    /// - Parameter signals: what stops the server.
    /// - Throws: what `run()` throws.
    public func run(stoppingOn signals: Set<StopSignal>) async throws {
        // Caught before the server listens: whoever was told that it does may send one.
        let caught = StopSignal.first(of: signals)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in caught { self.shutdown() } }
            try await run()
            group.cancelAll()
        }
    }
}
