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
