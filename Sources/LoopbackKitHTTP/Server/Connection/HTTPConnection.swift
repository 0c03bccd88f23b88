internal import Synchronization

/// One connection: it owns the socket, what was read from it, the request at hand and what waits to be sent.
///
/// Its core is synchronous and entered from the loop: it reads, parses and answers synchronous handlers without a task.
/// Async responders run one after the other in a single task that the loop's supervisor owns, made with the first such
/// request and dropped after a few idle seconds.
@safe
actor HTTPConnection: ReadinessHandler {
    /// Where the connection is in the course of a request.
    enum Phase: UInt8 {
        /// Waits for a head, or for the rest of one.
        case head
        /// A responder works, or its body is being streamed.
        case responding
        /// Raw bytes of another protocol pass in both directions.
        case upgraded
        /// The rest of a body that nobody read is thrown away.
        case discarding
        /// The last answer is being sent; nothing more is read.
        case finishing
        /// All is sent and our direction ended; what still comes is thrown away, so that no reset eats the answer.
        case lingering
        case closed
    }

    enum TaskState: UInt8 { case none, requested, running, parked }

    /// A request that waits for the connection's task.
    struct PendingExchange {
        let request: HTTPRequest
        let respond: @Sendable (HTTPRequest) async throws -> HTTPResponse
    }

    /// What an answer needs to know of its request.
    struct Exchange {
        var version = HTTPVersion.http1_1
        var isHead = false
        var keepsAlive = true
        /// Whether the client asks for another protocol (RFC 9110, section 7.8).
        var asksForUpgrade = false
        var isConnect = false
        /// Whether a peer that had ended its direction was asked whether it is still there.
        var wasProbed = false
        /// Whether the answer's head has been written.
        var hasAnswered = false

        /// Whether a body of unknown length is sent chunked: not to HTTP/1.0, nor in an answer to CONNECT (RFC 9112,
        /// sections 6.1 and 7.1).
        var keepsChunks: Bool { version == .http1_1 && !isConnect }

        /// Whether the connection may go over to raw bytes: after a 101 that was asked for, or a CONNECT that succeeded.
        func maySwitch(by status: HTTPStatus) -> Bool {
            isConnect ? 200..<300 ~= status.code : status == .switchingProtocols && asksForUpgrade && !isHead
        }
    }

    nonisolated let context: LoopContext
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe context.loop.asUnownedSerialExecutor() }
    let descriptor: CInt
    let peer: SocketAddress?
    /// Let in above the cap, for an essential request alone.
    let isRestricted: Bool

    var phase = Phase.head
    var taskState = TaskState.none
    /// Whether a read may bring something; cleared when one brought less than it could.
    var isReadable = false
    var isWritable = true
    /// Whether the poller saw the peer's end coming: reading goes on until it is met.
    var seesHalfClose = false
    /// Whether the peer's end of sending was read.
    var peerEnded = false
    var isTrusted = false
    /// Whether no head was complete yet.
    var isFresh = true
    /// Whether an event of its own has reached the connection: each gets one as soon as it is watched.
    @safe @exclusivity(unchecked)
    private var hadTurn = false
    /// Whether the connection lingers before it is closed.
    var lingers = false
    /// Whether the body that a responder waits for made no progress within its limit.
    var bodyHasTimedOut = false
    /// Whether the task is to end though the connection goes on.
    var leavesTask = false
    var discardedCount = 0
    // What every request changes is left out of run-time checks of exclusivity: the actor is entered by its loop alone,
    // in calls that don't nest, and the checks would cost a request more than its parsing.
    @safe @exclusivity(unchecked)
    var exchange = Exchange()
    /// Received and not yet used; the first `inputStart` bytes are used.
    @safe @exclusivity(unchecked)
    var input: [UInt8] = []
    var inputStart = 0
    /// A head of which a part has arrived.
    @safe @exclusivity(unchecked)
    var partialHead: PartialHead?
    @safe @exclusivity(unchecked)
    var reception: BodyReception?
    @safe @exclusivity(unchecked)
    var queue = OutputQueue()
    @safe @exclusivity(unchecked)
    var pending: PendingExchange?
    @safe @exclusivity(unchecked)
    var writerWaiters: [Waiter] = []
    @safe @exclusivity(unchecked)
    var yieldWaiters: [Waiter] = []
    /// Who wants to know when the server begins to stop.
    @safe @exclusivity(unchecked)
    var stopWaiters: [Waiter] = []
    /// When the present phase's limit began, on the loop's clock.
    var since: Int64
    /// When the peer last took something of what waits for it.
    var lastProgress: Int64 = 0
    /// Bytes moved by the task since it last let others have the loop.
    var spentBudget = 0
    var stream: ResponseStream?
    var upgraded: UpgradedStream?
    /// Measures the exchange at hand, where reports are wanted.
    @safe @exclusivity(unchecked)
    var meter: ExchangeMeter?
    /// The connection's task while it lives, to cancel it when the peer is gone.
    var task: UnsafeCurrentTask?
    var taskWaiter: Waiter?
    var readerWaiter: Waiter?

    /// A parser in the middle of a head.
    final class PartialHead {
        var parser: RequestHeadParser
        /// `nil` once the head is complete.
        var storage: HeadStorage?

        init(parser: RequestHeadParser, storage: HeadStorage) {
            self.parser = parser
            self.storage = storage
        }
    }

    init(_ descriptor: CInt, peer: SocketAddress?, context: LoopContext, isRestricted: Bool) {
        self.descriptor = descriptor
        self.peer = peer
        self.context = context
        self.isRestricted = isRestricted
        since = context.loop.now
    }

    // MARK: Entries from the loop

    /// Calls into the actor from its own loop, without the cost of `assumeIsolated`.
    @inline(__always)
    nonisolated func enter(_ operation: (isolated HTTPConnection) -> Void) {
        assert(context.loop.isCurrent)
        // The caller is on the actor's executor; isolation is a matter of types and not of the calling convention.
        withoutActuallyEscaping(operation) { unsafe unsafeBitCast($0, to: ((HTTPConnection) -> Void).self)(self) }
    }

    /// The entry of every event: kept as a constant, so that an event makes no closure.
    private static let eventEntry: @Sendable (isolated HTTPConnection, Readiness) -> Void = { $0.handle($1) }

    nonisolated func ready(_ readiness: Readiness) {
        assert(context.loop.isCurrent)
        unsafe unsafeBitCast(Self.eventEntry, to: ((HTTPConnection, Readiness) -> Void).self)(self, readiness)
    }

    nonisolated func deadlinePassed() { enter { $0.handleDeadline() } }

    /// Starts the time limit for the first head.
    nonisolated func begin() { enter { $0.setDeadline() } }

    /// Whether and since when the connection waits for a head, or for its peer to go; `nil` when it is at work.
    nonisolated var idleState: (isTrusted: Bool, since: Int64, hadTurn: Bool)? {
        var state: (isTrusted: Bool, since: Int64, hadTurn: Bool)?
        enter {
            guard $0.phase == .head && $0.queue.isEmpty || $0.phase == .lingering else { return }
            state = ($0.isTrusted, $0.since, $0.hadTurn)
        }
        return state
    }

    nonisolated func evict() { enter { $0.close() } }

    nonisolated func cut() { enter { $0.close(abruptly: true) } }

    nonisolated func drain() { enter { $0.startDraining() } }

    private func handle(_ readiness: Readiness) {
        guard phase != .closed else { return }
        hadTurn = true
        if readiness.contains(.hungUp) { return endHungUp() }
        if readiness.contains(.readable) { isReadable = true }
        if readiness.contains(.writable) { isWritable = true }
        if readiness.contains(.halfClosed) {
            isReadable = true
            seesHalfClose = true
        }
        if !yieldWaiters.isEmpty { resumeYielders() }
        runCore()
        if seesHalfClose { probePeer() }
    }

    /// Asks a peer that sends no more whether it is still there: see `HTTPServerConfiguration.probesHalfClosedPeers`.
    func probePeer() {
        guard !exchange.wasProbed, context.core.configuration.probesHalfClosedPeers, phase == .responding,
            !exchange.hasAnswered,
            exchange.version == .http1_1, reception?.isComplete ?? true
        else { return }
        exchange.wasProbed = true
        context.output.append("HTTP/1.1 100 Continue\r\n\r\n")
        flush()
    }

    /// Both directions have ended: what was sent before is still read, since it may ask for something to be done.
    private func endHungUp() {
        if phase == .upgraded {
            // What was sent before is for the stream's reader, which then meets the end.
            isReadable = true
            seesHalfClose = true
            // A writer that waits for a peer that is gone meets the failure.
            isWritable = true
            return runCore()
        }
        if phase == .head {
            isReadable = true
            seesHalfClose = true
            runCore()
        }
        close()
    }

    /// Reads, parses and answers what there is, and sends what there is to send.
    func runCore() {
        advanceInput()
        let wasHeld = queue.count >= Self.blockedOutput
        flush()
        if wasHeld, phase == .head, queue.count < Self.blockedOutput {
            // What was not read while too much waited has had its event: no other one comes.
            context.loop.callAgain(descriptor, [])
        } else if context.isDraining, isIdle {
            close()
        }
        settle()
    }

    /// Whether nothing of a request is there and no answer waits.
    private var isIdle: Bool {
        phase == .head && partialHead == nil && queue.isEmpty && !hasInput && (!isReadable || peerEnded)
    }

    /// After every entry: wakes who can go on, and sets the deadline.
    func settle() {
        guard phase != .closed else { return }
        if let waiter = readerWaiter, canFeedReader {
            readerWaiter = nil
            waiter.resume()
        }
        if !writerWaiters.isEmpty, queue.bufferedCount <= lowWater { resumeWriters() }
        setDeadline()
    }

    /// How little has to wait for the peer before a writer goes on, in bytes.
    private var lowWater: Int { stream?.watermarks?.low ?? context.core.configuration.limits.waitingOutput / 4 }

    private func startDraining() {
        // What crossed the stop on its way is still read; a stream's reader that finds nothing learns of the stop.
        if phase == .head || phase == .upgraded { isReadable = true }
        resumeStopWaiters()
        guard phase == .head else { return settle() }
        runCore()
    }

    // MARK: The end

    /// Closes at once, and ends whatever waits on the connection.
    func close(abruptly: Bool = false) {
        guard phase != .closed else { return }
        phase = .closed
        endMeasuring(wasCut: true)
        context.loop.forget(descriptor)
        closeSocket(descriptor, abruptly: abruptly)
        queue.removeAll()
        input = []
        partialHead = nil
        reception = nil
        stream = nil
        upgraded = nil
        pending = nil
        unsafe task?.cancel()
        readerWaiter?.resume()
        readerWaiter = nil
        resumeWriters()
        resumeYielders()
        resumeStopWaiters()
        wakeTask()
        context.remove(descriptor: descriptor)
    }

    /// Closes once everything is sent.
    func finish(lingering: Bool) {
        guard phase != .closed else { return }
        phase = .finishing
        lingers = lingers || lingering
        since = context.loop.now
    }

    /// All is sent: ends our direction, or the whole connection.
    func endSending() {
        // Closing a socket with unread bytes resets it, and the reset can overtake the answer.
        guard lingers || isReadable || hasInput, !peerEnded else { return close() }
        shutdownSending(descriptor)
        phase = .lingering
        since = context.loop.now
        input = []
        inputStart = 0
        isReadable = true
        advanceInput()
    }

    func resumeWriters() {
        let waiters = writerWaiters
        writerWaiters = []
        for waiter in waiters { waiter.resume() }
    }

    func resumeStopWaiters() {
        let waiters = stopWaiters
        stopWaiters = []
        for waiter in waiters { waiter.resume() }
    }

    func resumeYielders() {
        let waiters = yieldWaiters
        yieldWaiters = []
        for waiter in waiters { waiter.resume() }
    }
}
