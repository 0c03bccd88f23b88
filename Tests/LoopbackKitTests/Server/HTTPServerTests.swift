import LoopbackKitHTTP
import Synchronization
import Testing

@Suite("HTTPServer", .timeLimit(.minutes(5)))
struct HTTPServerTests {
    private static let hello = ClosureHandler(synchronous: { _ in HTTPResponse(text: "hello") })

    private func configuration(stop: Duration) -> HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration()
        configuration.timeouts.stop = stop
        return configuration
    }

    // MARK: Stopping

    @Test("HTTP-7 At a stop idle connections close at once, answers under way end, and nobody new comes in")
    func graceful() async throws {
        let (latch, hasBegun) = (Latch(), Latch())
        let handler = ClosureHandler { request in
            guard request.target.path != "/idle" else { return HTTPResponse(text: "idle") }
            return HTTPResponse(
                body: .stream(length: request.target.path == "/length" ? 9 : nil) { writer in
                    try await writer.write("begun")
                    hasBegun.open()
                    await latch.wait()
                    try await writer.write(" end")
                }
            )
        }
        for path in ["/length", "/chunked"] {
            try await withServer(handler: handler) { port, server in
                defer { latch.open() }
                let (idle, silent, busy) = (
                    try RawClient(port: port), try RawClient(port: port), try RawClient(port: port)
                )
                try await onThread { try #expect(idle.ask(Wire.get("/idle")).text == "idle") }
                busy.send(Wire.get(path))
                await hasBegun.wait()
                server.shutdown()
                try await onThread {
                    #expect(idle.receiveAll().end == .finished)
                    #expect(silent.receiveAll().end == .finished)
                    #expect(throws: Missing.self) { try RawClient(port: port) }
                }
                latch.open()
                try await onThread {
                    let answer = try busy.readResponse()
                    #expect(answer.text == "begun end" && !answer.isTruncated)
                    #expect(busy.receiveAll().end == .finished)
                }
            }
        }
    }

    @Test("HTTP-7 An answer that is made after the stop tells its client that the connection ends")
    func lateAnswer() async throws {
        let (latch, hasBegun) = (Latch(), Latch())
        let handler = ClosureHandler { _ in
            hasBegun.open()
            await latch.wait()
            return HTTPResponse(text: Task.isCancelled ? "cancelled" : "late")
        }
        try await withServer(handler: handler) { port, server in
            defer { latch.open() }
            let (idle, busy) = (try RawClient(port: port), try RawClient(port: port))
            busy.send(Wire.get("/"))
            await hasBegun.wait()
            server.shutdown()
            try await onThread { #expect(idle.receiveAll().end == .finished) }
            latch.open()
            try await onThread {
                let answer = try busy.readResponse()
                #expect(answer.text == "late")
                #expect(answer["Connection"] == "close")
            }
        }
    }

    @Test("HTTP-7 The deadline cancels responders and cuts what is left")
    func deadline() async throws {
        let hasBegun = Latch()
        let handler = ClosureHandler { _ in
            hasBegun.open()
            try await Task.sleep(for: .seconds(1000))
            return HTTPResponse()
        }
        try await withServer(configuration: configuration(stop: .milliseconds(100)), handler: handler) { port, server in
            let client = try RawClient(port: port)
            client.send(Wire.get("/"))
            await hasBegun.wait()
            server.shutdown()
            try await onThread { #expect(client.receiveAll().end == .cut) }
        }
    }

    @Test("HTTP-7 A responder that ignores its cancellation ends because its writes throw")
    func stubbornResponder() async throws {
        let (outcomes, outcome) = AsyncStream<any Error>.makeStream()
        let hasBegun = Latch()
        let handler = ClosureHandler { _ in
            HTTPResponse(
                body: .stream { writer in
                    do {
                        while true {
                            try await writer.write([UInt8](repeating: 1, count: 1000))
                            hasBegun.open()
                        }
                    } catch {
                        outcome.yield(error)
                    }
                }
            )
        }
        try await withServer(configuration: configuration(stop: .milliseconds(100)), handler: handler) { port, server in
            let client = try RawClient(port: port)
            client.send(Wire.get("/"))
            await hasBegun.wait()
            server.shutdown()
            let error = await outcomes.first { _ in true }
            #expect((error as? HTTPMessageError)?.code == .stopped)
            try await onThread { #expect(client.receiveAll().end == .cut) }
        }
    }

    @Test("HTTP-7 Cancelling the task that runs the server cancels responders, and their answers still go out")
    func cancellation() async throws {
        let hasBegun = Latch()
        let handler = ClosureHandler { _ in
            hasBegun.open()
            try? await Task.sleep(for: .seconds(1000))
            return HTTPResponse(text: "cancelled")
        }
        let server = HTTPServer(handler: handler)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            let port = try required(try await server.listeningAddress.port)
            let (idle, busy) = (try RawClient(port: port), try RawClient(port: port))
            busy.send(Wire.get("/"))
            await hasBegun.wait()
            group.cancelAll()
            try await onThread {
                try #expect(busy.readResponse().text == "cancelled")
                #expect(idle.receiveAll().end == .finished)
            }
            try await group.waitForAll()
        }
        #expect(server.counts.openConnections == 0)
        #expect(server.counts.runningTasks == 0)
    }

    @Test("HTTP-7 A server that is stopped before or while it starts returns from run, and listens no more")
    func earlyStop() async throws {
        let early = HTTPServer(handler: Self.hello)
        early.shutdown()
        try await early.run()
        for _ in 0..<50 {
            let server = HTTPServer(handler: Self.hello)
            async let running: Void = server.run()
            server.shutdown()
            try await running
            await #expect(throws: HTTPServerError(.ended)) { try await server.listeningAddress }
        }
        let cancelled = HTTPServer(handler: Self.hello)
        let task = Task { try await cancelled.run() }
        task.cancel()
        try await task.value
    }

    // MARK: Starting

    @Test("HTTP-9 A server runs once")
    func once() async throws {
        try await withServer(handler: Self.hello) { _, server in
            await #expect(throws: HTTPServerError(.alreadyRan)) { try await server.run() }
        }
        let server = HTTPServer(handler: Self.hello)
        server.shutdown()
        try await server.run()
        await #expect(throws: HTTPServerError(.alreadyRan)) { try await server.run() }
    }

    @Test("HTTP-9 Whoever waits for the address learns why there is none")
    func bindFails() async throws {
        try await withServer(handler: Self.hello) { port in
            var configuration = HTTPServerConfiguration()
            configuration.address = .loopback(port: port)
            let server = HTTPServer(configuration: configuration, handler: Self.hello)
            let waiting = Task { try await server.listeningAddress }
            let failure = await #expect(throws: HTTPServerError.self) { try await server.run() }
            #expect(failure?.code == .addressInUse)
            let expected = try required(failure)
            await #expect(throws: expected) { try await waiting.value }
            await #expect(throws: expected) { try await server.listeningAddress }
        }
        var configuration = HTTPServerConfiguration()
        configuration.address = .ipv4(0x0808_0808, port: 0)
        let server = HTTPServer(configuration: configuration, handler: Self.hello)
        let failure = await #expect(throws: HTTPServerError.self) { try await server.run() }
        #expect(failure?.code == .addressNotAvailable)
    }

    @Test("HTTP-9 Whoever waits for the address may be cancelled")
    func cancelledWaiter() async throws {
        let server = HTTPServer(handler: Self.hello)
        let waiting = Task { try await server.listeningAddress }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test("HTTP-9 A configuration that makes no sense is an error")
    func configuration() async throws {
        for change in [{ $0.eventLoops = 0 }, { $0.connections.maximum = 0 }]
            as [(inout HTTPServerConfiguration) -> Void]
        {
            var configuration = HTTPServerConfiguration()
            change(&configuration)
            let server = HTTPServer(configuration: configuration, handler: Self.hello)
            await #expect(throws: HTTPServerError(.invalidConfiguration)) { try await server.run() }
        }
    }

    @Test("HTTP-7 A server of several loops serves on all of them, and stops")
    func loops() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.eventLoops = 3
        let handler = ClosureHandler { HTTPResponse(text: try await $0.bodyDigest) }
        try await withServer(configuration: configuration, handler: handler) { port, server in
            let clients = try (0..<40).map { _ in try RawClient(port: port) }
            try await onThread {
                for client in clients { client.send(Wire.post("/", length: 2) + "ab") }
                for client in clients { try #expect(client.readResponse().text == Digest(Array("ab".utf8)).text) }
            }
            #expect(server.counts.openConnections == 40)
            server.shutdown()
            try await onThread {
                for client in clients { #expect(client.receiveAll().end == .finished) }
            }
        }
    }
}
