import LoopbackKitHTTP
import Testing

/// Answers without a body, and requests that only seem to have one: the next message begins where they end.
@Suite("Abuse: no body", .timeLimit(.minutes(5)))
struct BodilessAnswerTests {
    /// Answers `/KIND/STATUS` with that status, by a body of that kind.
    private static let handler = ClosureHandler { request in
        let parts = request.target.path.split(separator: "/").map(String.init)
        let status = try required(HTTPStatus(try required(Int(parts[1]))))
        switch parts[0] {
        case "bytes": return HTTPResponse(status, body: .bytes(Array("body".utf8)))
        case "stream": return HTTPResponse(status, body: .stream { try await $0.write("body") })
        case "sized": return HTTPResponse(status, body: .stream(length: 4) { try await $0.write("body") })
        default: return HTTPResponse(status)
        }
    }

    @Test(
        "HTTP-8 Behind HEAD, 204 and 304 the next request's answer begins at once, whatever body a responder gave",
        arguments: ["bytes", "stream", "sized", "none"]
    )
    func followed(kind: String) async throws {
        try await withServer(handler: Self.handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                let requests: [(method: String, status: Int)] = [
                    ("HEAD", 200), ("GET", 204), ("GET", 304), ("HEAD", 404), ("HEAD", 204), ("HEAD", 304),
                    ("POST", 204), ("GET", 304),
                ]
                for isPipelined in [true, false] {
                    let texts = requests.map {
                        Wire.get("/\(kind)/\($0.status)", method: $0.method) + Wire.get("/bytes/200")
                    }
                    if isPipelined { client.send(texts.joined()) }
                    for (request, text) in zip(requests, texts) {
                        if !isPipelined { client.send(text) }
                        let answer = try client.readResponse(isHead: request.method == "HEAD")
                        #expect(answer.status == request.status)
                        // A body that came after all would be taken for the next status line here.
                        let next = try client.readResponse()
                        #expect(next.status == 200 && next.text == "body")
                    }
                }
            }
        }
    }

    @Test(
        "HTTP-4 An expectation without a body is passed over, and the next request is served",
        arguments: [
            Wire.get("/bytes/200", "Expect: 100-continue\r\n"), Wire.post("/bytes/200", length: 0),
            Wire.post("/bytes/200", length: 0, "Expect: 100-continue\r\n"),
            Wire.get("/bytes/200", "Expect: 100-continue\r\n", method: "POST"),
        ]
    )
    func expectation(request: String) async throws {
        try await withServer(handler: Self.handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                for _ in 0..<2 {
                    let answer = try client.ask(request + Wire.get("/none/404"))
                    #expect(answer.status == 200 && answer.text == "body")
                    try #expect(client.readResponse().status == 404)
                }
            }
        }
    }

    @Test("HTTP-4 A body that was asked for and never comes is a body without progress")
    func neverContinued() async throws {
        try await withAttackedServer { configuration in
            configuration.timeouts.bodyProgress = .milliseconds(150)
        } _: { port, server, _ in
            try await onThread {
                let client = try RawClient(port: port)
                let interim = try client.ask(Wire.post("/digest", length: 9, "Expect: 100-continue\r\n"))
                #expect(interim.status == 100)
                try #expect(client.readResponse().status == 408)
                #expect(client.receiveAll().end == .finished)
            }
            await server.waitForConnections(0)
        }
    }
}
