package import LoopbackKitHTTP
internal import Synchronization

/// Makes the calls of pages to other sites.
///
/// It runs beside a listener and owns the client's connections; a call itself runs on the event loop of its page's
/// connection, and ends with it.
package final class ProxyRelay: Sendable {
    /// Where a call comes from.
    package struct Caller: Sendable {
        /// The scope whose page calls.
        package let scope: ScopeReference
        /// The page gate of the origin.
        package let gate: PageGate
        /// What must not leave the machine.
        package let local: LocalAddressFinder

        /// Describes a caller.
        package init(scope: ScopeReference, gate: PageGate, local: LocalAddressFinder) {
            self.scope = scope
            self.gate = gate
            self.local = local
        }
    }

    /// Is told of each call, on an event loop: whether it is worth to be noted by everybody, and what it is, which is made
    /// only when somebody asks.
    package typealias Observe = @Sendable (_ isNoteworthy: Bool, _ make: () -> ProxyEvent) -> Void

    let configuration: ProxyConfiguration
    private let sender: any HTTPSender
    private let client: HTTPClient
    let observe: Observe
    /// How long the first message of a page that reads an event stream may take; `nil` for no limit.
    let messageLimit: Duration?
    private let ownPorts: @Sendable () -> Set<UInt16>
    private let (calls, callQueue) = AsyncStream.makeStream(of: LastingCall.self)
    /// Calls that outlast their pages and are not over.
    private let lasting = Mutex<[LastingCall]>([])
    let failures = KeptFailures()

    /// Makes a relay; it takes calls while it runs.
    ///
    /// - Parameters:
    ///   - configuration: what pages may do.
    ///   - ownPorts: the ports of this server at the moment, which no call may reach.
    ///   - messageLimit: how long the first message of a page that reads an event stream may take; `nil` for no limit.
    ///   - observe: is told of each call.
    package init(
        configuration: ProxyConfiguration,
        ownPorts: @escaping @Sendable () -> Set<UInt16>,
        messageLimit: Duration? = .seconds(10),
        observe: @escaping Observe = { _, _ in }
    ) {
        self.configuration = configuration
        self.observe = observe
        self.messageLimit = messageLimit
        self.ownPorts = ownPorts
        let resolver = GuardedResolver(
            configuration.resolver,
            openings: configuration.openings,
            ownPorts: ownPorts
        )
        var settings = HTTPClientConfiguration(resolver: resolver)
        settings.timeouts = configuration.timeouts
        settings.limits = configuration.connections
        if let tls = configuration.tls { settings.tls = tls }
        client = HTTPClient(configuration: settings)
        sender = configuration.sender ?? client
    }

    /// Whether style sheets may be read, too.
    package var admitsStyle: Bool { configuration.admitsStyle }

    /// Connections to other sites that are open.
    package var openConnections: Int { client.openConnections }

    /// Runs until the calling task is cancelled.
    package func run() async throws {
        defer { endLastingCalls() }
        try await withTaskCancellationHandler {
            try await withThrowingDiscardingTaskGroup { group in
                group.addTask { try await self.client.run() }
                for await call in calls { group.addTask { await self.make(call) } }
                self.client.shutdown()
                group.cancelAll()
            }
        } onCancel: {
            shutdown()
        }
    }

    /// Ends every call, and lets `run()` return.
    package func shutdown() {
        callQueue.finish()
        client.shutdown()
    }

    // MARK: Calls

    /// Sends a request of a call.
    ///
    /// The library's own client asks the guard with each look-up; another sender is asked for what the guard allows only.
    func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        if configuration.sender != nil {
            let guardOfNow = SSRFGuard(
                openings: configuration.openings,
                ownPorts: ownPorts(),
                localNetwork: LocalNetwork.current()
            )
            try guardOfNow.check(request.url)
        }
        return try await sender.send(request)
    }

    /// Answers a page's call.
    ///
    /// - Parameters:
    ///   - request: the request, which showed the scope's secret.
    ///   - path: what follows the proxy's marker in its path.
    ///   - caller: where it comes from.
    /// - Returns: the answer of the other site, or what failed.
    /// - Throws: what is wrong with the page's own request, and `CancellationError` when the page is gone.
    package func respond(to request: HTTPRequest, path: [UInt8], from caller: Caller) async throws -> HTTPResponse {
        if let name = KeptFailures.nameAsked(by: path) { return failure(of: name, to: request, caller) }
        var target: ProxyTarget?
        do {
            let called = try ProxyTarget(path: path.span, query: request.target.query.map { Array($0.utf8) })
            target = called
            try admit(request, called, caller)
            return try await respond(to: request, called, caller)
        } catch {
            // A page that is gone gets no answer.
            try Task.checkCancellation()
            // What is wrong with the page's own request is answered as it is for any other.
            if error is HTTPMessageError || error is HTTPRefusal { throw error }
            let mode = target?.mode ?? ProxyTarget.mode(of: path.span)
            let failure = ProxyFailure(error)
            let url = target?.url.description
            keep(failure, of: mode, caller, url)
            observe(true) { .failed(request.method, url, failure) }
            return mode?.failsAsNetworkError == true ? ProxyFailure.networkError : failure.response(url: url)
        }
    }

    private func admit(_ request: HTTPRequest, _ target: ProxyTarget, _ caller: Caller) throws(ProxyFailure) {
        switch caller.gate.check(request) {
        case .admitted: break
        case .admittedWithoutEvidence: observe(true) { .admittedWithoutEvidence(target.url.description) }
        case .refused(let refusal): throw refusal.failure
        }
        // Fetch standard, section 2.2.1, forbidden method.
        guard !Self.forbiddenMethods.contains(request.method.word | Self.lowercaseLetters),
            HTTPMethod(word: request.method.word) != nil
                || !caller.local.finds(in: Array(request.method.rawValue.utf8)[...])
        else {
            throw ProxyFailure(.refused, "forbiddenMethod", "No page may call another site by \(request.method).")
        }
    }

    /// The words in lower case: these methods are meant however they are written.
    private static let forbiddenMethods = [HTTPMethod.connect, .trace, HTTPMethod(token: "TRACK")]
        .map { $0.word | lowercaseLetters }

    /// The bit by which a lower-case letter differs, in each byte of a method's word.
    private static let lowercaseLetters: UInt64 = 0x2020_2020_2020_2020

    private func respond(
        to request: HTTPRequest,
        _ target: ProxyTarget,
        _ caller: Caller
    ) async throws -> HTTPResponse {
        if target.mode.opensEventStream { return try RelayedEvents.response(to: request, target, caller, by: self) }
        let opensWebSocket = request.asksForWebSocket
        let call = call(target, caller, request.method, request.fields, opensWebSocket: opensWebSocket)
        let keeps = target.mode.redirects == .follow ? configuration.limits.replayedBody : 0
        let body = try await RelayedBody(request.body, keeping: keeps, hiding: caller.local)
        let answer = target.mode.outlivesPage ? try await outlasting(call, body) : try await call.perform(body)
        observe(false) { .answered(request.method, answer.url.description, answer.response.status) }
        guard opensWebSocket else { return try await call.pageResponse(to: answer) }
        if answer.response.upgraded == nil {
            keep(.noUpgrade(answer.response.status), of: target.mode, caller, target.url.description)
        }
        return call.webSocketResponse(to: answer)
    }

    /// A call with those of the page's fields that pass.
    func call(
        _ target: ProxyTarget,
        _ caller: Caller,
        _ method: HTTPMethod,
        _ fields: HTTPFields,
        opensWebSocket: Bool = false
    ) -> RelayCall {
        let passing = FieldPolicy.upstreamFields(from: fields, hiding: caller.local, opensWebSocket: opensWebSocket)
        if !passing.withheld.isEmpty { observe(true) { .withheld(passing.withheld, target.url.description) } }
        return RelayCall(
            relay: self,
            target: target,
            scope: caller.scope,
            method: method,
            fields: passing.fields,
            upgrade: opensWebSocket ? "websocket" : nil
        )
    }

    // MARK: Calls that outlast their pages

    /// Makes a call that goes on when its page is gone: it is made by the relay's own task.
    private func outlasting(_ call: RelayCall, _ body: RelayedBody) async throws -> RelayCall.Answer {
        let lasting = LastingCall(call, body)
        return try await lasting.answer {
            self.lasting.withLock { $0.append(lasting) }
            // The relay's end resumes what it finds in the list, and finds nothing that comes later.
            if case .terminated = callQueue.yield(lasting) { end(lasting, .failure(HTTPClientError(.notRunning))) }
        }
    }

    private func make(_ lasting: LastingCall) async {
        do { end(lasting, .success(try await lasting.perform())) } catch { end(lasting, .failure(error)) }
    }

    private func end(_ lasting: LastingCall, _ result: Result<RelayCall.Answer, any Error>) {
        self.lasting.withLock { $0.removeAll { $0 === lasting } }
        lasting.resume(with: result)
    }

    private func endLastingCalls() {
        for call in lasting.withLock({ $0 }) { end(call, .failure(HTTPClientError(.notRunning))) }
    }
}
