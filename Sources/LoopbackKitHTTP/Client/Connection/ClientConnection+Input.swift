/// What a read came to.
enum ReadOutcome {
    /// So many bytes, at least one.
    case bytes(Int)
    /// Nothing for now.
    case blocked
    /// The other side has ended its direction in order.
    case ended
    case failed(HTTPClientError)
}

/// Reading: heads, and the parts of bodies.
extension ClientConnection {
    /// Reads once, decrypted where the connection is.
    func read(into room: UnsafeMutableRawBufferPointer) -> ReadOutcome {
        guard let engine else { return unsafe receiveFromSocket(into: room) }
        return unsafe decrypt(engine, into: room)
    }

    func receiveFromSocket(into room: UnsafeMutableRawBufferPointer) -> ReadOutcome {
        guard isReadable else { return .blocked }
        switch unsafe receive(descriptor, into: room) {
        case .bytes(0): return .ended
        case .bytes(let count):
            if count < room.count { isReadable = seesEnd }
            return .bytes(count)
        case .blocked:
            isReadable = false
            return .blocked
        case .failed(let number): return .failed(HTTPClientError(.connectionClosed, errno: number))
        }
    }

    // MARK: Heads

    /// Reads and parses until the answer's head is whole, or nothing more is there.
    func receiveHead() {
        while let exchange, !exchange.isAnswered, phase == .exchanging {
            if inputStart < input.count, parse(exchange) { continue }
            guard phase == .exchanging, !exchange.isAnswered else { return }
            switch unsafe read(into: context.readBuffer) {
            case .blocked: return
            case .ended: return close(HTTPClientError(.closedBeforeAnswer))
            case .failed(let error):
                return close(HTTPClientError(.closedBeforeAnswer, errno: error.errno, tls: error.tls))
            case .bytes(let count):
                exchange.hasReceived = true
                let bytes = unsafe UnsafeRawBufferPointer(rebasing: context.readBuffer[..<count])
                if inputStart < input.count {
                    unsafe input.append(contentsOf: bytes)
                } else {
                    unsafe input = Array(bytes)
                    inputStart = 0
                }
                exchange.hasNewInput = true
            }
        }
    }

    /// Parses what there is of the input.
    ///
    /// - Returns: whether to look at the input again: an interim answer has ended.
    private func parse(_ exchange: ClientExchange) -> Bool {
        guard exchange.hasNewInput else { return false }
        exchange.hasNewInput = false
        let outcome = exchange.parser.parse(
            input.span.extracting(inputStart..<input.count),
            into: exchange.storage,
            limits: context.core.headLimits
        )
        switch outcome {
        case .incomplete: return false
        case .refused(let error):
            close(HTTPClientError(.malformedAnswer, reason: error.description))
            return false
        case .complete(let consumed):
            inputStart += consumed
            let head = exchange.parser.head
            guard head.isInterim else {
                answer(exchange, head)
                return false
            }
            exchange.interimCount += 1
            guard exchange.interimCount <= context.core.configuration.limits.interimAnswers else {
                close(HTTPClientError(.malformedAnswer, reason: "too many interim answers"))
                return false
            }
            exchange.parser.reset()
            exchange.hasNewInput = inputStart < input.count
            return exchange.hasNewInput
        }
    }

    /// The head is whole: the body begins, and may be there already.
    private func answer(_ exchange: ClientExchange, _ head: ResponseHead) {
        if head.content == .tunnel, !exchange.mayTunnel {
            return close(HTTPClientError(.malformedAnswer, reason: "switches to a protocol that was not asked for"))
        }
        exchange.isAnswered = true
        exchange.begin(head)
        switch head.content {
        case .tunnel: phase = .tunnel
        case .none: endBody(exchange)
        case .length, .chunked, .untilClose: takeWhole(exchange)
        }
        wake()
    }

    /// Takes a body that came with its head, so that nobody has to wait for it.
    private func takeWhole(_ exchange: ClientExchange) {
        do throws(HTTPClientError) {
            let part = try takeInput(exchange)
            if exchange.isWhole {
                exchange.wholeBody = part ?? []
                endBody(exchange)
            } else {
                exchange.pendingPart = part
            }
        } catch {
            // Whoever reads the body meets it.
            close(error)
        }
    }

    // MARK: Bodies

    /// The next part of the body; `nil` when nothing has arrived, or when it has ended: `exchange.isWhole` tells.
    func pull(_ exchange: ClientExchange) throws(HTTPClientError) -> [UInt8]? {
        if let part = exchange.pendingPart.take() { return part }
        while true {
            if let part = try takeInput(exchange) { return part }
            guard !exchange.isWhole else {
                endBody(exchange)
                return nil
            }
            let (part, outcome) = readPart(exchange)
            switch outcome {
            case .blocked: return nil
            case .bytes: if let part { return part }
            case .ended:
                // Where sending met a reset, the system tells readers of an end in order.
                guard exchange.endsWithConnection, !exchange.cannotSend else {
                    throw HTTPClientError(.truncatedBody)
                }
                exchange.endOfStream()
            case .failed(let error):
                throw HTTPClientError(.truncatedBody, errno: error.errno, tls: error.tls)
            }
        }
    }

    /// Reads straight into the part that the reader gets where no coding is in the way, else into the input.
    private func readPart(_ exchange: ClientExchange) -> ([UInt8]?, ReadOutcome) {
        if let rest = exchange.rawCapacity {
            var outcome = ReadOutcome.blocked
            let capacity = exchange.partSize.next
            let part = unsafe [UInt8](unsafeUninitializedCapacity: min(rest, capacity)) { room, count in
                outcome = unsafe readAll(into: UnsafeMutableRawBufferPointer(room), &count)
            }
            exchange.partSize.note(part.count)
            exchange.advance(by: part.count)
            if part.isEmpty { return (nil, outcome) }
            // A part may wait long: it does not keep room that it does not fill.
            return (part.count > capacity / 2 || part.count == rest ? part : Array(part[...]), .bytes(part.count))
        }
        let outcome = unsafe read(into: context.readBuffer)
        // Without new bytes the old ones stay taken: a head may have come alone.
        if case .bytes(let count) = outcome {
            unsafe input = Array(context.readBuffer[..<count])
            inputStart = 0
        }
        return (nil, outcome)
    }

    /// A TLS record at a time fills no room: reads until it is full or nothing is left.
    private func readAll(into room: UnsafeMutableRawBufferPointer, _ count: inout Int) -> ReadOutcome {
        guard engine != nil else {
            let outcome = unsafe read(into: room)
            if case .bytes(let received) = outcome { count = received }
            return outcome
        }
        while count < room.count {
            let outcome = unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: room[count...]))
            guard case .bytes(let received) = outcome else { return outcome }
            count += received
        }
        return .bytes(count)
    }

    /// Decodes what was read ahead.
    private func takeInput(_ exchange: ClientExchange) throws(HTTPClientError) -> [UInt8]? {
        guard inputStart < input.count, !exchange.isWhole else { return nil }
        var part: [UInt8] = []
        let received = input
        do throws(HTTPRefusal) {
            let rest = received.span.extracting(inputStart..<received.count)
            inputStart += try exchange.take(rest, into: &part, limits: context.core.headLimits)
        } catch {
            throw HTTPClientError(.malformedAnswer, reason: error.reason.description)
        }
        if inputStart == input.count {
            input = []
            inputStart = 0
        }
        return part.isEmpty ? nil : part
    }

    /// Takes what was read ahead, as it is.
    func takeInput() -> [UInt8]? {
        guard inputStart < input.count else { return nil }
        defer {
            input = []
            inputStart = 0
        }
        return Array(input[inputStart...])
    }

    /// The body is whole: the connection is free for the next request, or of no more use.
    func endBody(_ exchange: ClientExchange) {
        guard self.exchange === exchange, phase == .exchanging else { return }
        exchange.hasFinished = true
        let isFree =
            exchange.keepsAlive && exchange.isSent && queue.isEmpty && inputStart == input.count
            && !exchange.endsWithConnection
        if isFree { rest() } else { close() }
    }
}
