/// What becomes of the connection after a 101, or after the 2xx to CONNECT: raw bytes in both directions.
extension HTTPConnection {
    /// Hands the connection over to the function that the answer names, for the rest of its life.
    func handOver(
        _ response: HTTPResponse,
        to request: HTTPRequest,
        _ run: @Sendable (any DuplexStream) async throws -> Void
    ) async throws {
        // Bytes of the body would be taken for the new protocol's.
        if let reception, !reception.isComplete { throw HTTPRefusal(.badRequest, .bodyBeforeUpgrade) }
        guard exchange.maySwitch(by: response.status) else { throw HTTPMessageError(.upgradeNotAsked) }
        if let substitute = writeHead(of: response, to: request) {
            write(substitute.body)
            return endResponse()
        }
        reception = nil
        phase = .upgraded
        flush()
        settle()
        let stream = UpgradedStream(connection: self)
        upgraded = stream
        var failure: (any Error)?
        do { try await run(stream) } catch { failure = error }
        upgraded = nil
        guard phase == .upgraded else { return }
        if let failure, !isStop(failure) {
            context.core.observe(.responderFailed(request, failure))
            // What was ended in order before is not lost for it.
            if !stream.isFinished { return failOutput() }
        }
        endMeasuring(wasCut: false)
        // The peer may be sending at any time, and what then meets a closed socket resets it before all is read.
        finish(lingering: true)
    }

    /// Whether a function that read to the server's stop let the word of it through: it has failed in nothing.
    private func isStop(_ error: any Error) -> Bool {
        context.isDraining && (error as? HTTPMessageError)?.code == .stopped
    }

    /// The next bytes for the stream's reader.
    func read(for stream: UpgradedStream) async throws -> [UInt8]? {
        guard readerWaiter == nil else { throw HTTPMessageError(.concurrentRead) }
        while true {
            try check(stream)
            if let bytes = takeReceived() {
                spentBudget += bytes.count
                if spentBudget > Self.turnBudget { await letOthersRun() }
                return bytes
            }
            guard phase == .upgraded else { continue }
            if peerEnded { return nil }
            // What is on its way is still handed out. A stream that rests is told of the stop once: it may ask for
            // what the other side says to its goodbye.
            if context.isDraining, !isReadable, !stream.knowsOfStop {
                stream.knowsOfStop = true
                throw HTTPMessageError(.stopped)
            }
            if !isReadable { try await waitForInput() }
            if phase == .upgraded { try Task.checkCancellation() }
        }
    }

    /// Takes what was read ahead, or reads once.
    private func takeReceived() -> [UInt8]? {
        if hasInput {
            let bytes = inputStart == 0 ? input : Array(input[inputStart...])
            input = []
            inputStart = 0
            return bytes
        }
        guard isReadable || seesHalfClose, !peerEnded else { return nil }
        let buffer = unsafe context.readBuffer
        let result = unsafe receive(descriptor, into: buffer)
        note(result, capacity: buffer.count)
        guard case .bytes(let count) = result, count > 0 else { return nil }
        return unsafe Array(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }

    func write(_ bytes: [UInt8], to stream: UpgradedStream) async throws {
        guard !bytes.isEmpty else { return }
        try check(stream)
        guard !stream.isFinished else { throw HTTPMessageError(.connectionClosed) }
        write(.bytes(bytes))
        try await keepPace(after: bytes.count) { try check(stream) }
    }

    func finish(_ stream: UpgradedStream) throws {
        try check(stream)
        guard !stream.isFinished else { return }
        stream.isFinished = true
        flush()
        settle()
    }

    /// Ends our direction once the stream's last bytes are sent.
    func endUpgradedOutput() {
        guard let stream = upgraded, stream.isFinished, !stream.hasEndedOutput else { return }
        stream.hasEndedOutput = true
        shutdownSending(descriptor)
    }

    private func check(_ stream: UpgradedStream) throws(HTTPMessageError) {
        guard upgraded === stream, phase == .upgraded else {
            throw HTTPMessageError(context.isCut ? .stopped : .connectionClosed)
        }
    }
}

/// A connection's raw bytes after its hand-over.
///
/// Touched on the connection's loop alone.
final class UpgradedStream: DuplexStream, @unchecked Sendable {
    private let connection: HTTPConnection
    var isFinished = false
    /// Whether the reader was told that the server stops.
    var knowsOfStop = false
    var hasEndedOutput = false

    init(connection: HTTPConnection) { self.connection = connection }

    func read() async throws -> [UInt8]? { try await connection.read(for: self) }

    func write(_ bytes: [UInt8]) async throws { try await connection.write(bytes, to: self) }

    func finish() async throws { try await connection.finish(self) }
}
