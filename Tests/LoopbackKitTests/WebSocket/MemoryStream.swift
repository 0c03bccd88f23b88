import LoopbackKitHTTP
import Synchronization
import Testing

/// A connection without a socket: a test puts in what arrives, and takes out what was sent.
final class MemoryStream: DuplexStream {
    private struct State {
        var reads = 0
        var failures: [any Error] = []
        var isFinished = false
    }

    private let input = AsyncStream<[UInt8]?>.makeStream()
    private let output = AsyncStream<[UInt8]>.makeStream()
    private let state = Mutex(State())
    /// What a writer waits for before its bytes count as sent.
    private let door: Latch?

    /// Makes a connection whose reader takes bytes, when there is a door, once that is open.
    init(door: Latch? = nil) { self.door = door }

    // MARK: The test's side

    /// How many parts the other side has read.
    var reads: Int { state.withLock { $0.reads } }
    /// Whether the other side has ended its direction.
    var isFinished: Bool { state.withLock { $0.isFinished } }

    func arrive(_ bytes: [UInt8]) { input.continuation.yield(bytes) }

    func end() { input.continuation.finish() }

    /// Has the next reading throw.
    func fail(_ error: any Error) {
        state.withLock { $0.failures.append(error) }
        input.continuation.yield(nil)
    }

    /// The next bytes that were sent; `nil` when sending has ended.
    func sent() async -> [UInt8]? {
        var iterator = output.stream.makeAsyncIterator()
        return await iterator.next()
    }

    /// Expects these frames in the next bytes that are sent.
    func expect(_ frames: [Frame], _ location: SourceLocation = #_sourceLocation) async throws {
        let sent = try required(await sent())
        #expect(Frame.parse(sent) == frames, sourceLocation: location)
    }

    /// What is sent up to a close frame, and answers that.
    func closeAfterAll() async throws -> [Frame] {
        var frames: [Frame] = []
        while frames.last?.opcode != 8 { frames += try required(Frame.parse(required(await sent()))) }
        arrive(Frame.close(1000).masked)
        return frames
    }

    /// All that is sent until sending ends.
    func everythingSent() async -> [UInt8] {
        var bytes: [UInt8] = []
        while let part = await sent() { bytes += part }
        return bytes
    }

    // MARK: DuplexStream

    func read() async throws -> [UInt8]? {
        var iterator = input.stream.makeAsyncIterator()
        let next = await iterator.next()
        try Task.checkCancellation()
        guard let next else { return nil }
        guard let bytes = next else { throw state.withLock { $0.failures.removeFirst() } }
        state.withLock { $0.reads += 1 }
        return bytes
    }

    func write(_ bytes: [UInt8]) async throws {
        guard !isFinished else { throw HTTPMessageError(.connectionClosed) }
        output.continuation.yield(bytes)
        // As over a socket, others may run before the writer goes on.
        await Task.yield()
        if let door { await door.wait() }
    }

    func finish() async throws {
        state.withLock { $0.isFinished = true }
        output.continuation.finish()
    }
}
