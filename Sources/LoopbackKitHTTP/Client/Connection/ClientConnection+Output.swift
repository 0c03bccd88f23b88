/// Sending.
extension ClientConnection {
    /// Sends what the context's output holds, as it is or encrypted, and what waits.
    func flush() {
        guard phase != .closed else { return context.output.removeAll() }
        if let engine { encrypt(engine) }
        guard phase != .closed else { return context.output.removeAll() }
        if !context.output.isEmpty {
            if queue.isEmpty, isWritable { sendDirectly() } else { keepRest(from: 0) }
        }
        guard !queue.isEmpty, isWritable, phase != .closed else { return }
        sendQueue()
    }

    private func sendDirectly() {
        let result = unsafe context.output.withBytes { unsafe transmit(descriptor, $0) }
        switch result {
        case .bytes(let sent): sent == context.output.count ? context.output.removeAll() : block(from: sent)
        case .blocked: block(from: 0)
        case .failed: failSending()
        }
    }

    private func block(from sent: Int) {
        isWritable = false
        keepRest(from: sent)
    }

    private func keepRest(from sent: Int) {
        if queue.isEmpty { lastProgress = context.loop.now }
        queue.append(bytes: context.output.copy(), from: sent)
        context.output.removeAll()
    }

    /// Puts bytes behind what is written already.
    func send(_ bytes: [UInt8]) {
        guard engine == nil, bytes.count > 1 << 15 else {
            context.output.append(bytes)
            return
        }
        if !context.output.isEmpty { keepRest(from: 0) }
        if queue.isEmpty { lastProgress = context.loop.now }
        queue.append(bytes: bytes)
    }

    private func sendQueue() {
        let before = queue.count
        let outcome = queue.send(to: descriptor, budget: 1 << 19)
        if queue.count < before { lastProgress = context.loop.now }
        switch outcome {
        case .done: sendFinished()
        case .blocked: isWritable = false
        case .paused: context.loop.callAgain(descriptor, .writable)
        case .failed, .fileShrank: failSending()
        }
    }

    private func sendFinished() {
        // From here on the answer is waited for.
        if let exchange, !exchange.isAnswered { since = context.loop.now }
        if phase == .tunnel, exchange?.endsSending == true { endSending() }
    }

    /// The other side takes no more; an answer that it sent before is still read (RFC 9112, section 9.5).
    private func failSending() {
        context.output.removeAll()
        queue.removeAll()
        isWritable = false
        wakeWriters()
        guard phase == .exchanging || phase == .tunnel else { return close(HTTPClientError(.closedBeforeAnswer)) }
        exchange?.cannotSend = true
        isReadable = true
        seesEnd = true
    }

    /// Ends the sending direction of a tunnel once all is sent.
    func endSending() {
        exchange?.endsSending = true
        guard queue.isEmpty else { return }
        if let engine, exchange?.hasEnded == false {
            engine.finish()
            exchange?.hasEnded = true
            flush()
            guard queue.isEmpty else { return }
        }
        if phase != .closed { shutdownSending(descriptor) }
    }
}
