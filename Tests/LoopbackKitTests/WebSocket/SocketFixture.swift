import LoopbackKitHTTP

/// A socket that runs on a connection in memory, and the handler that speaks on it.
struct SocketFixture: Sendable {
    let stream: MemoryStream
    let clock = ManualClock()
    var configuration = WebSocketConfiguration()
    var role = WebSocketRole.server

    init(door: Latch? = nil) {
        stream = MemoryStream(door: door)
        configuration.clock = clock
    }

    static let echo: @Sendable (WebSocket) async throws -> Void = { socket in
        for try await message in socket { try await socket.send(message) }
    }

    /// Runs a handler to its end while the closure plays the other side.
    ///
    /// - Returns: what was sent and nobody took before, and what running the socket threw.
    @discardableResult
    func run(
        _ handler: @escaping @Sendable (WebSocket) async throws -> Void,
        peer: (MemoryStream) async throws -> Void
    ) async throws -> (sent: [Frame], failure: (any Error)?) {
        let (stream, role, configuration) = (stream, role, configuration)
        return try await withThrowingTaskGroup(of: (any Error)?.self) { group in
            group.addTask {
                do {
                    try await WebSocket.run(on: stream, role: role, configuration: configuration, handler: handler)
                    return nil
                } catch { return error }
            }
            do { try await peer(stream) } catch {
                group.cancelAll()
                throw error
            }
            let failure = try await required(group.next())
            return (try required(Frame.parse(await stream.everythingSent())), failure)
        }
    }

    /// Puts in frames as a client sends them, then the connection's end; gives what an echo sends to that.
    func echo(_ frames: [Frame]) async throws -> [Frame] {
        try await run(Self.echo) { stream in
            stream.arrive(frames.masked)
            stream.end()
        }.sent
    }
}

/// A value that a handler leaves for its test.
actor Box<Value: Sendable> {
    fileprivate(set) var value: Value

    init(_ value: Value) { self.value = value }

    func set(_ value: Value) { self.value = value }
}

extension Box where Value: AdditiveArithmetic {
    func add(_ amount: Value) { value = value + amount }
}
