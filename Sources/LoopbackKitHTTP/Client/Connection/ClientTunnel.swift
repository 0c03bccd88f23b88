/// A connection's raw bytes after it went over to another protocol; closed when it is let go.
final class ClientTunnel: DuplexStream {
    private let loop: ClientLoop
    let connection: ClientConnection

    init(_ connection: ClientConnection, loop: ClientLoop) {
        self.connection = connection
        self.loop = loop
    }

    deinit {
        let connection = connection
        loop.loop.post { connection.close() }
    }

    func read() async throws -> [UInt8]? { try await loop.read(connection) }

    func write(_ bytes: [UInt8]) async throws {
        guard !bytes.isEmpty else { return }
        try await loop.write(bytes, to: connection)
    }

    func finish() async throws { try await loop.finish(connection) }
}
