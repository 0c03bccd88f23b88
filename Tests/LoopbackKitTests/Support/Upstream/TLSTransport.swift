import LoopbackKitHTTP

/// The server's side of TLS between a connection and its socket.
final class TLSTransport: UpstreamTransport {
    private let socket: UpstreamSocket
    private let engine: any TLSEngine

    /// Makes the handshake.
    init(_ socket: UpstreamSocket, _ engine: any TLSEngine) throws(UpstreamEnding) {
        self.socket = socket
        self.engine = engine
        while try !step({ () throws(TLSError) in try engine.handshake() }) {
            try flush()
            try takeArrived()
        }
        try flush()
    }

    func receive() throws(UpstreamEnding) -> [UInt8] {
        while true {
            var room = [UInt8](repeating: 0, count: 1 << 16)
            let count = try step { () throws(TLSError) in
                try readDecrypted(into: &room)
            }
            try flush()
            guard let count else { return [] }
            if count > 0 {
                room.removeLast(room.count - count)
                return room
            }
            try takeArrived()
        }
    }

    func send(_ bytes: ArraySlice<UInt8>, taken: (Int) -> Void) throws(UpstreamEnding) {
        try step { () throws(TLSError) in try encrypt(bytes) }
        try flush()
        taken(bytes.count)
    }

    func finish() {
        engine.finish()
        try? flush()
    }

    private func readDecrypted(into room: inout [UInt8]) throws(TLSError) -> Int? {
        let result: Result<Int?, TLSError> = unsafe room.withUnsafeMutableBytes { room in
            do throws(TLSError) { return .success(unsafe try engine.read(into: room)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    private func encrypt(_ bytes: ArraySlice<UInt8>) throws(TLSError) {
        let result: Result<Void, TLSError> = unsafe bytes.withUnsafeBytes { bytes in
            do throws(TLSError) { return .success(unsafe try engine.write(bytes)) } catch { return .failure(error) }
        }
        try result.get()
    }

    /// Waits for bytes of the network, and hands them to the engine.
    private func takeArrived() throws(UpstreamEnding) {
        let bytes = try socket.receive()
        guard !bytes.isEmpty else { throw UpstreamEnding(.peerClosed) }
        try step { () throws(TLSError) in
            let result: Result<Void, TLSError> = unsafe bytes.withUnsafeBytes { bytes in
                do throws(TLSError) { return .success(unsafe try engine.receive(bytes)) } catch {
                    return .failure(error)
                }
            }
            try result.get()
        }
    }

    /// Runs a call of the engine; when it fails its alert is sent.
    private func step<Value>(_ call: () throws(TLSError) -> Value) throws(UpstreamEnding) -> Value {
        do throws(TLSError) { return try call() } catch {
            try? flush()
            throw UpstreamEnding(.tlsFailed(error))
        }
    }

    private func flush() throws(UpstreamEnding) {
        while engine.outputCount > 0 {
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { room, filled in
                filled = unsafe engine.takeOutput(into: UnsafeMutableRawBufferPointer(room))
            }
            try socket.send(bytes[...]) { _ in }
        }
    }
}
