import LoopbackKit
import LoopbackKitHTTP
import Synchronization

/// A listener without a socket, which does what its network says for its port.
final class FakeListener: LoopbackListener {
    private let address: SocketAddress
    private let behaviour: FakeNetwork.Behaviour
    private let network: FakeNetwork
    private let addresses = AsyncStream.makeStream(of: Result<SocketAddress, any Error>.self)
    private let ends = AsyncStream.makeStream(of: Result<Void, any Error>.self)
    let handler: ScopeHandler

    init(_ address: SocketAddress, _ handler: ScopeHandler, _ behaviour: FakeNetwork.Behaviour, _ network: FakeNetwork)
    {
        self.address = address
        self.handler = handler
        self.behaviour = behaviour
        self.network = network
    }

    var port: UInt16 { address.port ?? 0 }

    func run() async throws {
        network.change { $0.running += 1 }
        defer { network.change { $0.running -= 1 } }
        switch behaviour {
        case .taken:
            let error = ServerError(.portTaken, port: port, errno: 98)
            addresses.continuation.yield(.failure(error))
            throw error
        case .opens:
            network.change { $0.opened += 1 }
            addresses.continuation.yield(.success(port == 0 ? .loopback(port: 60000) : address))
        case .opensElsewhere:
            addresses.continuation.yield(.success(.ipv4(0, port: 60000)))
        case .hangs:
            break
        }
        defer { addresses.continuation.finish() }
        for await end in ends.stream { return try end.get() }
    }

    var listeningAddress: SocketAddress {
        get async throws {
            for await result in addresses.stream { return try result.get() }
            throw CancellationError()
        }
    }

    func shutdown() { ends.continuation.yield(.success(())) }

    /// Ends the listener as if the system had taken it away.
    func lose() { ends.continuation.yield(.failure(ServerError(.listenerLost, errno: 9))) }
}

/// What each port does, and what happened so far.
final class FakeNetwork: Sendable {
    enum Behaviour { case opens, taken, hangs, opensElsewhere }

    struct State {
        var behaviours: [UInt16: Behaviour] = [:]
        var otherwise = Behaviour.opens
        var listeners: [FakeListener] = []
        var running = 0
        var opened = 0
        var pauses: [Duration] = []
        var pausesForEver = false
    }

    private let state = Mutex(State())
    private let changes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    func change<Result>(_ body: (inout sending State) -> sending Result) -> sending Result {
        defer { changes.continuation.yield() }
        return state.withLock { body(&$0) }
    }

    var now: State { state.withLock { $0 } }

    var ports: [UInt16] { now.listeners.map(\.port) }

    /// Waits until the state is as wished; one caller at a time.
    func until(_ condition: (State) -> Bool) async {
        for await _ in changes.stream where condition(now) { return }
    }

    /// A manager on this network, of the app `com.example.app`: 58731, 54046, 53611, 53176.
    func manager(_ configure: (inout LoopbackConfiguration) -> Void = { _ in }) -> ServerManager {
        var configuration = LoopbackConfiguration(applicationIdentifier: "com.example.app")
        configure(&configuration)
        var seams = ServerManager.Seams()
        seams.makeContent = { folder, _ in PathContent(name: folder) }
        seams.makeListener = { [self] configuration, handler in
            change { state in
                let port = configuration.address.port ?? 0
                let behaviour = state.behaviours[port] ?? state.otherwise
                let listener = FakeListener(configuration.address, handler, behaviour, self)
                state.listeners.append(listener)
                return listener
            }
        }
        seams.pause = { [self] duration in
            change { $0.pauses.append(duration) }
            if now.pausesForEver { await until { _ in false } }
            try Task.checkCancellation()
        }
        return ServerManager(configuration: configuration, seams: seams)
    }
}
