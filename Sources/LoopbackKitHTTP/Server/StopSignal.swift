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
    /// - Throws: `HTTPServerError` when the system gives no descriptors or no thread for it; nothing is caught then.
    public static func first(
        of signals: Set<StopSignal> = [.interrupt, .terminate]
    ) throws(HTTPServerError) -> AsyncStream<StopSignal> {
        try SignalPipe.shared.first(of: Set(signals.map(\.number)))
    }
}

/// Brings signals from the handler, which may do next to nothing, to whoever waits for them.
///
/// A thread reads them as long as somebody waits; a dispatch source would end the process where no descriptor is free.
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
        /// The end that the thread reads; -1 until it is wanted, then open as long as the process lives.
        var readEnd: CInt = -1
        var isRead = false
    }

    static let shared = SignalPipe()
    /// The end that the handler writes to.
    private static let writeEnd = Atomic<CInt>(-1)
    /// In place of a signal's number: nobody may be waiting any more.
    private static let nobodyWaits: UInt8 = 0

    private let state = Mutex(State())

    func first(of numbers: Set<CInt>) throws(HTTPServerError) -> AsyncStream<StopSignal> {
        let (stream, continuation) = AsyncStream.makeStream(of: StopSignal.self)
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        // Before a signal can end the stream: an end that came first would not be told.
        continuation.onTermination = { _ in self.remove(id) }
        try state.withLock { state throws(HTTPServerError) in
            try open(&state)
            state.waiters[id] = Waiter(numbers: numbers, continuation: continuation)
            for number in numbers { Self.catchSignal(number, &state) }
        }
        return stream
    }

    private func remove(_ id: Int) {
        state.withLock { state in
            guard let waiter = state.waiters.removeValue(forKey: id) else { return }
            for number in waiter.numbers { Self.release(number, &state) }
            if state.waiters.isEmpty { Self.write(Self.nobodyWaits) }
        }
    }

    /// Makes the pipe and starts its thread, where they are not there.
    private func open(_ state: inout State) throws(HTTPServerError) {
        if state.readEnd < 0 {
            var ends: [CInt] = [-1, -1]
            guard unsafe pipe(&ends) == 0 else { throw HTTPServerError(.outOfResources, errno: errno) }
            _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
            makeNonBlocking(ends[1])
            state.readEnd = ends[0]
            Self.writeEnd.store(ends[1], ordering: .releasing)
        }
        guard !state.isRead else { return }
        let readEnd = state.readEnd
        let number = startThread { self.read(from: readEnd) }
        guard number == 0 else { throw HTTPServerError(.outOfResources, errno: number) }
        state.isRead = true
    }

    /// The thread's whole life.
    private func read(from readEnd: CInt) {
        var byte: UInt8 = 0
        while true {
            let count = systemRead(readEnd, &byte)
            if count == 1, byte != Self.nobodyWaits {
                deliver(CInt(byte))
            } else if count != 1 && errno != EINTR || hasEnded() {
                return
            }
        }
    }

    private func hasEnded() -> Bool {
        state.withLock { state in
            if state.waiters.isEmpty { state.isRead = false }
            return !state.isRead
        }
    }

    private func deliver(_ number: CInt) {
        let waiters = state.withLock { $0.waiters.values.filter { $0.numbers.contains(number) } }
        for waiter in waiters {
            waiter.continuation.yield(StopSignal(number: number))
            waiter.continuation.finish()
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
            SignalPipe.write(UInt8(truncatingIfNeeded: number))
            errno = interrupted
        }
        state.caught[number] = Caught(users: 1, previous: previous)
    }

    private static func write(_ byte: UInt8) {
        var byte = byte
        _ = systemWrite(writeEnd.load(ordering: .relaxed), &byte)
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

private func systemRead(_ descriptor: CInt, _ byte: inout UInt8) -> Int { unsafe read(descriptor, &byte, 1) }

private func systemWrite(_ descriptor: CInt, _ byte: inout UInt8) -> Int { unsafe write(descriptor, &byte, 1) }

extension HTTPServer {
    /// Runs until a signal asks the process to end, then stops gracefully; see `run()`.
    ///
    /// Answers under way have `HTTPServerConfiguration.Timeouts.stop` to end. A second signal does what it does to the
    /// process otherwise.
    ///
    /// - Parameter signals: what stops the server.
    /// - Throws: what `run()` throws, also when the signals can't be caught.
    public func run(stoppingOn signals: Set<StopSignal>) async throws {
        // Caught before the server listens: whoever was told that it does may send one.
        let caught = try StopSignal.first(of: signals)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in caught { self.shutdown() } }
            try await run()
            group.cancelAll()
        }
    }
}
