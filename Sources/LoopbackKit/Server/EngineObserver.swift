package import LoopbackKitHTTP

/// Turns the engine's events into the feed's, without the secrets.
package struct EngineObserver: Sendable {
    private let handler: ScopeHandler
    private let registry: ScopeRegistry
    private let feed: EventFeed

    package init(handler: ScopeHandler, registry: ScopeRegistry, feed: EventFeed) {
        self.handler = handler
        self.registry = registry
        self.feed = feed
    }

    /// Whether an answer is an event that somebody waits for.
    @Sendable
    package func wantsAnswer(_ status: HTTPStatus) -> Bool { status.isError || feed.wantsEverything }

    /// Takes an event; it is called on an event loop.
    @Sendable
    package func observe(_ event: HTTPServerEvent) {
        if case .listening(let address) = event, let port = address.port { handler.setPort(port) }
        feed.emit(handler.generation) { () -> LoopbackEvent.Kind? in
            switch event {
            case .listening: nil
            case .refused(let refusal): .engineRefused(refusal)
            case .answered(let request, let status):
                .answered(AnsweredRequest(request, status: status, snapshot: registry.snapshot))
            case .responderFailed(_, let error):
                .responderFailed(SecretRedactor(registry.snapshot.allSecrets).redact("\(error)"))
            case .acceptFailed(let errno): .acceptFailed(errno: errno)
            case .evicted: .connectionEvicted
            case .loopHeld(let duration): .loopHeld(duration)
            }
        }
    }
}
