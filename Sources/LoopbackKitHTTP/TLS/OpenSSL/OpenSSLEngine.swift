/// One side of a TLS connection by OpenSSL.
@safe
package final class OpenSSLEngine: TLSEngine {
    private enum Phase {
        case handshake, open
        /// The other side has ended its direction.
        case ended
        case failed(TLSError)
    }

    let library: OpenSSL
    /// Keeps alive what OpenSSL's callbacks read.
    private let context: OpenSSLContext
    /// Where new sessions are kept; a client's.
    let sessions: OpenSSLSessionCache.Entry?
    private let wire = OpenSSLWire()
    /// Owned, with its stream over the wire; freed by deinit alone.
    let connection: OpaquePointer
    private var phase = Phase.handshake
    private var networkHasEnded = false
    private var isFinished = false
    /// The first bytes that came: they tell whom one speaks to when the handshake fails.
    private var firstBytes: [UInt8] = []

    /// Makes an engine that is neither a client's nor a server's yet.
    init(_ context: OpenSSLContext, sessions: OpenSSLSessionCache.Entry? = nil) throws(TLSError) {
        library = context.library
        library.errors.clear()
        guard let connection = unsafe library.connections.new(context.pointer) else { throw library.failure() }
        self.context = context
        self.sessions = sessions
        unsafe self.connection = unsafe connection
        let stream = unsafe try library.wireMethod.makeStream(over: wire, library)
        // Both directions: it takes the stream over once.
        unsafe library.connections.setStreams(connection, stream, stream)
        // Unretained: OpenSSL calls back from within this object's own calls alone.
        let result = unsafe library.connections.setValue(connection, 0, Unmanaged.passUnretained(self).toOpaque())
        try library.check(result)
    }

    deinit {
        // Both SSL_SENT_SHUTDOWN and SSL_RECEIVED_SHUTDOWN: a connection that is freed without them, since it was cut, spoils
        // its session.
        unsafe library.connections.setShutdown(connection, 3)
        unsafe library.connections.free(connection)
        library.errors.clear()
    }

    // MARK: The network

    package func receive(_ bytes: UnsafeRawBufferPointer) throws(TLSError) {
        try throwFailure()
        if firstBytes.count < 5 { unsafe firstBytes += bytes.prefix(5 - firstBytes.count) }
        unsafe wire.input.append(bytes)
    }

    package func receiveEnd() { networkHasEnded = true }

    package var outputCount: Int { wire.output.count }

    package func takeOutput(into room: UnsafeMutableRawBufferPointer) -> Int { unsafe wire.output.take(into: room) }

    // MARK: The handshake

    package func handshake() throws(TLSError) -> Bool {
        try throwFailure()
        guard case .handshake = phase else { return true }
        library.errors.clear()
        let result = unsafe library.connections.handshake(connection)
        if result == 1 {
            phase = .open
            return true
        }
        guard wantsMore(result) else { throw fail(handshakeError()) }
        guard networkHasEnded else { return false }
        throw fail(TLSError(.handshakeFailed, detail: hint ?? "the connection ended during the handshake"))
    }

    private func handshakeError() -> TLSError {
        let result = unsafe library.connections.verifyResult(connection)
        let detail = library.takeErrors()
        if let code = TLSError.Code(verifyResult: result) {
            return unsafe TLSError(code, detail: library.trust.words(result).map { unsafe String(cString: $0) })
        }
        return TLSError(.handshakeFailed, detail: hint ?? detail)
    }

    /// What the first bytes say of another side that speaks no TLS.
    private var hint: String? {
        firstBytes.elementsEqual("HTTP/".utf8) ? "the answer is plain HTTP: this port does not speak TLS" : nil
    }

    // MARK: Data

    package func read(into room: UnsafeMutableRawBufferPointer) throws(TLSError) -> Int? {
        var filled = 0
        while filled < room.count {
            switch phase {
            case .open: break
            case .handshake: throw TLSError(.internalFailure, detail: "read before the handshake was complete")
            // What was read before comes first.
            case .ended: return filled > 0 ? filled : nil
            case .failed(let error):
                guard filled > 0 else { throw error }
                return filled
            }
            let count = unsafe readRecord(into: UnsafeMutableRawBufferPointer(rebasing: room[filled...]))
            if count == 0, case .open = phase { break }
            filled += count
        }
        return filled
    }

    /// Reads of one record; for 0 the phase says whether more may come.
    private func readRecord(into room: UnsafeMutableRawBufferPointer) -> Int {
        var count = 0
        library.errors.clear()
        let result = unsafe library.connections.read(connection, room.baseAddress, room.count, &count)
        if result == 1 { return count }
        switch unsafe library.connections.error(connection, result) {
        case Outcome.wantsRead:
            if networkHasEnded { phase = .failed(TLSError(.truncated)) }
        case Outcome.isEnded: phase = .ended
        default: phase = .failed(TLSError(.protocolViolated, detail: library.takeErrors()))
        }
        return 0
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(TLSError) {
        try throwFailure()
        guard unsafe !bytes.isEmpty else { return }
        if case .handshake = phase {
            throw TLSError(.internalFailure, detail: "written before the handshake was complete")
        }
        var count = 0
        library.errors.clear()
        // A record holds 16,384 bytes at most, and adds far fewer than 64 (RFC 8446, section 5.2; RFC 5246, section 6.2.3).
        wire.output.makeRoom(bytes.count + (bytes.count >> 14 + 1) << 6)
        // All at once: the wire takes everything, and partial writes are off.
        let result = unsafe library.connections.write(connection, bytes.baseAddress, bytes.count, &count)
        guard result == 1, count == bytes.count else { throw fail(library.failure()) }
    }

    package func finish() {
        guard !isFinished else { return }
        switch phase {
        case .handshake, .failed: return
        case .open, .ended: break
        }
        isFinished = true
        library.errors.clear()
        _ = unsafe library.connections.shutdown(connection)
        library.errors.clear()
    }

    // MARK: What was agreed

    package var applicationProtocol: String? {
        var name: UnsafePointer<UInt8>?
        var count: CUnsignedInt = 0
        unsafe library.connections.selectedProtocol(connection, &name, &count)
        guard let name = unsafe name else { return nil }
        return unsafe String(decoding: UnsafeBufferPointer(start: name, count: Int(count)), as: UTF8.self)
    }

    /// The version that both sides speak, as OpenSSL calls it: `TLSv1.3`.
    package var version: String? { unsafe library.connections.version(connection).map { unsafe String(cString: $0) } }

    /// Whether an earlier session was resumed, so that no certificate was shown anew.
    package var isResumed: Bool { unsafe library.sessions.wasResumed(connection) == 1 }

    // MARK: Outcomes

    /// What SSL_get_error returns.
    private enum Outcome {
        static let wantsRead: CInt = 2
        static let isEnded: CInt = 6
    }

    private func wantsMore(_ result: CInt) -> Bool {
        unsafe library.connections.error(connection, result) == Outcome.wantsRead
    }

    private func throwFailure() throws(TLSError) { if case .failed(let error) = phase { throw error } }

    private func fail(_ error: TLSError) -> TLSError {
        phase = .failed(error)
        return error
    }
}
