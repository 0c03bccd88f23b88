import LoopbackKitHTTP
import Synchronization
import Testing

/// What comes late: bytes, readers, stops, and the end of sending.
@Suite("Connections: what comes late", .timeLimit(.minutes(5)))
struct LateBytesTests {
    @Test("HTTP-7 A second call to stop does not put the deadline off")
    func secondShutdown() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.timeouts.stop = .milliseconds(150)
        let asked = Latch()
        let handler = ClosureHandler { _ in
            asked.open()
            try await Task.sleep(for: .seconds(1000))
            return HTTPResponse()
        }
        try await withServer(configuration: configuration, handler: handler) { port, server in
            let isOver = Latch()
            async let end = onThread {
                defer { isOver.open() }
                let client = try RawClient(port: port)
                client.send(Wire.get("/"))
                return client.receiveAll().end
            }
            await asked.wait()
            while !isOver.isOpen {
                server.shutdown()
                await Task.yield()
            }
            let met = try await end
            #expect(met == .cut)
        }
    }

    @Test("HTTP-6 A reader that takes nothing is cut though its writer goes on writing")
    func writesRenewNothing() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.timeouts.readerProgress = .milliseconds(150)
        configuration.limits.waitingOutput = 1 << 30
        let outcome = AsyncStream.makeStream(of: Bool.self)
        let handler = ClosureHandler { _ in
            HTTPResponse(
                body: .stream { writer in
                    let start = ContinuousClock.now
                    do {
                        try await writer.write(Wire.pattern(16 << 20))
                        while ContinuousClock.now - start < .seconds(5) {
                            try await writer.write([1])
                            await Task.yield()
                        }
                        outcome.continuation.yield(false)
                    } catch {
                        outcome.continuation.yield(true)
                    }
                }
            )
        }
        try await withServer(configuration: configuration, handler: handler) { port in
            let client = try await onThread {
                let client = try RawClient(port: port, receiveBuffer: 4096)
                client.send(Wire.get("/"))
                return client
            }
            for await wasCut in outcome.stream {
                #expect(wasCut)
                break
            }
            client.reset()
        }
    }

    @Test("HTTP-6 A connection is idle from the end of sending, however long its answer took to be read")
    func idleAfterSending() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.timeouts.idle = .seconds(3)
        configuration.timeouts.head = .milliseconds(200)
        let body = Wire.pattern(32 << 20)
        let handler = ClosureHandler(synchronous: { request in
            HTTPResponse(body: .bytes(request.target.path == "/large" ? body : [1]))
        })
        try await withServer(configuration: configuration, handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Wire.get("/large"))
                let head = try client.readResponseHead()
                #expect(head.status == 200)
                // The server's own limits tell the time: this one is idle for three seconds,
                let idle = try RawClient(port: port)
                _ = try idle.ask(Wire.get("/"))
                #expect(idle.receiveAll().end == .finished)
                let received = client.read(count: body.count)
                // and this one says nothing for a fifteenth of it.
                #expect(try RawClient(port: port).receiveAll().end == .finished)
                #expect(try client.ask(Wire.get("/")).status == 200)
                #expect(received.count == body.count)
            }
        }
    }

    @Test("HTTP-5 A body's reader that was kept beyond its exchange gets an error, and nothing of the next request")
    func keptReader() async throws {
        let kept = Mutex<HTTPIncomingBody?>(nil)
        let handler = ClosureHandler { request in
            guard let earlier = kept.withLock({ $0 }) else {
                kept.withLock { $0 = request.body }
                return HTTPResponse(text: "unread")
            }
            await #expect(throws: HTTPMessageError(.connectionClosed)) {
                for try await part in earlier { #expect(part.isEmpty) }
            }
            return HTTPResponse(text: text(try await request.body.collect(upTo: 100)))
        }
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Wire.post("/", length: 5) + "first" + Wire.post("/", length: 6) + "second")
                #expect(try client.readResponse().text == "unread")
                #expect(try client.readResponse().text == "second")
            }
        }
    }

    @Test("HTTP-2 What arrives while the last answer is sent does not reset it")
    func inputDuringLastAnswer() async throws {
        let body = Wire.pattern(16 << 20)
        try await withServer(handler: ClosureHandler(synchronous: { _ in HTTPResponse(body: .bytes(body)) })) { port in
            try await onThread {
                let client = try RawClient(port: port, receiveBuffer: 4096)
                client.send(Wire.get("/", "Connection: close\r\n"))
                #expect(try client.readResponseHead().status == 200)
                client.send(Wire.get("/more"))
                let (bytes, end) = client.receiveAll()
                let isWhole = bytes == body  // what differs in so many bytes takes long to show
                #expect(isWhole)
                #expect(end == .finished)
            }
        }
    }
}
