/// The network's side of a connection: OpenSSL reads and writes its records here.
final class OpenSSLWire {
    /// What came from the network.
    var input = ByteQueue()
    /// What goes to the network.
    var output = ByteQueue()
}

/// How OpenSSL reads and writes an `OpenSSLWire` (a BIO method).
///
/// Its own memory streams copy more, and keep the memory of the largest moment for good.
@safe
struct OpenSSLWireMethod: Sendable {
    /// BIO_TYPE_SOURCE_SINK.
    private static let sourceAndSink: CInt = 0x0400
    /// BIO_FLAGS_READ and BIO_FLAGS_SHOULD_RETRY.
    private static let readLater: CInt = 0x09
    /// BIO_FLAGS_RWS and BIO_FLAGS_SHOULD_RETRY.
    private static let allRetries: CInt = 0x0F
    /// BIO_CTRL_FLUSH.
    private static let flush: CInt = 11

    @safe nonisolated(unsafe)
        private let pointer: OpaquePointer  // made once, then read alone; never freed

    init(_ streams: OpenSSLStreamFunctions) throws(TLSError) {
        guard let pointer = unsafe streams.makeMethod(streams.newIndex() | Self.sourceAndSink, "LoopbackKit"),
            unsafe streams.setRead(pointer, { unsafe Self.read($0, $1, $2) }) == 1,
            unsafe streams.setWrite(pointer, { unsafe Self.write($0, $1, $2) }) == 1,
            unsafe streams.setControl(pointer, { _, command, _, _ in command == Self.flush ? 1 : 0 }) == 1
        else { throw TLSError(.internalFailure) }
        self.pointer = unsafe pointer
    }

    /// Makes a stream over a wire that the caller keeps alive longer than the stream.
    func makeStream(over wire: OpenSSLWire, _ library: OpenSSL) throws(TLSError) -> OpaquePointer {
        guard let stream = unsafe library.streams.new(pointer) else { throw library.failure() }
        unsafe library.streams.setData(stream, Unmanaged.passUnretained(wire).toOpaque())
        unsafe library.streams.setReady(stream, 1)
        return unsafe stream
    }

    private static func read(_ stream: OpaquePointer?, _ room: UnsafeMutableRawPointer?, _ count: CInt) -> CInt {
        guard let (wire, library) = unsafe wire(of: stream), count > 0 else { return -1 }
        unsafe library.streams.clearFlags(stream, allRetries)
        let taken = unsafe wire.input.take(into: UnsafeMutableRawBufferPointer(start: room, count: Int(count)))
        guard taken == 0 else { return CInt(taken) }
        unsafe library.streams.setFlags(stream, readLater)
        return -1
    }

    private static func write(_ stream: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ count: CInt) -> CInt {
        guard let (wire, library) = unsafe wire(of: stream), count > 0 else { return -1 }
        unsafe library.streams.clearFlags(stream, allRetries)
        unsafe wire.output.append(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
        return count
    }

    private static func wire(of stream: OpaquePointer?) -> (OpenSSLWire, OpenSSL)? {
        // The engine whose call leads here keeps its wire alive.
        guard let library = try? OpenSSL.loaded(), let data = unsafe library.streams.data(stream) else { return nil }
        return unsafe (Unmanaged<OpenSSLWire>.fromOpaque(data).takeUnretainedValue(), library)
    }
}
