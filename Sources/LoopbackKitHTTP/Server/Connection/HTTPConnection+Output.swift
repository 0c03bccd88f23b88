/// Sending.
extension HTTPConnection {
    /// Bodies of at most this size are copied behind their head, so that both leave in one call.
    static let copiedBody = 1 << 15
    /// How much a connection may send in one turn before others have theirs.
    private static let sendBudget = 1 << 19

    /// Puts a body of known length behind what is written already.
    func write(_ body: HTTPOutgoingBody) {
        switch body.storage {
        case .empty, .stream, .upgrade: break
        case .bytes(let bytes): write(bytes)
        case .segments(let segments):
            for segment in segments where phase != .closed {
                switch segment {
                case .bytes(let bytes): write(bytes)
                case .file(let region): write(region)
                }
            }
        }
    }

    private func write(_ bytes: [UInt8]) {
        meter?.sentBytes += bytes.count
        if bytes.count <= Self.copiedBody {
            context.output.append(bytes)
        } else {
            noteWaiting()
            spill()
            queue.append(bytes: bytes)
        }
    }

    private func write(_ region: HTTPFileRegion) {
        meter?.sentBytes += region.count
        if region.count <= Self.copiedBody {
            let before = context.output.count
            unsafe context.output.append(capacity: region.count) {
                unsafe readFile(region.file.descriptor, offset: region.offset, into: $0)
            }
            // The head promised more bytes than there are: what goes out is cut, never filled up.
            if context.output.count - before < region.count { failOutput() }
        } else {
            noteWaiting()
            spill()
            queue.append(file: region.file, offset: region.offset, count: region.count)
        }
    }

    /// Moves what is written into the queue, for something that can't be copied behind it.
    private func spill() {
        guard !context.output.isEmpty else { return }
        queue.append(bytes: context.output.copy())
        context.output.removeAll()
    }

    /// Starts the reader's time limit when something begins to wait; more that waits does not give it more time.
    private func noteWaiting() {
        if queue.isEmpty { lastProgress = context.loop.now }
    }

    /// An answer can't be completed: sends what there is of it, and cuts the connection.
    func failOutput() {
        flush()
        close(abruptly: true)
        context.output.removeAll()
    }

    /// Sends what is written and what waits.
    func flush() {
        if !context.output.isEmpty {
            if phase == .closed {
                context.output.removeAll()
            } else if queue.isEmpty, isWritable {
                sendDirectly()
            } else {
                noteWaiting()
                spill()
            }
        }
        if !queue.isEmpty, isWritable { sendQueue() }
        guard queue.isEmpty else { return }
        if phase == .finishing { endSending() } else if phase == .upgraded { endUpgradedOutput() }
    }

    private func sendDirectly() {
        let size = context.output.count
        let result = unsafe context.output.withBytes { unsafe transmit(descriptor, $0) }
        switch result {
        case .bytes(size): context.output.removeAll()
        case .bytes(let sent): keepRest(from: sent)
        case .blocked: keepRest(from: 0)
        case .failed:
            context.output.removeAll()
            close()
        }
    }

    private func keepRest(from sent: Int) {
        isWritable = false
        noteWaiting()
        queue.append(bytes: context.output.copy(), from: sent)
        context.output.removeAll()
    }

    private func sendQueue() {
        let before = queue.count
        let outcome = queue.send(to: descriptor, budget: Self.sendBudget)
        if queue.count < before { lastProgress = context.loop.now }
        switch outcome {
        case .done:
            // An answer that took long to read does not make the connection idle since its start.
            if phase == .head, partialHead == nil { since = context.loop.now }
        case .blocked: isWritable = false
        case .paused: context.loop.callAgain(descriptor, .writable)
        case .failed: close()
        case .fileShrank: close(abruptly: true)
        }
    }
}
