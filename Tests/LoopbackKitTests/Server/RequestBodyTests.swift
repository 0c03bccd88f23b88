import LoopbackKitHTTP
import Synchronization
import Testing

@Suite("Connections: request bodies", .timeLimit(.minutes(5)))
struct RequestBodyTests {
    private static let digest = ClosureHandler { HTTPResponse(text: try await $0.bodyDigest) }

    /// Answers at once and reads nothing, or reads a first part.
    private static let unread: Router = {
        var router = Router()
        router.synchronous(.post, "/now") { _ in HTTPResponse(text: "unread") }
        router.post("/later") { _ in HTTPResponse(text: "unread") }
        router.post("/part") { request in
            var parts = request.body.makeAsyncIterator()
            _ = try await parts.next()
            return HTTPResponse(text: "unread")
        }
        router.synchronous(.get, "/next") { _ in HTTPResponse(text: "next") }
        return router
    }()

    @Test(
        "HTTP-5 A body is read as it was sent, by length and by chunks",
        arguments: [0, 1, 65_535, 65_536, 65_537, 3_000_000],
        [0, 1000, 70_000]
    )
    func wholeBody(count: Int, chunk: Int) async throws {
        try await withServer(handler: Self.digest) { port in
            try await onThread {
                let client = try RawClient(port: port)
                let body = Wire.pattern(count)
                for _ in 0..<2 {
                    client.send(chunk == 0 ? Wire.post("/", length: count) : Wire.chunkedPost("/"))
                    client.send(chunk == 0 ? body : Wire.chunks(body, size: chunk))
                    try #expect(client.readResponse().text == Digest(body).text)
                }
            }
        }
    }

    @Test("HTTP-5 A client can't push more than the system's buffers hold while a responder does not read")
    func backPressure() async throws {
        let (total, latch) = (48 << 20, Latch())
        var configuration = HTTPServerConfiguration()
        configuration.limits.body = total
        let handler = ClosureHandler { request in
            await latch.wait()
            return HTTPResponse(text: try await request.bodyDigest)
        }
        try await withServer(configuration: configuration, handler: handler) { port in
            defer { latch.open() }
            let body = Wire.pattern(total)
            let client = try RawClient(port: port, sendBuffer: 1 << 16)
            let sent = try await onThread {
                client.send(Wire.post("/", length: total))
                return client.sendUntilBlocked(body)
            }
            #expect(sent < total / 3)
            latch.open()
            try await onThread {
                client.send(Array(body[sent...]))
                try #expect(client.readResponse().text == Digest(body).text)
            }
        }
    }

    @Test("HTTP-5 What a responder leaves unread is never taken for a request", arguments: ["/now", "/later", "/part"])
    func unreadBody(path: String) async throws {
        try await withServer(handler: Self.unread) { port, server in
            try await onThread {
                let client = try RawClient(port: port)
                let body = String(repeating: Wire.get("/smuggled"), count: 50)
                client.send(Wire.post(path, length: body.utf8.count) + body + Wire.get("/next"))
                try #expect(client.readResponse().text == "unread")
                try #expect(client.readResponse().text == "next")
                client.send(Wire.chunkedPost(path))
                client.send(Wire.chunks(Array(body.utf8), size: 100))
                try #expect(client.ask(Wire.get("/next")).text == "unread")
                try #expect(client.readResponse().text == "next")
            }
            #expect(server.counts.answered == 4)
        }
    }

    @Test(
        "HTTP-5 A long body that nobody reads closes the connection, and the answer arrives",
        arguments: [true, false]
    )
    func longUnreadBody(isChunked: Bool) async throws {
        try await withServer(handler: Self.unread) { port, server in
            try await onThread {
                let client = try RawClient(port: port)
                let body = Wire.pattern(4 << 20)
                client.send(isChunked ? Wire.chunkedPost("/now") : Wire.post("/now", length: body.count))
                client.send(isChunked ? Wire.chunks(body, size: 100_000) : body)
                client.send(Wire.get("/next"))
                let answer = try client.readResponse()
                #expect(answer.text == "unread")
                // The length of a chunked body is not known when its answer begins.
                #expect(answer["Connection"] == (isChunked ? nil : "close"))
                let (bytes, end) = client.receiveAll()
                #expect(bytes.isEmpty)
                #expect(end == .finished)
            }
            #expect(server.counts.answered == 1)
        }
    }

    @Test("HTTP-4 A body that is wanted is asked for by 100 Continue, once")
    func continues() async throws {
        try await withServer(handler: Self.digest) { port in
            try await onThread {
                let client = try RawClient(port: port)
                let body = Wire.pattern(100_000)
                let interim = try client.ask(Wire.post("/", length: body.count, "Expect: 100-Continue\r\n"))
                #expect(interim.status == 100)
                #expect(interim.fields.isEmpty)
                client.send(body)
                try #expect(client.readResponse().text == Digest(body).text)
                try #expect(client.ask(Wire.post("/", length: 1) + "x").status == 200)
            }
        }
    }

    @Test("HTTP-4 A body that is not wanted is not asked for, and the connection closes")
    func noContinue() async throws {
        try await withServer(handler: Self.unread) { port in
            try await onThread {
                for path in ["/now", "/later", "/nowhere"] {
                    let client = try RawClient(port: port)
                    let answer = try client.ask(Wire.post(path, length: 9, "Expect: 100-continue\r\n"))
                    #expect(answer.status == (path == "/nowhere" ? 404 : 200))
                    #expect(answer["Connection"] == "close")
                    #expect(client.receiveAll().bytes.isEmpty)
                }
            }
        }
    }

    @Test(
        "HTTP-4 No 100 Continue is sent when the body is there, there is none, or the client is of HTTP/1.0",
        arguments: [
            (Wire.post("/", length: 2, "Expect: 100-continue\r\n") + "ab", "ab"),
            (Wire.get("/", "Expect: 100-continue\r\n"), ""),
            ("POST / HTTP/1.0\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\nab", "ab"),
        ]
    )
    func needlessContinue(request: String, body: String) async throws {
        try await withServer(handler: Self.digest) { port in
            try await onThread {
                let answer = try RawClient(port: port).ask(request)
                #expect(answer.status == 200)
                #expect(answer.text == Digest(Array(body.utf8)).text)
            }
        }
    }

    @Test("HTTP-4 An unknown expectation is answered 417")
    func unknownExpectation() async throws {
        try await withServer(handler: Self.digest) { port in
            try await onThread {
                let client = try RawClient(port: port)
                try #expect(client.ask(Wire.post("/", length: 1, "Expect: a-miracle\r\n")).status == 417)
                #expect(client.receiveAll().end == .finished)
            }
        }
    }

    @Test("HTTP-4 Trailers are there once the body is read, and not before")
    func trailers() async throws {
        let handler = ClosureHandler { request in
            let early = await request.body.trailers.count
            let body = try await request.body.collect(upTo: 100)
            let trailers = await request.body.trailers
            return HTTPResponse(text: "\(early) \(text(body)) \(trailers)")
        }
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Wire.chunkedPost("/"))
                client.send(Wire.chunks(Array("body".utf8), size: 3, trailers: "X-A: 1\r\nX-B: 2\r\n"))
                try #expect(client.readResponse().text == "0 body X-A: 1\nX-B: 2")
            }
        }
    }

    @Test("HTTP-5 Of two readers at once the second is told so, and the first goes on")
    func concurrentReaders() async throws {
        let refused = Latch()
        let handler = ClosureHandler { request in
            let results = await withTaskGroup(of: String.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        do {
                            return try await request.bodyDigest
                        } catch {
                            refused.open()
                            return "\(error)"
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            return HTTPResponse(text: results.joined(separator: ", "))
        }
        try await withServer(handler: handler) { port in
            let client = try RawClient(port: port)
            client.send(Wire.post("/", length: 3))
            await refused.wait()
            try await onThread {
                client.send("abc")
                try #expect(client.readResponse().text == "concurrentRead, \(Digest(Array("abc".utf8)).text)")
            }
        }
    }

    @Test(
        "HTTP-3 A malformed chunk ends in 400 and the end, whatever the responder makes of it",
        arguments: [true, false]
    )
    func malformedChunk(isSwallowed: Bool) async throws {
        let handler = ClosureHandler { request in
            do {
                return HTTPResponse(text: try await request.bodyDigest)
            } catch let error as HTTPMessageError where isSwallowed {
                return HTTPResponse(text: "\(error)")
            }
        }
        try await withServer(handler: handler) { port, server in
            try await onThread {
                let client = try RawClient(port: port)
                let answer = try client.ask(Wire.chunkedPost("/") + "2\r\nab\r\n+2\r\ncd\r\n0\r\n\r\n" + Wire.get("/"))
                #expect(answer.status == (isSwallowed ? 200 : 400))
                #expect(!isSwallowed || answer.text == "malformedChunk")
                #expect(answer["Connection"] == "close")
                #expect(client.receiveAll().bytes.isEmpty)
            }
        }
    }

    @Test("HTTP-5 A body that is cut is an error to its responder, never a short body", arguments: [true, false])
    func cutBody(isReset: Bool) async throws {
        let (outcomes, outcome) = AsyncStream<String>.makeStream()
        let hasBegun = Latch()
        let handler = ClosureHandler { request in
            do {
                var parts = request.body.makeAsyncIterator()
                _ = try await parts.next()
                hasBegun.open()
                while try await parts.next() != nil {}
                outcome.yield("whole")
            } catch {
                outcome.yield("\(error)")
                throw error
            }
            return HTTPResponse()
        }
        try await withServer(handler: handler) { port in
            let client = try RawClient(port: port)
            client.send(Wire.post("/", length: 10) + "half")
            await hasBegun.wait()
            if isReset { client.reset() } else { client.finishSending() }
            let told = await outcomes.first { _ in true }
            #expect(told == (isReset ? "connectionClosed" : "truncatedBody"))
            if !isReset {
                try await onThread { #expect(client.receiveAll().bytes.isEmpty) }
            }
        }
    }
}
