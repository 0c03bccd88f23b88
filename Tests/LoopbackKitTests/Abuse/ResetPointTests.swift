import LoopbackKitHTTP
import Testing

/// A reset at every point of an exchange: nothing stays behind, and others are served.
@Suite("Abuse: resets", .timeLimit(.minutes(5)))
struct ResetPointTests {
    private static let sent = [
        Wire.get("/now"),
        Wire.get("/later") + Wire.get("/stream"),
        Wire.post("/digest", length: 20) + "twenty bytes of body",
        Wire.chunkedPost("/digest") + "5;a=\"b\"\r\nhello\r\n1\r\n!\r\n0\r\nX-End: e\r\n\r\n",
        Wire.post("/digest", length: 9, "Expect: 100-continue\r\n") + "continued",
        Wire.post("/unread", length: 20) + "twenty bytes of body" + Wire.get("/now"),
        AttackedServer.upgrade("/echo") + "echoed bytes",
        "nonsense\r\n\r\n and what comes while the refusal lingers",
    ]

    @Test(
        "HTTP-7 A reset behind any byte that a client sends leaves nothing, whether it was seen before or not",
        arguments: sent,
        [true, false]
    )
    func sending(request: String, isSeen: Bool) async throws {
        try await withAttackedServer { port, server, _ in
            try await onThread {
                let (bytes, pace) = (Array(request.utf8), try Pace(port: port))
                for count in 0...bytes.count {
                    let client = try RawClient(port: port)
                    client.send(Array(bytes[..<count]))
                    if isSeen { try pace.keep() }
                    client.reset()
                }
                try pace.keep()
            }
            await server.waitForConnections(0)
        }
    }

    @Test(
        "HTTP-7 A reset behind any byte of an answer leaves nothing",
        arguments: [
            (Wire.get("/now"), "now"), (Wire.get("/later") + Wire.get("/stream"), "third\r\n0\r\n\r\n"),
            (Wire.post("/unread", length: 5) + "five!", "unread"),
            (AttackedServer.upgrade("/echo") + "echoed", "echoed"),
            ("nonsense\r\n\r\n", nil),
        ]
    )
    func receiving(request: String, last: String?) async throws {
        try await withAttackedServer { port, server, _ in
            try await onThread {
                let probe = try RawClient(port: port)
                probe.send(request)
                let length = probe.receive(until: last).utf8.count
                probe.reset()
                for count in 0...length {
                    let client = try RawClient(port: port)
                    client.send(request)
                    #expect(client.read(count: count).count == count)
                    client.reset()
                }
                try Pace(port: port).keep()
            }
            await server.waitForConnections(0)
        }
    }

    @Test(
        "HTTP-7 A reset in the middle of megabytes leaves nothing, whatever sends them",
        arguments: ["/large", "/file", "/endless", "/flood"]
    )
    func middle(path: String) async throws {
        try await withAttackedServer { port, server, _ in
            try await onThread {
                for count in [0, 1, 1000, 70_000, 1 << 20, 5 << 20] {
                    for endsFirst in [true, false] {
                        let client = try RawClient(port: port)
                        client.send(path == "/flood" ? AttackedServer.upgrade(path) : Wire.get(path))
                        if endsFirst { client.finishSending() }
                        #expect(client.read(count: count).count == count)
                        client.reset()
                    }
                }
                try Pace(port: port).keep()
            }
            await server.waitForConnections(0)
        }
    }

    @Test("HTTP-7 A thousand resets between requests, and while responders wait, leave nothing")
    func between() async throws {
        try await withAttackedServer { port, server, _ in
            try await onThread {
                for round in 0..<1000 {
                    let client = try RawClient(port: port)
                    client.send(Wire.get(round % 2 == 0 ? "/now" : "/later"))
                    _ = client.receive(until: "\r\n\r\n")
                    if round % 3 == 0 { client.send(Wire.get("/wait")) }
                    if round % 5 == 0 { client.send(Wire.get("/now") + "GET /n") }
                    client.reset()
                }
                try Pace(port: port).keep()
            }
            await server.waitForConnections(0)
        }
    }
}
