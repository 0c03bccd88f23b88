/// A request's body that is produced while it is sent.
///
/// Touched on the loop's own thread alone.
final class ClientUpload: HTTPBodySink, @unchecked Sendable {
    private let loop: ClientLoop
    let connection: ClientConnection
    private let exchange: ClientExchange
    private let produce: @Sendable (HTTPBodyWriter) async throws -> Void
    private let length: Int?
    private var written = 0
    var trailers = HTTPFields()
    private var endWaiters: [Waiter] = []

    init(
        _ connection: ClientConnection,
        _ exchange: ClientExchange,
        length: Int?,
        loop: ClientLoop,
        produce: @escaping @Sendable (HTTPBodyWriter) async throws -> Void
    ) {
        self.connection = connection
        self.exchange = exchange
        self.length = length
        self.loop = loop
        self.produce = produce
    }

    var executor: EventLoop { loop.loop }

    /// Produces the body to its end; a failure ends the exchange.
    func run() async {
        do {
            try await produce(HTTPBodyWriter(sink: self))
            try await loop.finish(self)
        } catch {
            await loop.fail(self, error)
        }
    }

    func write(_ part: [UInt8]) async throws {
        guard !part.isEmpty else { return }
        try await loop.write(part, of: self)
    }

    func waitForStop() async { await loop.waitForEnd(of: self) }

    func setTrailers(_ fields: HTTPFields) async { trailers = fields }

    // MARK: On the loop

    /// Whether the exchange still takes bytes.
    func check() throws(HTTPClientError) {
        guard connection.phase != .closed, connection.exchange === exchange, !exchange.cannotSend else {
            throw connection.failure ?? HTTPClientError(.connectionClosed)
        }
    }

    func append(_ part: [UInt8]) throws {
        try check()
        written += part.count
        guard let length else {
            ResponseHeadEncoder.appendChunkHead(part.count, into: &connection.context.output)
            connection.send(part)
            connection.context.output.append("\r\n")
            return connection.flush()
        }
        guard written <= length else { throw HTTPMessageError(.wrongBodyLength) }
        connection.send(part)
        connection.flush()
    }

    /// The body is whole.
    func complete() throws {
        try check()
        if let length {
            guard written == length else { throw HTTPMessageError(.wrongBodyLength) }
        } else {
            try ResponseHeadEncoder.appendLastChunk(trailers: trailers, into: &connection.context.output)
        }
        exchange.isSent = true
        exchange.upload = nil
        connection.since = connection.context.loop.now
        connection.flush()
        connection.settle()
        end()
    }

    /// Nothing more is wanted.
    func end() {
        let waiters = endWaiters
        endWaiters = []
        for waiter in waiters { waiter.resume() }
    }

    /// Whether somebody can wait for the end of what is still under way.
    var isUnderWay: Bool { connection.exchange === exchange && connection.phase != .closed && !exchange.isSent }

    /// Whether the other side takes no more of it.
    var isRefused: Bool { exchange.cannotSend }

    func add(_ waiter: Waiter) { endWaiters.append(waiter) }
}
