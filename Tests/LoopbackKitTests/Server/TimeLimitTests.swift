import LoopbackKitHTTP
import Testing

@Suite("Connections: time limits", .timeLimit(.minutes(5)))
struct TimeLimitTests {
    private static let short = Duration.milliseconds(150)

    private static let handler: Router = {
        var router = Router()
        router.synchronous(.get, "/*") { _ in HTTPResponse(text: "fine") }
        router.synchronous(.post, "/unread") { _ in HTTPResponse(text: "unread") }
        router.post("/digest") { HTTPResponse(text: try await $0.bodyDigest) }
        return router
    }()

    private func configuration(
        _ change: (inout HTTPServerConfiguration.Timeouts) -> Void
    ) -> HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration()
        change(&configuration.timeouts)
        return configuration
    }

    @Test("HTTP-6 A connection that sends nothing ends without an answer")
    func silent() async throws {
        try await withServer(configuration: configuration { $0.head = Self.short }, handler: Self.handler) { port in
            try await onThread {
                let (bytes, end) = try RawClient(port: port).receiveAll()
                #expect(bytes.isEmpty)
                #expect(end == .finished)
            }
        }
    }

    @Test("HTTP-6 A head that stays unfinished is answered 408", arguments: [0, 1])
    func partialHead(answersBefore: Int) async throws {
        try await withServer(configuration: configuration { $0.head = Self.short }, handler: Self.handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                for _ in 0..<answersBefore { _ = try client.ask(Wire.get("/")) }
                let answer = try client.ask("GET / HTTP/1.1\r\nHost: a\r\nX-Sl")
                #expect(answer.status == 408)
                #expect(answer["Connection"] == "close")
                #expect(client.receiveAll().end == .finished)
            }
        }
    }

    @Test("HTTP-6 A head that comes drop by drop gets no more time than another")
    func drip() async throws {
        try await withServer(configuration: configuration { $0.head = .milliseconds(400) }, handler: Self.handler) {
            port in
            let (client, pace, isOver) = (try RawClient(port: port), try RawClient(port: port), Latch())
            client.send("GET /")
            async let dripping: Void = onThread {
                // Each drop waits until the loop has had the last one.
                while !isOver.isOpen, client.send([0x61]) == 1 { _ = try pace.ask(Wire.get("/")) }
            }
            let answer = try await onThread {
                defer { isOver.open() }
                return try client.readResponse()
            }
            #expect(answer.status == 408)
            try await dripping
        }
    }

    @Test("HTTP-6 A kept connection that stays idle ends cleanly")
    func idle() async throws {
        let configuration = configuration {
            $0.idle = Self.short
            $0.head = nil
        }
        try await withServer(configuration: configuration, handler: Self.handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                try #expect(client.ask(Wire.get("/")).status == 200)
                let (bytes, end) = client.receiveAll()
                #expect(bytes.isEmpty)
                #expect(end == .finished)
            }
        }
    }

    @Test("HTTP-6 A body without progress is answered 408, or ends the connection when nobody waits for it")
    func bodyWithoutProgress() async throws {
        let configuration = configuration { $0.bodyProgress = Self.short }
        try await withServer(configuration: configuration, handler: Self.handler) { port in
            try await onThread {
                for isChunked in [true, false] {
                    let client = try RawClient(port: port)
                    client.send(isChunked ? Wire.chunkedPost("/digest") : Wire.post("/digest", length: 10))
                    let answer = try client.ask("5\r\nab")
                    #expect(answer.status == 408)
                    #expect(answer["Connection"] == "close")
                    #expect(client.receiveAll().end == .finished)
                }
                let client = try RawClient(port: port)
                try #expect(client.ask(Wire.post("/unread", length: 10) + "abc").text == "unread")
                #expect(client.receiveAll().bytes.isEmpty)
            }
        }
    }

    /// An answer that is larger than what the system keeps for a reader.
    private static func largeAnswer(_ connection: HTTPResponse.ConnectionDirective) -> HTTPResponse {
        var response = HTTPResponse(body: .bytes([UInt8](repeating: 1, count: 32 << 20)))
        response.connection = connection
        return response
    }

    @Test("HTTP-6 A reader without progress is cut, and a trusted one is not")
    func readerWithoutProgress() async throws {
        var router = Router()
        router.synchronous(.get, "/trusted") { _ in Self.largeAnswer(.trust) }
        router.synchronous(.get, "/other") { _ in Self.largeAnswer([]) }
        router.synchronous(.get, "/open") { _ in HTTPResponse(text: "open") }
        try await withServer(configuration: configuration { $0.readerProgress = Self.short }, handler: router) {
            port,
            server in
            let trusted = try RawClient(port: port, receiveBuffer: 4096)
            let other = try RawClient(port: port, receiveBuffer: 4096)
            trusted.send(Wire.get("/trusted"))
            other.send(Wire.get("/other"))
            // Both heads have come, so the trusted one's limit would end first.
            try await onThread {
                _ = try trusted.readResponseHead()
                _ = try other.readResponseHead()
            }
            while server.counts.openConnections > 1 { await Task.yield() }
            try await onThread {
                #expect(other.receiveAll().end == .cut)
                #expect(trusted.read(count: 32 << 20).count == 32 << 20)
                try #expect(trusted.ask(Wire.get("/open")).text == "open")
            }
        }
    }

    @Test("HTTP-6 A refused client that goes on sending is waited for no longer than the limit")
    func linger() async throws {
        let configuration = configuration { $0.linger = Self.short }
        try await withServer(configuration: configuration, handler: Self.handler) { port, server in
            let client = try RawClient(port: port)
            try await onThread { try #expect(client.ask("nonsense\r\n\r\n").status == 400) }
            while server.counts.openConnections > 0 { await Task.yield() }
        }
    }

    @Test("HTTP-6 A responder that waits for something else has no time limit")
    func responderAtWork() async throws {
        let latch = Latch()
        var router = Self.handler
        router.post("/wait") { request in
            await latch.wait()
            return HTTPResponse(text: try await request.bodyDigest)
        }
        let configuration = configuration {
            $0.head = Self.short
            $0.idle = Self.short
            $0.bodyProgress = Self.short
            $0.readerProgress = Self.short
        }
        try await withServer(configuration: configuration, handler: router) { port in
            defer { latch.open() }
            let client = try RawClient(port: port)
            client.send(Wire.post("/wait", length: 3) + "abc")
            // Two limits later than the request's.
            try await onThread {
                for _ in 0..<2 { try #expect(RawClient(port: port).receiveAll().end == .finished) }
            }
            latch.open()
            try await onThread { try #expect(client.readResponse().text == Digest(Array("abc".utf8)).text) }
        }
    }
}
