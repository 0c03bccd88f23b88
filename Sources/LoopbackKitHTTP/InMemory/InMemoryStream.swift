internal import Synchronization

/// One end of a connection without a socket.
///
/// Each direction holds at most 64 KiB that were not read; a writer waits for room.
package final class InMemoryStream: DuplexStream {
    private let input: Pipe
    private let output: Pipe

    private init(input: Pipe, output: Pipe) {
        self.input = input
        self.output = output
    }

    /// Two ends: what is written to one is read from the other.
    package static func pair() -> (InMemoryStream, InMemoryStream) {
        let (there, back) = (Pipe(), Pipe())
        return (InMemoryStream(input: back, output: there), InMemoryStream(input: there, output: back))
    }

    package func read() async throws -> [UInt8]? { try await input.read() }

    package func write(_ bytes: [UInt8]) async throws { try await output.write(bytes) }

    package func finish() { output.end(.finished) }

    /// Ends both directions: what was written before can be read, what is written after fails.
    package func close() {
        output.end(.finished)
        input.end(.cut)
    }
}

/// One direction of an in-memory connection.
private final class Pipe: Sendable {
    enum End {
        /// Nothing more is written; what is there can be read.
        case finished
        /// The reader is gone.
        case cut
    }

    private struct State {
        var bytes: [UInt8] = []
        var end: End?
        var reader: CheckedContinuation<Void, Never>?
        var writers: [CheckedContinuation<Void, Never>] = []

        mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
            defer { (reader, writers) = (nil, []) }
            return (reader.map { [$0] } ?? []) + writers
        }
    }

    private static let capacity = 1 << 16
    private let state = Mutex(State())

    func read() async throws -> [UInt8]? {
        while true {
            try Task.checkCancellation()
            let (bytes, isOver, writers) = state.withLock { state in
                defer { (state.bytes, state.writers) = ([], []) }
                return (state.bytes, state.end != nil, state.writers)
            }
            for writer in writers { writer.resume() }
            if !bytes.isEmpty { return bytes }
            if isOver { return nil }
            var isFirst = true
            await wait { state in
                isFirst = state.reader == nil
                return isFirst && state.bytes.isEmpty && state.end == nil
            } enqueue: {
                $0.reader = $1
            }
            guard isFirst else { throw HTTPMessageError(.concurrentRead) }
        }
    }

    func write(_ bytes: [UInt8]) async throws {
        guard !bytes.isEmpty else { return }
        let reader = try state.withLock { state in
            guard state.end == nil else { throw HTTPMessageError(.connectionClosed) }
            state.bytes += bytes
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume()
        while state.withLock({ $0.bytes.count > Self.capacity && $0.end == nil }) {
            try Task.checkCancellation()
            await wait {
                $0.bytes.count > Self.capacity && $0.end == nil
            } enqueue: {
                $0.writers.append($1)
            }
        }
        if state.withLock({ $0.end == .cut }) { throw HTTPMessageError(.connectionClosed) }
    }

    func end(_ end: End) {
        let waiters = state.withLock { state in
            if state.end == nil || end == .cut { state.end = end }
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until something changes, unless the condition is over already or the task is cancelled.
    private func wait(
        while condition: (State) -> Bool,
        enqueue: (inout State, CheckedContinuation<Void, Never>) -> Void
    ) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    guard condition(state), !Task.isCancelled else { return false }
                    enqueue(&state, continuation)
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            for waiter in state.withLock({ $0.takeWaiters() }) { waiter.resume() }
        }
    }
}
