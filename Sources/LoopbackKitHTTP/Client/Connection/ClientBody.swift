internal import Synchronization

/// The body of an answer that is still received.
///
/// Let go before its end, it closes its connection, so that the other side sends no more.
final class ClientBody: HTTPBodySource {
    private let loop: ClientLoop
    let connection: ClientConnection
    let exchange: ClientExchange
    /// Whether its reader met its end.
    private let hasEnded = Atomic(false)

    init(_ connection: ClientConnection, _ exchange: ClientExchange, loop: ClientLoop) {
        self.connection = connection
        self.exchange = exchange
        self.loop = loop
    }

    deinit {
        guard !hasEnded.load(ordering: .relaxed) else { return }
        // Nobody else has the exchange any more, but for its connection.
        let (connection, exchange) = (connection, exchange)
        loop.loop.post { if connection.exchange === exchange { connection.close() } }
    }

    func nextChunk() async throws -> [UInt8]? {
        if let part = try await loop.nextPart(of: self) { return part }
        hasEnded.store(true, ordering: .relaxed)
        return nil
    }

    func trailers() async -> HTTPFields { await loop.trailers(of: exchange) }
}

/// A whole body that had trailers.
struct WholeBody: HTTPBodySource {
    private let part: OncePart
    let fields: HTTPFields

    init(_ bytes: [UInt8], trailers: HTTPFields) {
        part = OncePart(bytes)
        fields = trailers
    }

    func nextChunk() async throws -> [UInt8]? { await part.take() }

    func trailers() async -> HTTPFields { fields }

    private actor OncePart {
        private var bytes: [UInt8]?

        init(_ bytes: [UInt8]) { self.bytes = bytes.isEmpty ? nil : bytes }

        func take() -> [UInt8]? { bytes.take() }
    }
}
