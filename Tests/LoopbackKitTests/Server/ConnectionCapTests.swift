import LoopbackKitHTTP
import Testing

@Suite("Connections: the cap", .timeLimit(.minutes(5)))
struct ConnectionCapTests {
    /// `/trusted` marks its connection, `/wait` holds it, `/health` is essential.
    private struct Handler: HTTPHandler {
        let latch = Latch()
        let hasBegun = Latch()

        func handle(_ request: HTTPRequest) -> HTTPHandling {
            var response = HTTPResponse(text: request.target.path)
            switch request.target.path {
            case "/trusted": response.connection = .trust
            case "/wait":
                return .later { _ in
                    hasBegun.open()
                    await latch.wait()
                    return HTTPResponse(text: "waited")
                }
            default: break
            }
            return .now(response)
        }

        func isEssential(_ request: HTTPRequest) -> Bool { request.target.path == "/health" }
    }

    private func configuration(maximum: Int, reserved: Int, _ recorder: EventRecorder) -> HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration()
        configuration.connections.maximum = maximum
        configuration.connections.reserved = reserved
        configuration.observe = recorder.record
        return configuration
    }

    @Test(
        "HTTP-6 At the cap the connection idle longest makes room, an untrusted one first",
        arguments: [
            (["/a", "/b"], 0), (["/trusted", "/b"], 1), (["/trusted", "/trusted"], 0), (["/b", "/trusted"], 0),
        ]
    )
    func eviction(paths: [String], evicted: Int) async throws {
        let recorder = EventRecorder()
        let configuration = configuration(maximum: 2, reserved: 0, recorder)
        try await withServer(configuration: configuration, handler: Handler()) { port, server in
            let clients = try paths.map { _ in try RawClient(port: port) }
            try await onThread {
                for (client, path) in zip(clients, paths) {
                    // Asked for a while, so that the second one is idle later on the loop's clock as well.
                    let start = ContinuousClock.now
                    repeat {
                        try #expect(client.ask(Wire.get(path)).status == 200)
                    } while ContinuousClock.now - start < .milliseconds(20)
                }
                let third = try RawClient(port: port)
                try #expect(third.ask(Wire.get("/c")).text == "/c")
                let (bytes, end) = clients[evicted].receiveAll()
                #expect(bytes.isEmpty)
                #expect(end == .finished)
                try #expect(clients[1 - evicted].ask(Wire.get("/d")).text == "/d")
            }
            _ = try await recorder.first { if case .evicted = $0 { true } else { nil } }
            #expect(server.counts.openConnections <= 2)
        }
    }

    @Test("HTTP-6 When all are at work the reserve answers essential requests, 503 to others, and no more come in")
    func reserve() async throws {
        let (recorder, handler) = (EventRecorder(), Handler())
        let configuration = configuration(maximum: 1, reserved: 2, recorder)
        try await withServer(configuration: configuration, handler: handler) { port in
            defer { handler.latch.open() }
            let busy = try RawClient(port: port)
            busy.send(Wire.get("/wait"))
            await handler.hasBegun.wait()
            try await onThread {
                let other = try RawClient(port: port)
                let answer = try other.ask(Wire.get("/other"))
                #expect(answer.status == 503)
                #expect(answer["Connection"] == "close")
                let health = try RawClient(port: port)
                try #expect(health.ask(Wire.get("/health")).text == "/health")
                try #expect(health.ask(Wire.get("/health")).text == "/health")
            }
            let refusal = try await recorder.first { if case .refused(let refusal) = $0 { refusal } else { nil } }
            #expect(refusal.status == .serviceUnavailable)
            handler.latch.open()
            try await onThread {
                try #expect(busy.readResponse().text == "waited")
                try #expect(busy.ask(Wire.get("/again")).text == "/again")
            }
        }
    }

    @Test("HTTP-6 Above the reserve a connection is closed at once")
    func full() async throws {
        let (recorder, handler) = (EventRecorder(), Handler())
        let configuration = configuration(maximum: 1, reserved: 0, recorder)
        try await withServer(configuration: configuration, handler: handler) { port in
            defer { handler.latch.open() }
            let busy = try RawClient(port: port)
            busy.send(Wire.get("/wait"))
            await handler.hasBegun.wait()
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Wire.get("/health"))
                #expect(client.receiveAll().bytes.isEmpty)
            }
            handler.latch.open()
            try await onThread { try #expect(busy.readResponse().text == "waited") }
        }
    }
}
