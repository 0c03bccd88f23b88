/// Reading and parsing.
extension HTTPConnection {
    /// How many times a connection may fill the read buffer before others have their turn.
    private static let readsPerTurn = 4
    /// The most that is read ahead while an answer waits for its reader.
    static let blockedOutput = 1 << 16

    var hasInput: Bool { inputStart < input.count }

    /// Whether what arrives is wanted now.
    private var wantsInput: Bool {
        switch phase {
        case .head: queue.count < Self.blockedOutput
        case .discarding, .lingering: true
        case .responding, .upgraded, .finishing, .closed: false
        }
    }

    /// Whether a responder that waits for the body can go on.
    var canFeedReader: Bool {
        if phase == .upgraded { return hasInput || isReadable || peerEnded }
        guard let reception else { return true }
        return hasInput || isReadable || peerEnded || reception.isComplete || reception.failure != nil
            || bodyHasTimedOut
    }

    /// Uses what is there, then reads more, until nothing comes or nothing is wanted.
    func advanceInput() {
        var reads = 0
        while wantsInput {
            if hasInput { useInput() }
            guard wantsInput, isReadable || seesHalfClose, !peerEnded else { break }
            guard reads < Self.readsPerTurn else {
                context.loop.callAgain(descriptor, .readable)
                break
            }
            reads += 1
            readOnce()
        }
        if peerEnded { handlePeerEnd() }
    }

    @inline(__always)
    private func readOnce() {
        let buffer = unsafe context.readBuffer
        switch unsafe receive(descriptor, into: buffer) {
        case .bytes(0):
            peerEnded = true
            isReadable = false
        case .bytes(let count):
            // A short read has emptied the socket, unless the peer's end is behind it.
            if count < buffer.count { isReadable = seesHalfClose }
            unsafe consume(unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        case .blocked:
            isReadable = false
        case .failed:
            close()
        }
    }

    /// Uses bytes that lie in the loop's buffer, and keeps what is not used yet.
    @inline(__always)
    private func consume(_ bytes: UnsafeRawBufferPointer) {
        if hasInput {
            // What is used already goes first: else a flood of requests, each cut by a read's end, would all be kept.
            input.removeSubrange(..<inputStart)
            inputStart = 0
            unsafe input.append(contentsOf: bytes)
            useInput()
        } else {
            let used = unsafe use(bytes.bindMemory(to: UInt8.self).span)
            if used < bytes.count, phase != .closed, phase != .lingering {
                input = unsafe Array(bytes[used...])
                inputStart = 0
            }
        }
    }

    /// Uses bytes that were kept.
    private func useInput() {
        let bytes = input
        input = []
        let start = inputStart
        let used = use(bytes.span.extracting(start..<bytes.count))
        guard phase != .closed, start + used < bytes.count else {
            inputStart = 0
            return
        }
        input = bytes
        inputStart = start + used
    }

    /// Goes through messages in `bytes`, as far as the phase allows.
    ///
    /// - Returns: how many bytes are used.
    private func use(_ bytes: Span<UInt8>) -> Int {
        var used = 0
        while used < bytes.count {
            let rest = bytes.extracting(used..<bytes.count)
            switch phase {
            case .head:
                guard queue.count < Self.blockedOutput, let count = useHead(rest) else { return used }
                used += count
                // Many small answers to pipelined requests leave in pieces of this size.
                if context.output.count > Self.blockedOutput { flush() }
            case .discarding: used += discard(rest)
            case .lingering, .closed: return bytes.count
            case .responding, .upgraded, .finishing: return used
            }
        }
        return used
    }

    /// Parses a head, and has it answered when it is whole.
    ///
    /// - Returns: the number of its bytes, or `nil` when more are needed.
    private func useHead(_ bytes: Span<UInt8>) -> Int? {
        let limits = context.core.configuration.limits.head
        if let partialHead { return goOn(with: partialHead, bytes, limits) }
        let storage = context.takeStorage()
        switch context.parser.parse(bytes, into: storage, limits: limits) {
        case .complete(let count):
            dispatch(context.parser.takeHead(), storage)
            return count
        case .incomplete:
            partialHead = PartialHead(parser: context.parser, storage: storage)
            context.parser.reset()
            // The first head's time began with the connection.
            if !isFresh { since = context.loop.now }
            return nil
        case .refused(let refusal):
            context.parser.reset()
            exchange = Exchange()
            refuse(refusal)
            return bytes.count
        }
    }

    /// The same for a head of which a part was there before.
    private func goOn(with partial: PartialHead, _ bytes: Span<UInt8>, _ limits: HTTPHeadLimits) -> Int? {
        guard let storage = partial.storage.take() else { return bytes.count }
        switch partial.parser.parse(bytes, into: storage, limits: limits) {
        case .incomplete:
            partial.storage = storage
            return nil
        case .refused(let refusal):
            partialHead = nil
            exchange = Exchange()
            refuse(refusal)
            return bytes.count
        case .complete(let count):
            partialHead = nil
            dispatch(partial.parser.takeHead(), storage)
            return count
        }
    }

    /// Throws away a part of a body that nobody read.
    private func discard(_ bytes: Span<UInt8>) -> Int {
        guard let reception else {
            phase = .head
            return 0
        }
        var nothing: [UInt8]?
        let used = reception.take(bytes, into: &nothing)
        since = context.loop.now
        if reception.failure != nil {
            finish(lingering: true)
        } else if reception.isComplete {
            endExchange()
        } else {
            discardedCount += used
            if discardedCount > context.core.configuration.limits.discardedBody { finish(lingering: true) }
        }
        return used
    }

    private func handlePeerEnd() {
        switch phase {
        case .head: if queue.isEmpty, context.output.isEmpty { close() } else { finish(lingering: false) }
        case .discarding: finish(lingering: false)
        case .lingering: close()
        case .responding, .upgraded, .finishing, .closed: break
        }
    }
}
