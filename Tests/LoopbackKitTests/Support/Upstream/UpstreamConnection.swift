import LoopbackKitHTTP

/// A connection of an upstream, on its own thread: what a behaviour works with.
final class UpstreamConnection {
    /// From 1, in the order of arrival.
    let number: Int
    /// The request that is answered, with what was read of its body so far.
    var request = UpstreamRequest(head: [], connection: 0, turn: 0)
    /// Whether the request's body was begun; it is read once.
    var hasReadBody = false
    /// Whether another request may follow.
    var keepsAlive = true
    /// Received and not yet used.
    var pending: [UInt8] = []

    let socket: UpstreamSocket
    let ledger: Watched<UpstreamRecord>
    let stop: StopList
    private let transport: any UpstreamTransport
    /// How many more bytes may leave, and what ends the connection behind them.
    private var cut: (rest: Int, end: ConnectionEnd)?

    init(
        number: Int,
        socket: UpstreamSocket,
        transport: any UpstreamTransport,
        ledger: Watched<UpstreamRecord>,
        stop: StopList
    ) {
        self.number = number
        self.socket = socket
        self.transport = transport
        self.ledger = ledger
        self.stop = stop
    }

    // MARK: Sending

    func send(_ text: String) throws(UpstreamEnding) { try send(Array(text.utf8)[...]) }

    func send(_ bytes: [UInt8]) throws(UpstreamEnding) { try send(bytes[...]) }

    /// Sends bytes, and waits until the system has taken them.
    func send(_ bytes: ArraySlice<UInt8>) throws(UpstreamEnding) {
        let part = bytes.prefix(cut?.rest ?? bytes.count)
        try transport.send(part) { count in
            ledger.change { $0.connections[number - 1].bytesSent += count }
        }
        guard let cut else { return }
        guard part.count == bytes.count, cut.rest > part.count else { throw UpstreamEnding(cut.end) }
        self.cut = (cut.rest - part.count, cut.end)
    }

    /// Sends a run of a pattern.
    func send(_ pattern: BytePattern, from start: Int = 0, count: Int) throws(UpstreamEnding) {
        var sent = 0
        while sent < count {
            let part = pattern.slice(at: start + sent, count: count - sent)
            try send(part)
            sent += part.count
        }
    }

    /// Ends the connection when so many bytes more have left.
    func cut(after count: Int, by end: ConnectionEnd) throws(UpstreamEnding) {
        guard count > 0 else { throw UpstreamEnding(end) }
        cut = (count, end)
    }

    /// Ends the sending direction; what the other side sends is still read.
    func finishSending() {
        transport.finish()
        socket.finishSending()
    }

    // MARK: Receiving and waiting

    /// Waits for bytes, at least one.
    func receive() throws(UpstreamEnding) -> [UInt8] {
        guard pending.isEmpty else {
            defer { pending = [] }
            return pending
        }
        let bytes = try transport.receive()
        guard !bytes.isEmpty else { throw UpstreamEnding(.peerClosed) }
        ledger.change { $0.connections[number - 1].bytesReceived += bytes.count }
        return bytes
    }

    /// Waits at a door.
    func wait(at gate: Gate) throws(UpstreamEnding) {
        guard gate.pass(unless: stop) else { throw UpstreamEnding(.stopped) }
    }

    /// Does nothing until the other side ends the connection; what it sends is thrown away.
    func stall() throws(UpstreamEnding) -> Never {
        while true { _ = try receive() }
    }

    // MARK: Ending

    /// Closes as the end demands.
    func finish(_ end: ConnectionEnd) {
        if end == .closed { transport.finish() }
        socket.close(abruptly: end == .reset)
    }
}
