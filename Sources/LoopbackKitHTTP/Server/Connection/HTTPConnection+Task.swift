internal import Synchronization

/// The connection's task: async responders, request bodies as streams, streamed answers.
extension HTTPConnection {
    /// How many bytes a body's reader or writer moves before the loop sees to other connections.
    static let turnBudget = 1 << 18

    /// The task's whole life: answers one request after the other, and waits between them.
    func serveRequests() async {
        taskState = .running
        unsafe withUnsafeCurrentTask { unsafe task = $0 }
        var used: HeadStorage?
        while true {
            if let storage = used.take() { context.giveBack(storage) }
            if let next = pending.take() {
                used = next.request.fields.storage
                // Answers of known length need no other async function: each would cost a switch of executors.
                do {
                    let response: HTTPResponse
                    do {
                        response = try await next.respond(next.request)
                    } catch let error as any HTTPResponseError {
                        response = answer(of: error, to: next.request)
                    }
                    if let rest = try send(response, to: next.request) {
                        try await send(rest, of: response, to: next.request)
                    }
                } catch {
                    fail(error, next.request)
                }
                // It also sets the deadline that the wait below is under.
                if phase != .closed { runCore() }
                continue
            }
            if phase == .closed || leavesTask { break }
            // Not by `Waiter.wait`: here that call's own switches of executors would count.
            await unsafe withUnsafeContinuation {
                taskState = .parked
                unsafe taskWaiter = Waiter($0)
            }
            taskState = .running
        }
        unsafe task = nil
        leavesTask = false
        taskState = .none
        context.core.tasks.subtract(1, ordering: .relaxed)
    }

    /// Lets the parked task look again.
    func wakeTask() {
        guard let waiter = taskWaiter else { return }
        taskWaiter = nil
        waiter.resume()
    }

    /// The answer that a responder's error names.
    private func answer(of error: any HTTPResponseError, to request: HTTPRequest) -> HTTPResponse {
        let response = error.response
        if response.status.code >= 500 { context.core.observe(.responderFailed(request, error)) }
        return response
    }

    /// Writes an answer, or the head of one whose body takes its time.
    ///
    /// - Returns: what is left to be sent: a stream, or a function that the connection is handed over to.
    private func send(_ response: HTTPResponse, to request: HTTPRequest) throws -> HTTPOutgoingBody.Storage? {
        guard phase == .responding else { return nil }
        if let refusal = reception?.failure, refusal.status == .contentTooLarge { throw refusal }
        switch response.body.storage {
        case .upgrade: return response.body.storage
        case .stream where !exchange.isHead && !response.status.forbidsContent:
            guard let substitute = writeHead(of: response, to: request) else { return response.body.storage }
            write(substitute.body)
            endResponse()
        case .empty, .bytes, .segments, .stream: writeWhole(response, to: request)
        }
        return nil
    }

    private func send(
        _ body: HTTPOutgoingBody.Storage,
        of response: HTTPResponse,
        to request: HTTPRequest
    ) async throws {
        switch body {
        case .upgrade(let run): try await handOver(response, to: request, run)
        case .stream(let length, let produce): try await send(length, produce)
        case .empty, .bytes, .segments: break
        }
    }

    /// Sends a body that is made while it is sent.
    private func send(_ length: Int?, _ produce: @Sendable (HTTPBodyWriter) async throws -> Void) async throws {
        let stream = ResponseStream(connection: self, length: length, isChunked: length == nil && exchange.keepsChunks)
        self.stream = stream
        // The loop's buffer is everybody's again as soon as the producer waits.
        flush()
        defer {
            self.stream = nil
            resumeStopWaiters()
        }
        try await produce(HTTPBodyWriter(sink: stream))
        guard phase == .responding else { throw HTTPMessageError(.connectionClosed) }
        if let length, stream.written != length { throw HTTPMessageError(.wrongBodyLength) }
        if stream.isChunked {
            try ResponseHeadEncoder.appendLastChunk(trailers: stream.trailers, into: &context.output)
        }
        endResponse()
    }

    /// A responder threw, or its answer could not be completed.
    private func fail(_ error: any Error, _ request: HTTPRequest) {
        guard phase == .responding else { return }
        if exchange.hasAnswered {
            context.core.observe(.responderFailed(request, error))
            return failOutput()
        }
        if let refusal = (error as? HTTPRefusal) ?? reception?.failure { return refuse(refusal) }
        if bodyHasTimedOut { return refuse(HTTPRefusal(.requestTimeout, .bodyTimedOut)) }
        if peerEnded, reception?.isComplete == false { return close() }
        if (error as? HTTPMessageError)?.code == .bodyTooLarge {
            return refuse(HTTPRefusal(.contentTooLarge, .bodyTooLarge))
        }
        context.core.observe(.responderFailed(request, error))
        writeWhole(HTTPResponse(.internalServerError, text: "Internal Server Error\n"), to: request)
    }

    // MARK: Request bodies

    func trailers(of reception: BodyReception) -> HTTPFields { reception.receivedTrailers }

    /// The next part of the body, for the responder of the request that it belongs to.
    func nextChunk(of reception: BodyReception) async throws -> [UInt8]? {
        guard readerWaiter == nil else { throw HTTPMessageError(.concurrentRead) }
        while true {
            guard self.reception === reception, phase == .responding else {
                if reception.isComplete, !reception.isDiscarded { return nil }
                throw HTTPMessageError(context.isCut ? .stopped : .connectionClosed)
            }
            if reception.isComplete { return nil }
            if reception.failure != nil { throw error(of: reception) }
            if bodyHasTimedOut { throw HTTPMessageError(.timedOut) }
            if let chunk = pull(reception) {
                if spentBudget > Self.turnBudget { await letOthersRun() }
                return chunk
            }
            guard phase == .responding, !reception.isComplete, reception.failure == nil else { continue }
            if peerEnded { throw HTTPMessageError(.truncatedBody) }
            if !isReadable { try await waitForInput() }
            // What became of the connection is told first: its end cancels the task too.
            if phase == .responding { try Task.checkCancellation() }
        }
    }

    private func error(of reception: BodyReception) -> HTTPMessageError {
        HTTPMessageError(reception.failure?.status == .contentTooLarge ? .bodyTooLarge : .malformedChunk)
    }

    func waitForInput() async throws(HTTPMessageError) {
        // One who was woken finds another in its place when that one had its turn before.
        guard readerWaiter == nil else { throw HTTPMessageError(.concurrentRead) }
        since = context.loop.now
        await withTaskCancellationHandler {
            await Waiter.wait {
                readerWaiter = $0
                setDeadline()
            }
        } onCancel: {
            context.loop.post { self.enter { $0.cancelReader() } }
        }
    }

    /// Lets the body's reader look again.
    func cancelReader() {
        guard let waiter = readerWaiter else { return }
        readerWaiter = nil
        waiter.resume()
    }

    /// Takes what has arrived of the body; `nil` when nothing has.
    private func pull(_ reception: BodyReception) -> [UInt8]? {
        if reception.awaitsContinue { sendContinue(reception) }
        var data: [UInt8]? = []
        if hasInput {
            inputStart += reception.take(input.span.extracting(inputStart..<input.count), into: &data)
            if !hasInput {
                input = []
                inputStart = 0
            }
        } else if isReadable {
            data = readBody(reception)
        }
        guard let data, !data.isEmpty, reception.failure == nil else { return nil }
        spentBudget += data.count
        if reception.isComplete, seesHalfClose { probePeer() }
        return data
    }

    private func readBody(_ reception: BodyReception) -> [UInt8]? {
        var result = IOResult.blocked
        var data: [UInt8]? = []
        let capacity: Int
        if let rest = reception.remaining {
            // Straight into the part that the responder gets.
            capacity = min(rest, LoopContext.readCapacity)
            let part = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { room, count in
                result = unsafe receive(descriptor, into: UnsafeMutableRawBufferPointer(room))
                if case .bytes(let received) = result { count = received }
            }
            reception.advance(by: part.count)
            data = part
        } else {
            capacity = LoopContext.readCapacity
            let buffer = unsafe context.readBuffer
            result = unsafe receive(descriptor, into: buffer)
            if case .bytes(let received) = result {
                let bytes = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<received])
                let used = unsafe reception.take(bytes.bindMemory(to: UInt8.self).span, into: &data)
                if used < received { input = unsafe Array(bytes[used...]) }
            }
        }
        note(result, capacity: capacity)
        return data
    }

    func note(_ result: IOResult, capacity: Int) {
        switch result {
        case .bytes(0):
            peerEnded = true
            isReadable = false
        case .bytes(let count): if count < capacity { isReadable = seesHalfClose }
        case .blocked: isReadable = false
        case .failed: close()
        }
    }

    /// The body is wanted: tells a client that waits for it (RFC 9110, section 10.1.1).
    private func sendContinue(_ reception: BodyReception) {
        reception.awaitsContinue = false
        guard !hasInput, !exchange.hasAnswered else { return }
        context.output.append("HTTP/1.1 100 Continue\r\n\r\n")
        flush()
    }

    // MARK: Streamed answers

    /// Sends a part of a streamed body, and waits while too much waits for the peer.
    func write(_ part: [UInt8], of stream: ResponseStream) async throws {
        guard !part.isEmpty else { return }
        try check(stream)
        stream.written += part.count
        if let length = stream.length, stream.written > length { throw HTTPMessageError(.wrongBodyLength) }
        append(part, isChunk: stream.isChunked)
        try await keepPace(after: part.count) { try check(stream) }
    }

    /// Sends what was written, and waits for a slow peer and for connections that had no turn.
    ///
    /// - Parameters:
    ///   - count: how many bytes were written.
    ///   - check: throws when the writer's time is over, which may be so after each wait.
    /// - Throws: what the check throws, and `CancellationError`.
    func keepPace(after count: Int, _ check: () throws -> Void) async throws {
        flush()
        settle()
        spentBudget += count
        while queue.bufferedCount > stream?.watermarks?.high ?? context.core.configuration.limits.waitingOutput {
            await waitForReader()
            try check()
            try Task.checkCancellation()
        }
        if spentBudget > Self.turnBudget { await letOthersRun() }
        try check()
    }

    private func append(_ part: [UInt8], isChunk: Bool) {
        guard isChunk else { return write(.bytes(part)) }
        guard part.count > Self.copiedBody else {
            meter?.sentBytes += part.count
            return ResponseHeadEncoder.appendChunk(part.span, into: &context.output)
        }
        ResponseHeadEncoder.appendChunkHead(part.count, into: &context.output)
        write(.bytes(part))
        context.output.append("\r\n")
    }

    private func check(_ stream: ResponseStream) throws(HTTPMessageError) {
        guard self.stream === stream, phase == .responding else {
            throw HTTPMessageError(context.isCut ? .stopped : .connectionClosed)
        }
    }

    func setWatermarks(high: Int, low: Int, of stream: ResponseStream) {
        stream.watermarks = (max(0, high), max(0, min(low, high)))
    }

    func set(_ trailers: HTTPFields, asTrailersOf stream: ResponseStream) { stream.trailers = trailers }

    func waitForStop(of stream: ResponseStream) async {
        guard self.stream === stream, phase == .responding, !context.isDraining else { return }
        await withTaskCancellationHandler {
            await Waiter.wait { stopWaiters.append($0) }
        } onCancel: {
            context.loop.post { self.enter { $0.resumeStopWaiters() } }
        }
    }

    private func waitForReader() async {
        await withTaskCancellationHandler {
            await Waiter.wait { writerWaiters.append($0) }
        } onCancel: {
            context.loop.post { self.enter { $0.resumeWriters() } }
        }
    }

    /// Comes back in the loop's next turn, after the other connections.
    func letOthersRun() async {
        spentBudget = 0
        guard phase != .closed else { return }
        context.loop.callAgain(descriptor, [])
        await Waiter.wait { yieldWaiters.append($0) }
    }
}

/// A streamed answer under way.
///
/// Touched on the connection's loop alone.
final class ResponseStream: HTTPBodySink, @unchecked Sendable {
    private let connection: HTTPConnection
    let length: Int?
    let isChunked: Bool
    var written = 0
    var trailers = HTTPFields()
    /// How much may wait for the reader, and at how little of it the writer goes on; `nil` for the server's own marks.
    var watermarks: (high: Int, low: Int)?

    init(connection: HTTPConnection, length: Int?, isChunked: Bool) {
        self.connection = connection
        self.length = length
        self.isChunked = isChunked
    }

    func write(_ part: [UInt8]) async throws { try await connection.write(part, of: self) }

    func waitForStop() async { await connection.waitForStop(of: self) }

    func setWatermarks(high: Int, low: Int) async { await connection.setWatermarks(high: high, low: low, of: self) }

    func setTrailers(_ fields: HTTPFields) async { await connection.set(fields, asTrailersOf: self) }
}
