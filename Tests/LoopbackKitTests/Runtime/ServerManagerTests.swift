import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("ServerManager", .timeLimit(.minutes(5))) struct ServerManagerTests {
    private let network = FakeNetwork()

    @Test("SCOPE-1 The first registration starts the server and returns with the base URL when it is ready")
    func lazyStart() async throws {
        let manager = network.manager()
        #expect(await manager.state == .stopped(.notStarted))
        #expect(network.ports.isEmpty)
        let registration = try await manager.register(folder: "/one", as: .plugins, id: "a/b")
        #expect(registration.baseURL.hasPrefix("http://127.0.0.1:58731/"))
        #expect(registration.baseURL.hasSuffix("/plugins/a%2Fb/"))
        let opening = ServerOpening(cause: .registration, port: 58731, originChanged: false)
        #expect(await manager.state == .ready(opening))
        let target = try required(RequestTarget(String(registration.baseURL.dropFirst(22))))
        let request = HTTPRequest(method: .get, target: target, fields: [.host: "127.0.0.1:58731"])
        let handler = try required(network.now.listeners.first).handler
        guard case .now(let response) = handler.handle(request) else { throw Missing() }
        #expect(response.bodyText == "/one/")
        await manager.stop()
        #expect(network.now.running == 0)
    }

    @Test("LIFE-1 A thousand registrations at once share one start")
    func oneStart() async throws {
        let manager = network.manager()
        let registrations = try await withThrowingTaskGroup(of: ScopeRegistration.self) { group in
            for number in 0..<1000 {
                group.addTask {
                    let id = try required(ScopeID("scope \(number % 100)"))
                    return try await manager.register(folder: "/\(number % 100)", as: .widgets, id: id)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(registrations.count == 1000)
        #expect(Set(registrations.map(\.baseURL)).count == 100)
        #expect(network.ports == [58731])
        #expect(await manager.generation == 1)
        await manager.stop()
    }

    @Test("LIFE-1 After stopping, a new start has the same port, token and registrations")
    func restart() async throws {
        let manager = network.manager()
        let registration = try await manager.register(folder: "/one", as: .plugins, id: "demo")
        let url = registration.baseURL
        for _ in 0..<20 {
            await manager.stop()
            #expect(await manager.state == .stopped(.requested))
            try await manager.start()
            #expect(registration.baseURL == url)
        }
        #expect(manager.registry.count(of: registration.scope) == 1)
        #expect(await manager.generation == 21)
        #expect(network.now.opened == 21)
        await manager.stop()
        #expect(network.now.running == 0)
    }

    @Test("SCOPE-4 The server stays up when the last registration ends, and a folder conflict leaves it alone")
    func staysUp() async throws {
        let manager = network.manager()
        let first = try await manager.register(folder: "/one", as: .plugins, id: "demo")
        await #expect(throws: ScopeError.self) {
            _ = try await manager.register(folder: "/two", as: .plugins, id: "demo")
        }
        let second = try await manager.register(folder: "/two", as: .plugins, id: "demo", replacing: true)
        first.end()
        second.end()
        #expect(await manager.state.phase == .ready)
        #expect(network.ports == [58731])
        await manager.stop()
    }

    @Test("LIFE-1 Stopping during a start ends it and fails those who wait")
    func stopDuringStart() async throws {
        network.change { $0.behaviours[58731] = .hangs }
        let manager = network.manager()
        let registration = Task { try await manager.register(folder: "/one", as: .plugins, id: "demo") }
        await network.until { $0.running == 1 }
        await manager.stop()
        let error = await #expect(throws: ServerError.self) { _ = try await registration.value }
        #expect(error?.code == .stopped)
        #expect(await manager.state == .stopped(.requested))
        #expect(network.now.running == 0)
        #expect(network.ports == [58731])
        #expect(manager.registry.count(of: ScopeReference(kind: .plugins, id: "demo")) == 0)
    }

    @Test("LIFE-1 A start during a stop waits for its end and then starts")
    func startDuringStop() async throws {
        let manager = network.manager()
        for round in UInt64(1)...50 {
            async let stopped: Void = manager.stop()
            async let started: Void = manager.start()
            await stopped
            do {
                try await started
            } catch let error as ServerError {
                #expect(error.code == .stopped)
            }
            try await manager.start()
            #expect(await manager.state.phase == .ready)
            #expect(network.now.running == 1)
            #expect(await manager.generation >= round)
        }
        await manager.stop()
        #expect(network.now.running == 0)
    }

    @Test("LIFE-1 A caller that gives up does not end the start of the others")
    func cancelledCaller() async throws {
        network.change { $0.behaviours[58731] = .hangs }
        let manager = network.manager()
        let impatient = Task { try await manager.register(folder: "/one", as: .plugins, id: "demo") }
        await network.until { $0.running == 1 }
        impatient.cancel()
        await #expect(throws: CancellationError.self) { _ = try await impatient.value }
        #expect(await manager.state == .starting(.registration))
        #expect(manager.registry.count(of: ScopeReference(kind: .plugins, id: "demo")) == 0)
        async let patient: Void = manager.start()
        try required(network.now.listeners.first).shutdown()
        try await patient
        #expect(network.ports == [58731, 54046])
        await manager.stop()
    }

    @Test("LIFE-1 A start after a start that everyone gave up")
    func startAfterCancelledStart() async throws {
        let manager = network.manager()
        let cancelled = Task { try await manager.start() }
        cancelled.cancel()
        _ = await cancelled.result
        try await manager.start()
        #expect(await manager.state.phase == .ready)
        #expect(network.ports == [58731])
        await manager.stop()
    }

    @Test("SCOPE-2 A taken port: the next derived ones, then the system's, and the host is told")
    func takenPorts() async throws {
        for (taken, expected) in [(1, 54046), (3, 53176), (4, 60000)] as [(Int, UInt16)] {
            let network = FakeNetwork()
            network.change { state in
                for port in PortDerivation.ports(for: "com.example.app").prefix(taken) {
                    state.behaviours[port] = .taken
                }
            }
            let manager = network.manager()
            let events = manager.events()
            let registration = try await manager.register(folder: "/one", as: .plugins, id: "demo")
            #expect(registration.baseURL.hasPrefix("http://127.0.0.1:\(expected)/"))
            for await event in events {
                guard case .state(.ready(let opening)) = event.kind else { continue }
                #expect(opening.port == expected)
                #expect(opening.originChanged)
                break
            }
            await manager.stop()
        }
    }

    @Test("LIFE-6 When no port can be had the error is typed, and the next registration tries again")
    func allTaken() async throws {
        network.change { $0.otherwise = .taken }
        let manager = network.manager()
        let error = await #expect(throws: ServerError.self) {
            _ = try await manager.register(folder: "/one", as: .plugins, id: "demo")
        }
        #expect(error == ServerError(.cannotListen, port: 0, errno: 98))
        #expect(await manager.state == .failed(ServerError(.cannotListen, port: 0, errno: 98)))
        #expect(network.ports == [58731, 54046, 53611, 53176, 0])
        network.change { $0.otherwise = .opens }
        let registration = try await manager.register(folder: "/one", as: .plugins, id: "demo")
        #expect(registration.baseURL.hasPrefix("http://127.0.0.1:58731/"))
        await manager.stop()
    }

    @Test("LIFE-7 A port that another process took since gets a new token drawn before the fallback")
    func takenSince() async throws {
        let manager = network.manager()
        let registration = try await manager.register(folder: "/one", as: .plugins, id: "demo")
        let old = registration.address
        await manager.stop()
        network.change { $0.behaviours[58731] = .taken }
        try await manager.start()
        #expect(registration.address.secret != old.secret)
        #expect(registration.address.origin == "http://127.0.0.1:54046")
        guard case .ready(let opening) = await manager.state else { throw Missing() }
        #expect(opening.originChanged)
        await manager.stop()
        network.change { $0.behaviours = [:] }
        try await manager.start()
        #expect(registration.address.origin == "http://127.0.0.1:54046")
        await manager.stop()
    }

    @Test("SCOPE-1 An address that is not 127.0.0.1 is closed at once")
    func notLoopback() async throws {
        network.change { $0.otherwise = .opensElsewhere }
        let manager = network.manager { $0.port = 0 }
        let error = await #expect(throws: ServerError.self) { try await manager.start() }
        #expect(error?.code == .notLoopback)
        #expect(network.now.running == 0)
    }

    @Test("LIFE-1 A lost listener is opened again after a pause, with the same address")
    func lost() async throws {
        let manager = network.manager()
        let events = manager.events()
        let registration = try await manager.register(folder: "/one", as: .plugins, id: "demo")
        let url = registration.baseURL
        try required(network.now.listeners.last).lose()
        var states: [String] = []
        for await event in events {
            guard case .state(let state) = event.kind else { continue }
            states.append("\(event.generation) \(state.phase)")
            if states.count == 6 { break }
        }
        #expect(states == ["0 stopped", "1 starting", "1 ready", "1 waiting", "2 starting", "2 ready"])
        #expect(network.now.pauses == [.milliseconds(250)])
        #expect(registration.baseURL == url)
        await manager.stop()
        #expect(network.now.running == 0)
    }

    @Test("LIFE-1 Stopping during a pause ends it")
    func stopDuringPause() async throws {
        network.change { $0.pausesForEver = true }
        let manager = network.manager()
        let events = manager.events()
        try await manager.start()
        try required(network.now.listeners.last).lose()
        for await event in events {
            if case .state(.waiting) = event.kind { break }
        }
        await manager.stop()
        #expect(await manager.state == .stopped(.requested))
        #expect(network.ports == [58731])
    }

    @Test("LIFE-1 A listener that is lost over and over ends in the state failed")
    func lostForEver() async throws {
        let manager = network.manager()
        let events = manager.events()
        try await manager.start()
        var losses = 0
        for await event in events {
            if case .state(.ready) = event.kind {
                losses += 1
                try required(network.now.listeners.last).lose()
            }
            if case .state(.failed(let error)) = event.kind {
                #expect(error.code == .listenerLost)
                break
            }
        }
        #expect(losses == 7)
        #expect(network.now.pauses.count == 6)
        try await manager.start()
        await manager.stop()
    }

    @Test("LIFE-1 Any number of observers get every state")
    func observers() async throws {
        let manager = network.manager()
        let observers = (0..<20).map { _ in manager.events() }
        try await manager.start()
        await manager.stop()
        for observer in observers {
            var phases: [ServerState.Phase] = []
            for await event in observer {
                guard case .state(let state) = event.kind else { continue }
                phases.append(state.phase)
                if phases.count == 4 { break }
            }
            #expect(phases == [.stopped, .starting, .ready, .stopped])
        }
    }
}
