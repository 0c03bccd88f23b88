internal import LoopbackKitHTTP

extension ServerManager {
    /// Opens a listener and runs it until the server is stopped; a lost one is opened again after a pause.
    func serve(_ start: UInt64) async {
        relay = makeRelay(start)
        defer { relay = nil }
        await withDiscardingTaskGroup { group in
            if let relay { group.addTask { await self.run(relay, start) } }
            await listen(start)
            relay?.shutdown()
        }
    }

    /// The proxy of all listeners until the server is stopped.
    private func makeRelay(_ generation: UInt64) -> ProxyRelay? {
        guard let proxy = configuration.proxy else { return nil }
        return ProxyRelay(
            configuration: proxy,
            ownPorts: { [ports] in ports.current },
            messageLimit: configuration.engine.timeouts.head
        ) { [feed, registry] note, make in
            guard note || feed.wantsEverything else { return }
            feed.emit(generation) { .proxied(make().redacted(by: SecretRedactor(registry.snapshot.allSecrets))) }
        }
    }

    private func run(_ relay: ProxyRelay, _ generation: UInt64) async {
        do {
            try await relay.run()
        } catch {
            // Pages are served all the same, and told with each call.
            feed.emit(generation) { .responderFailed("the proxy could not start: \(error)") }
        }
    }

    private func listen(_ start: UInt64) async {
        var generation = start
        var losses = 0
        while isStarting(generation) {
            await openFirstFree(generation)
            guard isWaiting(generation) else { return }
            losses += 1
            guard let next = await pause(afterLoss: losses, generation) else { return }
            generation = next
        }
    }

    /// Tries one port after the other until one can be listened on, and runs that listener to its end.
    private func openFirstFree(_ generation: UInt64) async {
        let due = lastPort ?? configuration.ports.first ?? 0
        var lastError = ServerError(.cannotListen)
        for port in [due] + configuration.ports.filter({ $0 != due }) {
            guard isStarting(generation), !Task.isCancelled else { return }
            let error = await run(port: port, due: due, generation)
            guard isStarting(generation) else {
                lose(generation, error)
                return
            }
            if let error {
                lastError =
                    error.code == .portTaken ? ServerError(.cannotListen, port: port, errno: error.errno) : error
            }
            // Whoever holds the port that pages know may be sent their addresses.
            if port == lastPort, error?.code == .portTaken { registry.renewSecrets() }
        }
        _ = apply(.failed(lastError))
    }

    /// Runs a listener on a port until it ends.
    ///
    /// - Returns: why it did not listen, or why it ended; `nil` when it ended without an error.
    private func run(port: UInt16, due: UInt16, _ generation: UInt64) async -> ServerError? {
        let handler = ScopeHandler(
            registry: registry,
            gate: ScopeGate(admitsForeignMedia: configuration.admitsForeignMedia),
            health: health,
            feed: feed,
            relay: relay,
            generation: generation
        )
        // Port 0 becomes another one, which no page can know before it is bound.
        handler.setPort(port)
        if port != 0 { ports.current = [port] }
        let observer = EngineObserver(handler: handler, registry: registry, feed: feed)
        let listener = seams.makeListener(configuration.server(port: port, observer: observer), handler)
        self.listener = listener
        defer { self.listener = nil }
        do {
            async let running: Void = listener.run()
            try admit(try await listener.listeningAddress, due: due, generation, handler, listener)
            try await running
            return nil
        } catch {
            return ServerError(listening: error, port: port)
        }
    }

    /// Takes a listener's address, if the server still wants to listen.
    private func admit(
        _ address: SocketAddress,
        due: UInt16,
        _ generation: UInt64,
        _ handler: ScopeHandler,
        _ listener: any LoopbackListener
    ) throws(ServerError) {
        guard isStarting(generation) else { return listener.shutdown() }
        guard case .ipv4(0x7F00_0001, let port) = address, port != 0 else {
            throw ServerError(.notLoopback, port: address.port)
        }
        guard case .starting(let cause) = lifecycle.state else { return }
        handler.setPort(port)
        ports.current = [port]
        let opening = ServerOpening(cause: cause, port: port, originChanged: due != 0 && port != due)
        lastPort = port
        registry.setOrigin(opening.origin)
        _ = apply(.opened(opening))
    }

    /// Notes that a listener ended that was not asked to.
    private func lose(_ generation: UInt64, _ error: ServerError?) {
        guard lifecycle.generation == generation else { return }
        _ = apply(.lost(ServerError(.listenerLost, port: lastPort, errno: error?.errno)))
    }

    /// Pauses and goes on to the next start.
    ///
    /// - Returns: the new generation, or `nil` when the server gave up or was stopped.
    private func pause(afterLoss loss: Int, _ generation: UInt64) async -> UInt64? {
        guard let pause = seams.restarts.pause(afterLoss: loss) else {
            if case .waiting(let error) = lifecycle.state { _ = apply(.failed(error)) }
            return nil
        }
        do { try await seams.pause(pause) } catch { return nil }
        guard isWaiting(generation), apply(.start(.recovery)) else { return nil }
        return lifecycle.generation
    }

    private func isStarting(_ generation: UInt64) -> Bool {
        lifecycle.state.phase == .starting && lifecycle.generation == generation
    }

    private func isWaiting(_ generation: UInt64) -> Bool {
        lifecycle.state.phase == .waiting && lifecycle.generation == generation
    }
}
