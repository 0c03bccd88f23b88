import LoopbackKitHTTP
import Testing

@Suite("Connections: keep-alive and pipelining", .timeLimit(.minutes(5)))
struct PipeliningTests {
    private static let handler: Router = {
        var router = Router()
        router.synchronous(.get, "/sync/*") { HTTPResponse(text: $0.target.path) }
        router.get("/async/*") { request in
            await Task.yield()
            return HTTPResponse(text: request.target.path)
        }
        router.get("/stream/*") { request in
            HTTPResponse(
                body: .stream { writer in
                    for byte in request.target.path.utf8 {
                        try await writer.write([byte])
                        await Task.yield()
                    }
                }
            )
        }
        router.synchronous(.get, "/large/*") { request in
            HTTPResponse(text: request.target.path + String(repeating: ".", count: 100_000))
        }
        router.post("/digest") { request in
            let digest = try await request.bodyDigest
            return HTTPResponse(text: "\(digest) \(await request.body.trailers["X-End"] ?? "")")
        }
        return router
    }()

    @Test("HTTP-1 A connection is kept for the next request", arguments: ["/sync/", "/async/", "/stream/"])
    func keepAlive(path: String) async throws {
        try await withServer(handler: Self.handler) { port, server in
            try await onThread {
                let client = try RawClient(port: port)
                for number in 1...5 {
                    let answer = try client.ask(Wire.get("\(path)\(number)"))
                    #expect(answer.text == "\(path)\(number)")
                    #expect(answer["Connection"] == nil)
                }
            }
            #expect(server.counts.accepted == 1)
            #expect(server.counts.answered == 5)
        }
    }

    @Test(
        "HTTP-3 A connection ends when its client asks for it, and with HTTP/1.0 unless it asks for more",
        arguments: [
            (Wire.get("/sync/", "Connection: close\r\n"), true), (Wire.get("/sync/", version: "1.0"), true),
            (Wire.get("/sync/", "Connection: keep-alive\r\n", version: "1.0"), false),
            (Wire.get("/async/", "Connection: x, Close\r\n"), true),
        ]
    )
    func ends(request: String, isEnd: Bool) async throws {
        try await withServer(handler: Self.handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                let answer = try client.ask(request)
                #expect(answer.status == 200)
                #expect((answer["Connection"] == "close") == isEnd)
                if isEnd {
                    let (bytes, end) = client.receiveAll()
                    #expect(bytes.isEmpty)
                    #expect(end == .finished)
                } else {
                    #expect(answer["Connection"] == "keep-alive")
                    try #expect(client.ask(Wire.get("/sync/2")).text == "/sync/2")
                }
            }
        }
    }

    @Test("HTTP-1 Pipelined requests are answered in order, whatever answers them")
    func order() async throws {
        try await withServer(handler: Self.handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                let kinds = ["sync", "async", "stream", "sync", "stream", "large", "async", "large", "sync"]
                let paths = (0..<180).map { "/\(kinds[$0 % kinds.count])/\($0)" }
                client.send(paths.map { Wire.get($0) }.joined())
                for path in paths {
                    let answer = try client.readResponse()
                    #expect(answer.text.hasPrefix(path) && !answer.isTruncated)
                }
            }
        }
    }

    @Test("HTTP-1 Ten thousand pipelined requests are all answered, in order")
    func many() async throws {
        try await withServer(handler: Self.handler) { port, server in
            let client = try RawClient(port: port)
            async let sent: Void = onThread {
                client.send((0..<10_000).map { Wire.get("/sync/\($0)") }.joined())
                client.finishSending()
            }
            try await onThread {
                for number in 0..<10_000 { try #expect(client.readResponse().text == "/sync/\(number)") }
                #expect(client.receiveAll().end == .finished)
            }
            try await sent
            #expect(server.counts.answered == 10_000)
        }
    }

    @Test("HTTP-1 A streamed answer never mixes with the next one: that one waits")
    func noMixing() async throws {
        let latch = Latch()
        var router = Self.handler
        router.get("/slow") { _ in
            HTTPResponse(
                body: .stream { writer in
                    try await writer.write("first")
                    await latch.wait()
                    try await writer.write("last")
                }
            )
        }
        try await withServer(handler: router) { port in
            defer { latch.open() }
            let client = try RawClient(port: port)
            let begun = try await onThread {
                client.send(Wire.get("/slow") + Wire.get("/sync/next") + Wire.get("/async/after"))
                return client.receive(until: "first\r\n")
            }
            #expect(!begun.contains("next"))
            latch.open()
            try await onThread {
                #expect(client.receive(until: "4\r\nlast\r\n0\r\n\r\n").hasPrefix("4\r\nlast\r\n0\r\n\r\n"))
            }
        }
    }

    private static let splitRequests = [
        Wire.post("/digest", length: 5) + "hello" + Wire.get("/sync/x"),
        "\r\n" + Wire.chunkedPost("/digest") + "3\r\nhel\r\n2;a=b\r\nlo\r\n0\r\nX-End: e\r\n\r\n" + Wire.get("/sync/x"),
    ]

    @Test("HTTP-1 A request split at any byte is answered like one that arrives whole", arguments: splitRequests)
    func split(request: String) async throws {
        try await withServer(handler: Self.handler) { port in
            try await onThread {
                let bytes = Array(request.utf8)
                let (client, other) = (try RawClient(port: port), try RawClient(port: port))
                client.send(bytes)
                let whole = [try client.readResponse().text, try client.readResponse().text]
                #expect(whole[0].hasPrefix(Digest(Array("hello".utf8)).text))
                for split in 1..<bytes.count {
                    client.send(Array(bytes[..<split]))
                    // Once this is answered the loop has had the first part.
                    _ = try other.ask(Wire.get("/sync/"))
                    client.send(Array(bytes[split...]))
                    #expect([try client.readResponse().text, try client.readResponse().text] == whole, "at \(split)")
                }
            }
        }
    }

    @Test(
        "HTTP-1 A request that arrives byte by byte is answered like one that arrives whole",
        arguments: splitRequests
    )
    func byteByByte(request: String) async throws {
        try await withServer(handler: Self.handler) { port in
            try await onThread {
                let (client, other) = (try RawClient(port: port), try RawClient(port: port))
                client.send(request)
                let whole = [try client.readResponse().text, try client.readResponse().text]
                for byte in request.utf8 {
                    client.send([byte])
                    _ = try other.ask(Wire.get("/sync/"))
                }
                #expect([try client.readResponse().text, try client.readResponse().text] == whole)
            }
        }
    }

    @Test(
        "HTTP-7 A client that ends its direction still gets its answers",
        arguments: ["/sync/", "/async/", "/stream/"]
    )
    func halfClose(path: String) async throws {
        try await withServer(handler: Self.handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Wire.get("\(path)1") + Wire.get("\(path)2"))
                client.finishSending()
                try #expect(client.readResponse().text == "\(path)1")
                try #expect(client.readResponse().text == "\(path)2")
                #expect(client.receiveAll().end == .finished)
            }
        }
    }
}
