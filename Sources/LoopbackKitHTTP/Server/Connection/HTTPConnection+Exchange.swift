internal import Synchronization

/// From a request's head to its answer's.
extension HTTPConnection {
    /// Has a request answered: at once, or by the connection's task.
    func dispatch(_ head: RequestHead, _ storage: consuming HeadStorage) {
        let core = context.core
        exchange = Exchange(
            version: head.version,
            isHead: head.methodWord == HTTPMethod.head.word,
            keepsAlive: head.keepsAlive
        )
        exchange.asksForUpgrade = head.hasUpgrade
        exchange.isConnect = head.methodWord == HTTPMethod.connect.word
        isFresh = false
        spentBudget = 0
        reception = head.body.isEmpty ? nil : makeReception(head)
        let request = makeRequest(head, storage)
        if core.configuration.report != nil { meter = ExchangeMeter(request) }
        guard !isRestricted || core.handler.isEssential(request) else {
            return refuse(HTTPRefusal(.serviceUnavailable, .atCapacity))
        }
        switch core.handler.handle(request) {
        case .now(let response):
            answer(response, to: request)
            _ = consume request  // so that nobody else holds the storage
            context.giveBack(storage)
        case .later(let limit, let respond):
            if let limit { reception?.setLimit(limit) }
            if let reception, reception.isTooLarge {
                return refuse(HTTPRefusal(.contentTooLarge, .bodyTooLarge))
            }
            run(request, respond)
        }
    }

    private func makeReception(_ head: RequestHead) -> BodyReception {
        let limits = context.core.configuration.limits
        return BodyReception(head.body, connection: self, awaitsContinue: head.expectsContinue, limits: limits)
    }

    private func makeRequest(_ head: RequestHead, _ storage: HeadStorage) -> HTTPRequest {
        let body: HTTPIncomingBody =
            if let reception {
                HTTPIncomingBody(.stream(reception, length: reception.remaining))
            } else { HTTPIncomingBody(.empty) }
        return HTTPRequest(
            method: head.method(in: storage),
            target: RequestTarget(storage: storage, range: head.target, path: head.path, form: head.form),
            version: head.version,
            fields: HTTPFields(storage: storage),
            body: body,
            peer: peer
        )
    }

    private func run(
        _ request: consuming HTTPRequest,
        _ respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) {
        phase = .responding
        pending = PendingExchange(request: request, respond: respond)
        switch taskState {
        case .none:
            taskState = .requested
            context.core.tasks.add(1, ordering: .relaxed)
            context.requestTask(for: self)
        case .parked: wakeTask()
        case .requested, .running: break
        }
    }

    /// Writes a whole answer that needs no task.
    private func answer(_ response: HTTPResponse, to request: HTTPRequest) {
        switch response.body.storage {
        case .upgrade: return run(request) { _ in response }
        case .stream where !exchange.isHead: return run(request) { _ in response }
        case .empty, .bytes, .segments, .stream: break
        }
        writeWhole(response, to: request)
    }

    /// Writes an answer whose body's length is known, and ends the exchange.
    func writeWhole(_ response: HTTPResponse, to request: HTTPRequest) {
        if let substitute = writeHead(of: response, to: request) {
            if !exchange.isHead { write(substitute.body) }
        } else if !exchange.isHead, !response.status.forbidsContent {
            write(response.body)
        }
        endResponse()
    }

    /// Writes an answer's head, or that of a 500 in its place when it can't be sent.
    ///
    /// - Returns: the 500, whose body is to be written then; `nil` when the head is the answer's own.
    func writeHead(of response: HTTPResponse, to request: HTTPRequest) -> HTTPResponse? {
        if response.connection.contains(.trust) { isTrusted = true }
        if response.connection.contains(.close) || context.isDraining || peerEnded || isRestricted {
            exchange.keepsAlive = false
        }
        if exchange.keepsAlive, let reception { exchange.keepsAlive = canDiscard(reception) }
        exchange.hasAnswered = true
        do throws(HTTPMessageError) {
            try encode(response)
            noteAnswer(response.status, to: request)
            return nil
        } catch {
            context.core.observe(.responderFailed(request, error))
            let substitute = HTTPResponse(.internalServerError, text: "Internal Server Error\n")
            _ = try? encode(substitute)  // has no value that could be refused
            noteAnswer(.internalServerError, to: request)
            return substitute
        }
    }

    private func noteAnswer(_ status: HTTPStatus, to request: HTTPRequest) {
        meter?.status = status
        context.core.answered.add(1, ordering: .relaxed)
        if context.core.configuration.observesAnswer?(status) ?? true {
            context.core.observe(.answered(request, status))
        }
    }

    private func encode(_ response: HTTPResponse) throws(HTTPMessageError) {
        let framing: ResponseFraming
        if case .upgrade = response.body.storage {
            framing = .none
        } else if response.status.code < 200 {
            // The client would wait for the answer behind it.
            throw HTTPMessageError(.interimStatus)
        } else if exchange.isConnect, response.status.code < 300 {
            // All that follows is the tunnel's, in both directions: no framing, and no request (RFC 9110, section 9.3.6).
            framing = .untilClose
            exchange.keepsAlive = false
        } else if let length = response.status == .resetContent ? 0 : response.body.length {
            framing = .length(length)
        } else if exchange.keepsChunks {
            framing = .chunked
        } else {
            framing = .untilClose
            exchange.keepsAlive = false
        }
        try context.encode(
            response,
            framing: framing,
            version: exchange.version,
            keepsAlive: exchange.keepsAlive,
            answersHead: exchange.isHead
        )
    }

    /// Whether what is left of the request's body is small enough to be thrown away.
    private func canDiscard(_ reception: BodyReception) -> Bool {
        guard !reception.isComplete else { return true }
        // The client may or may not send the body that it was not asked for: the connection's state is unknown.
        guard !reception.awaitsContinue, !bodyHasTimedOut, reception.failure == nil, !peerEnded else { return false }
        return (reception.remaining ?? 0) <= context.core.configuration.limits.discardedBody
    }

    /// The answer is written: goes on to the next request, or closes.
    func endResponse() {
        guard phase != .closed else { return }
        endMeasuring(wasCut: false)
        since = context.loop.now
        guard exchange.keepsAlive, !context.isDraining || hasInput else {
            let isUnread = hasInput || isReadable || reception?.isComplete == false
            return finish(lingering: isUnread)
        }
        if let reception, !reception.isComplete {
            discardedCount = 0
            reception.isDiscarded = true
            phase = .discarding
        } else {
            endExchange()
        }
    }

    /// Body and answer are both done.
    func endExchange() {
        // Whoever still waits for the body learns that its time is over.
        cancelReader()
        reception = nil
        if exchange.keepsAlive { phase = .head } else { finish(lingering: hasInput) }
    }

    /// Answers a request that no handler sees, and closes after it.
    func refuse(_ refusal: HTTPRefusal) {
        guard phase != .closed else { return }
        context.core.observe(.refused(refusal))
        guard !exchange.hasAnswered || phase == .head else { return finish(lingering: true) }
        var response =
            context.core.handler.answer(to: refusal)
            ?? HTTPResponse(refusal.status, text: "\(refusal.status): \(refusal.reason.description)\n")
        switch response.body.storage {
        case .stream, .upgrade: response.body = .empty
        case .empty, .bytes, .segments: break
        }
        exchange.keepsAlive = false
        exchange.hasAnswered = true
        if (try? encode(response)) == nil {
            response = HTTPResponse(refusal.status)  // its head says that there is no body
            _ = try? encode(response)
        }
        meter?.status = response.status
        if !exchange.isHead, !response.status.forbidsContent { write(response.body) }
        endMeasuring(wasCut: false)
        finish(lingering: true)
    }
}
