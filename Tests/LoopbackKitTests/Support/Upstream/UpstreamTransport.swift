import LoopbackKitHTTP

/// What lies between a connection's bytes and its socket.
protocol UpstreamTransport: AnyObject {
    /// Waits for bytes; none are the other side's clean end.
    func receive() throws(UpstreamEnding) -> [UInt8]

    /// Sends all bytes; `taken` is told of those that left.
    func send(_ bytes: ArraySlice<UInt8>, taken: (Int) -> Void) throws(UpstreamEnding)

    /// Announces the end of what is sent, where the transport has such a thing.
    func finish()
}

/// Bytes as they are.
final class PlainTransport: UpstreamTransport {
    private let socket: UpstreamSocket

    init(_ socket: UpstreamSocket) { self.socket = socket }

    func receive() throws(UpstreamEnding) -> [UInt8] { try socket.receive() }

    func send(_ bytes: ArraySlice<UInt8>, taken: (Int) -> Void) throws(UpstreamEnding) {
        try socket.send(bytes, taken: taken)
    }

    func finish() {}
}

/// How an upstream begins a connection.
struct UpstreamTransportKind: Sendable {
    let make: @Sendable (UpstreamSocket) throws(UpstreamEnding) -> any UpstreamTransport

    init(_ make: @escaping @Sendable (UpstreamSocket) throws(UpstreamEnding) -> any UpstreamTransport) {
        self.make = make
    }

    /// Without TLS.
    static let plain = Self { (socket) throws(UpstreamEnding) in PlainTransport(socket) }

    /// With TLS; the closure makes the server's side for a new connection.
    static func tls(_ makeEngine: @escaping @Sendable () throws(TLSError) -> any TLSEngine) -> Self {
        Self { (socket) throws(UpstreamEnding) in
            let engine: any TLSEngine
            do throws(TLSError) { engine = try makeEngine() } catch { throw UpstreamEnding(.tlsFailed(error)) }
            return try TLSTransport(socket, engine)
        }
    }

    /// Answers the first bytes with some that are no TLS, and closes.
    static let garbage = Self { (socket) throws(UpstreamEnding) in
        _ = try socket.receive()
        try socket.send(Array("\u{0}\u{1}\u{2} this is no TLS at all\r\n\r\n".utf8)[...]) { _ in }
        throw UpstreamEnding(.closed)
    }

    /// Closes at the first bytes.
    static let closing = Self { (socket) throws(UpstreamEnding) in
        _ = try socket.receive()
        throw UpstreamEnding(.closed)
    }

    /// Never says a word.
    static let silent = Self { (socket) throws(UpstreamEnding) in
        while try !socket.receive().isEmpty {}
        throw UpstreamEnding(.peerClosed)
    }
}

extension UpstreamTransportKind {
    /// With TLS and an identity, such as those of `TestCertificates`.
    static func tls(_ identity: TLSIdentity) throws -> Self {
        let server = try OpenSSLServer(identity: identity)
        return tls { () throws(TLSError) in try server.makeEngine() }
    }
}
