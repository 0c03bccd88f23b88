/// One connection of a client: its socket, what was read from it, what waits to be sent, and the exchange at hand.
///
/// Its core is synchronous and entered from the loop; whoever waits for an answer is woken when its head is whole.
/// Touched on the loop's own thread alone.
@safe
final class ClientConnection: ReadinessHandler, @unchecked Sendable {
    /// Where the connection is in its life.
    enum Phase: UInt8 {
        /// The system connects.
        case connecting
        /// The TLS handshake is under way.
        case securing
        /// Nobody uses it.
        case idle
        /// A request is sent and its answer received.
        case exchanging
        /// Raw bytes of another protocol pass in both directions.
        case tunnel
        case closed
    }

    let descriptor: CInt
    let peer: SocketAddress
    let origin: HTTPOrigin
    /// What requests on it have in the field Host.
    let authority: String
    let context: ClientContext
    var phase = Phase.connecting
    /// The attempts that this one is among, until it is connected.
    private var race: ConnectRace?
    var engine: (any TLSEngine)?
    /// Whether it counts among its origin's connections.
    private var hasPlace = false
    /// Whether a read may bring something; cleared when one brought less than it could.
    var isReadable = false
    var isWritable = false
    /// Whether the poller saw the peer's end coming: reading goes on until it is met.
    var seesEnd = false
    // What every request changes is left out of run-time checks of exclusivity: the loop alone enters, in calls that don't
    // nest.
    /// Received and not yet used; the first `inputStart` bytes are used.
    @safe @exclusivity(unchecked)
    var input: [UInt8] = []
    var inputStart = 0
    @safe @exclusivity(unchecked)
    var queue = OutputQueue()
    @safe @exclusivity(unchecked)
    var exchange: ClientExchange?
    /// Who waits for the handshake, for an answer's head, or for more of its body.
    var waiter: Waiter?
    @safe @exclusivity(unchecked)
    var writerWaiters: [Waiter] = []
    /// Readers that let others have the loop for a turn.
    var turnWaiters: [Waiter] = []
    /// How much of bodies was handed over since others had the loop.
    var turnCount = 0
    /// Since when the other side is waited for, on the loop's clock.
    var since: Int64 = 0
    /// When the other side last took something of what waits for it.
    var lastProgress: Int64 = 0
    private(set) var failure: HTTPClientError?
    /// Whether it was used before the exchange at hand.
    var isReused = false

    init(
        _ descriptor: CInt,
        peer: SocketAddress,
        origin: HTTPOrigin,
        race: ConnectRace,
        context: ClientContext
    ) {
        self.descriptor = descriptor
        self.peer = peer
        self.origin = origin
        authority = origin.authority
        self.race = race
        self.context = context
    }

    // MARK: Entries from the loop

    func ready(_ readiness: Readiness) {
        guard phase != .closed else { return }
        wakeTurnWaiters()
        if let race { return connect(readiness, race) }
        if readiness.contains(.readable) { isReadable = true }
        if readiness.contains(.writable) { isWritable = true }
        if !readiness.isDisjoint(with: [.halfClosed, .hungUp]) {
            isReadable = true
            seesEnd = true
        }
        if readiness.contains(.hungUp) { isWritable = true }
        advance()
    }

    private func connect(_ readiness: Readiness, _ race: ConnectRace) {
        let number = ClientSocket.error(of: descriptor)
        if number != 0 {
            race.failed(self, errno: number)
        } else if readiness.contains(.writable) {
            self.race = nil
            isWritable = true
            // What came with the same event is not told again.
            isReadable = readiness.contains(.readable)
            seesEnd = !readiness.isDisjoint(with: [.halfClosed, .hungUp])
            phase = .idle
            context.loop.clearDeadline(descriptor)
            race.connected(self)
        }
    }

    func deadlinePassed() {
        switch phase {
        case .connecting: race?.delayPassed()
        case .securing: close(HTTPClientError(.tlsTimedOut))
        case .idle: close()
        case .exchanging, .tunnel: handleDeadline()
        case .closed: break
        }
    }

    /// Reads and sends what there is, and wakes who can go on.
    func advance() {
        flush()
        switch phase {
        case .connecting, .closed: return
        case .securing: advanceHandshake()
        case .idle: checkIdle()
        case .exchanging: if exchange?.isAnswered == false { receiveHead() } else if isReadable { wake() }
        case .tunnel: if isReadable { wake() }
        }
        settle()
    }

    func settle() {
        guard phase != .closed else { return }
        if !writerWaiters.isEmpty, queue.bufferedCount <= context.core.configuration.limits.waitingOutput / 4 {
            wakeWriters()
        }
        setDeadline()
    }

    func wake() { waiter.take()?.resume() }

    func wakeWriters() {
        let waiters = writerWaiters
        writerWaiters = []
        for waiter in waiters { waiter.resume() }
    }

    private func wakeTurnWaiters() {
        guard !turnWaiters.isEmpty else { return }
        let waiters = turnWaiters
        turnWaiters = []
        for waiter in waiters { waiter.resume() }
    }

    // MARK: Between two exchanges

    /// It is the one that its origin asked for.
    func takePlace() { hasPlace = true }

    /// Whether the next request may use it: nothing came that nobody asked for, and the other side has not ended.
    var isUsable: Bool {
        guard phase == .idle else { return false }
        checkIdle()
        return phase == .idle
    }

    /// Bytes after an answer belong to nobody: the connection is not used again.
    private func checkIdle() {
        // TLS may hold decrypted bytes that the socket does not tell of any more.
        guard isReadable || seesEnd || engine != nil else { return }
        if case .blocked = unsafe read(into: context.readBuffer) { return flush() }
        close()
    }

    /// Nobody uses it for now.
    func rest() {
        exchange = nil
        phase = .idle
        isReused = true
        input = []
        inputStart = 0
        guard isUsable else { return }
        since = context.loop.now
        context.loop.setDeadline(descriptor, since + context.core.times.idle)
        context.giveBack(self, to: origin)
    }

    // MARK: Time limits

    /// What is waited for now, and until when.
    private var limit: (deadline: Int64, error: HTTPClientError.Code)? {
        guard let exchange else { return nil }
        let times = context.core.times
        if !queue.isEmpty { return times.sending.map { (lastProgress + $0, .sendingTimedOut) } }
        // The two sides of a tunnel may be silent as long as they like.
        if phase == .tunnel { return nil }
        if exchange.isAnswered {
            // A reader that takes its time is no fault of the other side's.
            guard waiter != nil, !exchange.mayRest else { return nil }
            return times.body.map { (since + $0, .bodyTimedOut) }
        }
        guard exchange.isSent else { return nil }
        return times.head.map { (since + $0, .answerTimedOut) }
    }

    func setDeadline() {
        // A handshake has its own.
        guard phase == .exchanging || phase == .tunnel else { return }
        if let limit {
            context.loop.setDeadline(descriptor, limit.deadline)
        } else {
            context.loop.clearDeadline(descriptor)
        }
    }

    private func handleDeadline() {
        guard let limit else { return }
        guard limit.deadline <= context.loop.now else { return setDeadline() }
        close(HTTPClientError(limit.error))
    }

    // MARK: The end

    /// Closes at once; whoever waits meets the failure.
    func close(_ failure: HTTPClientError? = nil) {
        guard phase != .closed else { return }
        let wasConnecting = phase == .connecting
        phase = .closed
        self.failure = failure ?? HTTPClientError(.connectionClosed)
        context.loop.forget(descriptor)
        // Before its number can be another connection's.
        context.remove(self, hadPlace: hasPlace)
        closeSocket(descriptor)
        queue.removeAll()
        input = []
        inputStart = 0
        engine = nil
        exchange?.upload?.end()
        // It knows the exchange in turn.
        exchange?.upload = nil
        wake()
        wakeWriters()
        wakeTurnWaiters()
        if wasConnecting, let race { race.failed(self, errno: 0) }
        race = nil
    }
}
