import LoopbackKitHTTP
import Testing

/// Much of what is small: fields, chunks, extensions, trailers, lines, connections.
@Suite("Abuse: floods", .timeLimit(.minutes(5)))
struct FloodTests {
    private static func lines(_ count: Int, _ line: String) -> String { String(repeating: line, count: count) }

    /// Sends the flood and a megabyte behind it, and reads the refusal to its end.
    private func expectRefusal(_ status: Int, _ flood: String, port: UInt16) throws {
        let client = try RawClient(port: port)
        client.send(flood)
        let more = [UInt8](repeating: 97, count: 1 << 20)
        #expect(client.send(more) == more.count)
        client.finishSending()
        let answer = try client.readResponse()
        #expect(answer.status == status)
        #expect(answer["Connection"] == "close")
        let (rest, end) = client.receiveAll()
        #expect(rest.isEmpty && end == .finished)
    }

    @Test(
        "HTTP-2 A flood within a message is refused at its limit, and the refusal reaches who goes on flooding",
        arguments: [
            ("small fields", 431, "GET / HTTP/1.1\r\nHost: a\r\n" + lines(100_000, "a:\r\n")),
            ("one field without end", 431, "GET / HTTP/1.1\r\nHost: a\r\na:" + lines(100_000, " ")),
            ("cookies", 431, "GET / HTTP/1.1\r\nHost: a\r\n" + lines(100_000, "Cookie: a=b\r\n")),
            ("empty lines", 400, lines(100_000, "\r\n")),
            ("a target without end", 414, "GET /" + lines(100_000, "a")),
            ("a method without end", 400, lines(100_000, "A")),
            ("extensions of many chunks", 400, Wire.chunkedPost("/digest") + lines(10_000, "1;a=b\r\nx\r\n")),
            ("one extension without end", 400, Wire.chunkedPost("/digest") + "1;a=" + lines(100_000, "b")),
            ("one quoted extension", 400, Wire.chunkedPost("/digest") + "1;a=\"" + lines(100_000, "\\b")),
            ("digits of a size", 400, Wire.chunkedPost("/digest") + lines(100_000, "0")),
            ("small trailers", 431, Wire.chunkedPost("/digest") + "0\r\n" + lines(100_000, "a:\r\n")),
            ("one trailer without end", 431, Wire.chunkedPost("/digest") + "0\r\na: " + lines(100_000, "b")),
        ]
    )
    func message(name: String, status: Int, flood: String) async throws {
        try await withAttackedServer { port, server, _ in
            try await onThread { try expectRefusal(status, flood, port: port) }
            await server.waitForConnections(0)
        }
    }

    @Test(
        "HTTP-5 The same floods in a body that nobody reads end the connection behind the answer",
        arguments: [
            lines(10_000, "1;a=b\r\nx\r\n"), "1;a=" + lines(100_000, "b"), "0\r\n" + lines(100_000, "a:\r\n"),
            lines(100_000, "1\r\nx\r\n"),
        ]
    )
    func unread(flood: String) async throws {
        try await withAttackedServer { port, server, _ in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Wire.chunkedPost("/unread"))
                let answer = try client.ask(flood)
                #expect(answer.text == "unread")
                let (rest, end) = client.receiveAll()
                #expect(rest.isEmpty && end == .finished)
            }
            await server.waitForConnections(0)
        }
    }

    @Test("HTTP-2 Fifty thousand fields are served where the configuration allows them, whole and cut anywhere")
    func manyFields() async throws {
        let handler = ClosureHandler(synchronous: { request in
            HTTPResponse(text: "\(request.fields.count) \(request.fields["Last"] ?? "")")
        })
        var configuration = HTTPServerConfiguration()
        configuration.limits.head.head = 1 << 20
        configuration.limits.head.fieldCount = 60_000
        try await withServer(configuration: configuration, handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                for _ in 0..<2 {
                    let request = Wire.get("/", Self.lines(50_000, "a:\r\n") + "Last: 1\r\n")
                    try #expect(client.ask(request).text == "50002 1")
                }
            }
        }
    }

    @Test("HTTP-5 A body in chunks of one byte is read as it was sent, and the next request is served")
    func smallChunks() async throws {
        try await withAttackedServer { port, _, _ in
            try await onThread {
                let (client, body) = (try RawClient(port: port), Wire.pattern(50_000))
                client.send(Wire.chunkedPost("/digest"))
                client.send(Wire.chunks(body, size: 1, trailers: "X-End: e\r\n"))
                try #expect(client.readResponse().text == Digest(body).text)
                try #expect(client.ask(Wire.get("/now")).text == "now")
            }
        }
    }

    @Test("HTTP-3 Megabytes behind a last request are no requests", arguments: ["/now", "/later", "/stream"])
    func behindTheLast(path: String) async throws {
        try await withAttackedServer { port, server, _ in
            try await onThread {
                let client = try RawClient(port: port)
                // In one go: what is not there yet when the answer has left finds the connection closed.
                client.send(Wire.get(path, "Connection: close\r\n") + Self.lines(50_000, Wire.get("/now")))
                client.finishSending()
                try #expect(client.readResponse().status == 200)
                let (rest, end) = client.receiveAll()
                #expect(rest.isEmpty && end == .finished)
            }
            await server.waitForConnections(0)
            #expect(server.counts.answered == 1)
        }
    }

    // MARK: Connections

    @Test(
        "HTTP-6 A flood of connections never passes the cap, lets in who comes last, and leaves who is trusted",
        arguments: ["", "GET / HT", Wire.get("/now")]
    )
    func connections(sent: String) async throws {
        try await withAttackedServer { configuration in
            configuration.connections.maximum = 50
        } _: { port, server, _ in
            try await onThread {
                let trusted = try RawClient(port: port)
                try #expect(trusted.ask(Wire.get("/trust")).text == "trust")
                var clients: [RawClient] = []
                for _ in 0..<500 {
                    let client = try RawClient(port: port)
                    client.send(sent)
                    clients.append(client)
                    #expect(server.counts.openConnections <= 51)  // one is counted before another makes room
                }
                try #expect(RawClient(port: port).ask(Wire.get("/later")).text == "later")
                try #expect(trusted.ask(Wire.get("/now")).text == "now")
            }
            #expect(server.counts.accepted == 502)
            await server.waitForConnections(0)
        }
    }
}
