/// The handshake, and what is decrypted and encrypted.
extension ClientConnection {
    /// Starts the handshake with an engine of the client's provider.
    func secure(with engine: any TLSEngine) {
        self.engine = engine
        phase = .securing
        context.loop.setDeadline(descriptor, context.loop.now + context.core.times.connect)
        advanceHandshake()
    }

    func advanceHandshake() {
        guard let engine else { return }
        do throws(TLSError) {
            while true {
                let isComplete = try engine.handshake()
                sendCiphertext(engine)
                guard phase == .securing else { return }
                if isComplete {
                    phase = .idle
                    context.loop.clearDeadline(descriptor)
                    return wake()
                }
                guard try receiveCiphertext(engine) else { return }
            }
        } catch {
            // The other side is told why.
            sendCiphertext(engine)
            close(HTTPClientError(.tlsFailed, tls: error))
        }
    }

    /// - Returns: whether something was received.
    private func receiveCiphertext(_ engine: any TLSEngine) throws(TLSError) -> Bool {
        switch unsafe receiveFromSocket(into: context.cipherBuffer) {
        case .bytes(let count):
            try unsafe engine.receive(UnsafeRawBufferPointer(rebasing: context.cipherBuffer[..<count]))
            return true
        case .blocked: return false
        case .ended, .failed:
            engine.receiveEnd()
            return true
        }
    }

    /// What the engine has for the network goes out.
    private func sendCiphertext(_ engine: any TLSEngine) {
        takeCiphertext(engine)
        flush()
    }

    private func takeCiphertext(_ engine: any TLSEngine) {
        while engine.outputCount > 0 {
            unsafe context.output.append(capacity: engine.outputCount) { unsafe engine.takeOutput(into: $0) }
        }
    }

    /// Encrypts the context's output, and adds what the engine has to say by itself.
    func encrypt(_ engine: any TLSEngine) {
        if phase != .securing, !context.output.isEmpty {
            let plain = context.output.copy()
            context.output.removeAll()
            do throws(TLSError) {
                unsafe try plain.withUnsafeBytesOf { (bytes) throws(TLSError) in try unsafe engine.write(bytes) }
            } catch {
                return close(HTTPClientError(.tlsFailed, tls: error))
            }
        }
        takeCiphertext(engine)
    }

    /// How many times ciphertext without data is read before others have their turn.
    private static let readsPerTurn = 8

    /// Reads decrypted bytes.
    func decrypt(_ engine: any TLSEngine, into room: UnsafeMutableRawBufferPointer) -> ReadOutcome {
        do throws(TLSError) {
            var reads = 0
            while true {
                guard let count = try unsafe engine.read(into: room) else { return .ended }
                if count > 0 { return .bytes(count) }
                reads += 1
                guard reads <= Self.readsPerTurn else {
                    // A site that sends tickets and keys without end does not keep the loop.
                    flush()
                    context.loop.callAgain(descriptor, .readable)
                    return .blocked
                }
                switch unsafe receiveFromSocket(into: context.cipherBuffer) {
                case .bytes(let count):
                    try unsafe engine.receive(UnsafeRawBufferPointer(rebasing: context.cipherBuffer[..<count]))
                case .blocked:
                    if engine.outputCount > 0 { flush() }
                    return .blocked
                case .ended: engine.receiveEnd()
                case .failed(let error): return .failed(error)
                }
            }
        } catch {
            return .failed(HTTPClientError(.tlsFailed, tls: error))
        }
    }
}

extension [UInt8] {
    fileprivate func withUnsafeBytesOf<Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        unsafe try span.withUnsafeBytes { (bytes) throws(Failure) in try unsafe body(bytes) }
    }
}
