package import LoopbackKitHTTP
internal import Synchronization

/// Answers every request that reaches one listener: from the scopes, or from the few addresses outside them.
package final class ScopeHandler: HTTPHandler {
    /// Which of the manager's listeners this one is.
    package let generation: UInt64
    private let registry: ScopeRegistry
    private let gate: ScopeGate
    private let health: HealthChecks
    private let feed: EventFeed
    private let relay: ProxyRelay?
    private let proxyRules = ProxyRulesCache()
    /// The port that was bound; 0 until then, which no Host field can name.
    private let port = Atomic<UInt16>(0)

    package init(
        registry: ScopeRegistry,
        gate: ScopeGate = ScopeGate(),
        health: HealthChecks = HealthChecks(),
        feed: EventFeed = EventFeed(),
        relay: ProxyRelay? = nil,
        generation: UInt64 = 1
    ) {
        self.registry = registry
        self.gate = gate
        self.health = health
        self.feed = feed
        self.relay = relay
        self.generation = generation
    }

    /// Sets the port that a Host field must name.
    package func setPort(_ bound: UInt16) { port.store(bound, ordering: .releasing) }

    /// Answers at once, but for calls to other sites; only these want a request's body.
    package func handle(_ request: HTTPRequest) -> HTTPHandling {
        let snapshot = registry.snapshot
        return request.target.withPathBytes { answer(request, path: $0, snapshot) }
    }

    private func answer(_ request: HTTPRequest, path: Span<UInt8>, _ snapshot: ScopeSnapshot) -> HTTPHandling {
        let port = port.load(ordering: .acquiring)
        let parts = ScopePath(path)
        let verdict = gate.check(request, parts, in: path, snapshot: snapshot, port: port)
        var response: HTTPResponse
        switch verdict {
        case .admitted(let scope):
            guard let content = scope.content else { return .now(refuse(.scope)) }
            response = content.respond(to: request, path: path.extracting(parts.remainder))
        case .proxied(let scope, let start):
            guard let relay else { return .now(refuse(.scope)) }
            return self.call(relay, bytes(path.extracting(start..<path.count)), from: scope, snapshot, port: port)
        case .methods:
            response = Self.methodsResponse
        case .refused(.secret):
            return .now(answerOutsideScopes(request, path: path, port: port))
        case .refused(let refusal):
            response = refuse(refusal)
        }
        if verdict.isTrusted { response.connection.insert(.trust) }
        return .now(response)
    }

    /// A page's call to another site.
    private func call(
        _ relay: ProxyRelay,
        _ path: [UInt8],
        from scope: Scope,
        _ snapshot: ScopeSnapshot,
        port: UInt16
    ) -> HTTPHandling {
        let own = proxyRules.rules(for: snapshot, port: port, admitsStyle: relay.admitsStyle)
        let caller = ProxyRelay.Caller(scope: scope.reference, gate: own.gate, local: own.finder)
        return .later { request in
            var response = try await relay.respond(to: request, path: path, from: caller)
            response.connection.insert(.trust)
            return response
        }
    }

    /// The two addresses that need no secret; anything else learns nothing.
    private func answerOutsideScopes(_ request: HTTPRequest, path: Span<UInt8>, port: UInt16) -> HTTPResponse {
        if path.hasBytes(Self.faviconPath) {
            // Nothing stands before the Host check here, and a foreign name has no business even with an icon.
            guard OwnName.isMeant(by: request, port: port) else { return refuse(.host) }
            if request.method == .options { return Self.methodsResponse }
            guard request.method == .get || request.method == .head else { return refuse(.method) }
            return Self.emptyResponse
        }
        if request.method == .get, let answer = health.answer(path, generation: generation) { return answer }
        return refuse(.secret)
    }

    private func refuse(_ refusal: ScopeRefusal) -> HTTPResponse {
        feed.emit(generation) { .refused(refusal) }
        return refusal.response
    }

    /// The health check has a place of its own, which only a call under way can take.
    package func isEssential(_ request: HTTPRequest) -> Bool {
        request.method == .get && request.target.withPathBytes { health.isAwaited($0) }
    }

    /// A head too large because of cookies clears them, else one page's cookies shut out every page of 127.0.0.1.
    package func answer(to refusal: HTTPRefusal) -> HTTPResponse? {
        guard refusal.isCausedByCookies, refusal.status == .requestHeaderFieldsTooLarge else { return nil }
        feed.emit(generation) { .cookiesCleared }
        return Self.cookiesResponse
    }

    private static let faviconPath = Array("/favicon.ico".utf8)

    private static let emptyResponse = HTTPResponse(.noContent)

    private static let methodsResponse = HTTPResponse(.noContent, fields: [.allow: ScopeRefusal.allowedMethods])

    private static let cookiesResponse: HTTPResponse = {
        var response = HTTPResponse(
            .requestHeaderFieldsTooLarge,
            text:
                "431 Request Header Fields Too Large\n\nThe cookies had grown too large and were cleared. Load again.\n"
        )
        response.fields.append(.clearSiteData, "\"cookies\"")
        response.fields.append(.cacheControl, "no-store")
        response.connection = .close
        return response
    }()
}

/// What the proxy needs to know of this server, made anew when scopes or port have changed.
private final class ProxyRulesCache: Sendable {
    struct Rules {
        let snapshot: ScopeSnapshot
        let port: UInt16
        let gate: PageGate
        /// What must not leave the machine.
        let finder: LocalAddressFinder
    }

    private let last = Mutex<Rules?>(nil)

    func rules(for snapshot: ScopeSnapshot, port: UInt16, admitsStyle: Bool) -> Rules {
        last.withLock { last in
            if let last, last.snapshot === snapshot, last.port == port { return last }
            let rules = Rules(
                snapshot: snapshot,
                port: port,
                gate: PageGate(ownOrigin: "http://127.0.0.1:\(port)", admitsStyle: admitsStyle),
                finder: LocalAddressFinder(ports: [port], secrets: snapshot.allSecrets)
            )
            last = rules
            return rules
        }
    }
}
