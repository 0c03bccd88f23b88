/// Owns the server of an app: starts it with the first registration, and keeps scopes and secrets when it stops.
///
/// A manager that runs stays until `stop()`.
///
/// ```swift
/// let manager = ServerManager(configuration: .init(applicationIdentifier: "com.example.app"))
/// let plugin = try await manager.register(folder: "/path/to/plugin", as: .plugins, id: "demo")
/// webView.load(plugin.baseURL)
/// ```
public actor ServerManager {
    /// What the manager was made with.
    public nonisolated let configuration: LoopbackConfiguration
    package nonisolated let registry: ScopeRegistry
    package nonisolated let health: HealthChecks
    nonisolated let feed = EventFeed()
    nonisolated let waiters = ReadinessWaiters()
    let seams: Seams
    var lifecycle = ServerLifecycle()
    /// The task that opens listeners and runs them one after the other; it ends when the server is stopped.
    var serving: Task<Void, Never>?
    var listener: (any LoopbackListener)?
    /// Makes the calls of pages to other sites while the server runs.
    package internal(set) var relay: ProxyRelay?
    /// The ports that no call may reach.
    nonisolated let ports = OwnPorts()
    /// The port that pages know: the first to be tried again.
    var lastPort: UInt16?

    /// Makes a manager; nothing listens until the first registration or `start()`.
    public init(configuration: LoopbackConfiguration) { self.init(configuration: configuration, seams: Seams()) }

    package init(configuration: LoopbackConfiguration, seams: Seams) {
        self.configuration = configuration
        self.seams = seams
        registry = ScopeRegistry(secrets: configuration.secrets)
        health = HealthChecks(banner: configuration.banner)
    }

    /// What the server is doing.
    public var state: ServerState { lifecycle.state }

    /// How often the server was started.
    public var generation: UInt64 { lifecycle.generation }

    /// The events from now on, the first of which is the present state; each call makes an observer of its own.
    ///
    /// - Parameter detail: which events are wanted.
    /// - Returns: the events, for one loop over them.
    public nonisolated func events(_ detail: LoopbackEventDetail = .everything) -> LoopbackEvents {
        feed.subscribe(waiting: configuration.waitingEvents, detail: detail)
    }

    /// Gives a folder an address.
    ///
    /// The first registration starts the server, and the call returns when it answers. Registering the same folder again
    /// shares its scope.
    ///
    /// - Parameters:
    ///   - folder: the folder's path.
    ///   - kind: the scope's kind.
    ///   - id: the scope's id within its kind.
    ///   - assets: how the files are served; `nil` is as the manager's configuration says. For a folder that is registered
    ///     already, the first registration's stands.
    ///   - replacing: whether the scope may have another folder, which this one then replaces for everyone.
    /// - Returns: the registration; the scope lasts as long as one of its registrations.
    /// - Throws: `ScopeError` when the scope has another folder, the error that opening the folder met, `ServerError`
    ///   when the server can't start, or `CancellationError`; a server that others wait for starts nevertheless.
    public func register(
        folder: String,
        as kind: ScopeKind,
        id: ScopeID,
        assets: AssetConfiguration? = nil,
        replacing: Bool = false
    ) async throws -> ScopeRegistration {
        var assets = assets ?? configuration.assets
        if configuration.proxy == nil { assets.callsFromWorkers = false }
        let registration = try registry.register(
            ScopeReference(kind: kind, id: id),
            folder: folder,
            replacing: replacing,
            makeContent: { [assets] in try seams.makeContent($0, assets) }
        )
        do {
            try await becomeReady(.registration)
        } catch {
            registration.end()
            throw error
        }
        return registration
    }

    /// Starts the server without a registration, and returns when it answers.
    ///
    /// - Throws: `ServerError` when it can't start, or `CancellationError`.
    public func start() async throws { try await becomeReady(.requested) }

    /// Stops the server, and returns when nothing of it is left.
    ///
    /// Answers under way may end until the deadline of `engine.timeouts.stop`. Registrations, secrets and the port are
    /// kept for the next start.
    public func stop() async {
        let wasReady = lifecycle.state.phase == .ready
        let server = serving
        if apply(.stop(.requested)) {
            // A ready listener ends by itself when its answers have; a try or a pause has nothing worth waiting for.
            if wasReady { listener?.shutdown() } else { server?.cancel() }
        }
        await server?.value
    }

    private func becomeReady(_ cause: StartCause) async throws {
        try Task.checkCancellation()
        if case .ready = lifecycle.state { return }
        let place = waiters.takePlace()
        if lifecycle.state.phase == .stopped || lifecycle.state.phase == .failed { open(cause) }
        try await waiters.wait(at: place)
    }

    private func open(_ cause: StartCause) {
        guard apply(.start(cause)) else { return }
        let previous = serving
        let generation = lifecycle.generation
        serving = Task {
            // The port is free when the last listener is gone.
            await previous?.value
            await serve(generation)
        }
    }

    /// Applies an event and tells everyone; `false` when there is no way to its state.
    func apply(_ event: ServerLifecycle.Event) -> Bool {
        guard let action = lifecycle.apply(event) else { return false }
        feed.emit(lifecycle.state, generation: lifecycle.generation)
        switch (action, lifecycle.state) {
        case (.admit, _): waiters.resolveAll(.success(()))
        case (.giveUp, .failed(let error)): waiters.resolveAll(.failure(error))
        case (.close, _): waiters.resolveAll(.failure(ServerError(.stopped)))
        default: break
        }
        return true
    }
}

extension ServerManager {
    /// Decides what an address means to a host that is about to go there.
    ///
    /// - Parameters:
    ///   - url: the address, as the web view gives it.
    ///   - current: the address of the document that the view shows, if it shows one: what is inside of its scope, and what
    ///     differs from it by its fragment alone, is told apart.
    /// - Returns: the decision; for an address of an earlier launch it holds the present one.
    public nonisolated func decide(navigationTo url: String, from current: String? = nil) -> NavigationDecision {
        registry.snapshot.decide(url, from: current)
    }
}
