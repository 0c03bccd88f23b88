import LoopbackKitHTTP
import Testing

@Suite("Connections: heads of answers", .timeLimit(.minutes(5)))
struct AnswerHeadTests {
    /// The same answer, made at once or by a task.
    private func handlers(_ response: HTTPResponse) -> [ClosureHandler] {
        [ClosureHandler(synchronous: { _ in response }), ClosureHandler { _ in response }]
    }

    @Test("HTTP-8 An answer has one Date, one Content-Length and no coding, whatever its responder wrote")
    func engineFields() async throws {
        let response = HTTPResponse(
            fields: [
                "Date": "yesterday", "Content-Length": "99", "Transfer-Encoding": "chunked", "Connection": "x-fields",
                "Keep-Alive": "timeout=1", "X-Own": "kept",
            ],
            body: .text("body")
        )
        for handler in handlers(response) {
            try await withServer(handler: handler) { port in
                try await onThread {
                    let answer = try RawClient(port: port).ask(Wire.get("/"))
                    let date = try required(answer["Date"])
                    #expect(date.utf8.count == 29 && date.hasSuffix(" GMT"))
                    #expect(answer["Content-Length"] == "4")
                    #expect(answer.text == "body")
                    #expect(answer["X-Own"] == "kept")
                    #expect(answer.fields.count == 3)
                }
            }
        }
    }

    @Test(
        "HTTP-8 A value that would split the answer gives 500 and an event",
        arguments: ["a\r\nSet-Cookie: b", "a\nb", "\0"]
    )
    func splitting(value: String) async throws {
        for handler in handlers(HTTPResponse(fields: ["X-Fine": "yes", "X-Bad": value], body: .text("body"))) {
            let recorder = EventRecorder()
            var configuration = HTTPServerConfiguration()
            configuration.observe = recorder.record
            try await withServer(configuration: configuration, handler: handler) { port in
                try await onThread {
                    let client = try RawClient(port: port)
                    for _ in 0..<2 {
                        let answer = try client.ask(Wire.get("/"))
                        #expect(answer.status == 500)
                        #expect(answer["Set-Cookie"] == nil && answer["X-Fine"] == nil)
                        #expect(answer.text != "body")
                    }
                }
                let error = try await recorder.first {
                    if case .responderFailed(_, let error) = $0 { error as? HTTPMessageError } else { nil }
                }
                #expect(error == HTTPMessageError(.invalidFieldValue, field: "X-Bad"))
            }
        }
    }

    @Test("HTTP-4 HEAD has the head of GET and no body")
    func headMethod() async throws {
        for handler in handlers(HTTPResponse(fields: ["X-Own": "1"], body: .text("body"))) {
            try await withServer(handler: handler) { port in
                try await onThread {
                    let client = try RawClient(port: port)
                    client.send(Wire.get("/", method: "HEAD") + Wire.get("/"))
                    let head = try client.readResponse(isHead: true)
                    let get = try client.readResponse()
                    #expect(head.fields.map(\.name) == get.fields.map(\.name))
                    #expect(head["Content-Length"] == "4")
                    #expect(get.text == "body")
                }
            }
        }
    }

    @Test("HTTP-8 204 has no Content-Length, an empty 200 has", arguments: [HTTPStatus.noContent, .ok])
    func emptyBody(status: HTTPStatus) async throws {
        for handler in handlers(HTTPResponse(status)) {
            try await withServer(handler: handler) { port in
                try await onThread {
                    let answer = try RawClient(port: port).ask(Wire.get("/"))
                    #expect(answer["Content-Length"] == (status == .ok ? "0" : nil))
                    #expect(answer["Transfer-Encoding"] == nil)
                }
            }
        }
    }

    @Test("HTTP-8 An answer may ask for the connection's end, and a server may have a name")
    func closeAndName() async throws {
        var response = HTTPResponse(text: "last")
        response.connection = .close
        var configuration = HTTPServerConfiguration()
        configuration.serverName = "Example/1"
        for handler in handlers(response) {
            try await withServer(configuration: configuration, handler: handler) { port, server in
                try await onThread {
                    let client = try RawClient(port: port)
                    client.send(Wire.get("/") + Wire.get("/"))
                    let answer = try client.readResponse()
                    #expect(answer["Connection"] == "close")
                    #expect(answer["Server"] == "Example/1")
                    let (bytes, end) = client.receiveAll()
                    #expect(bytes.isEmpty)
                    #expect(end == .finished)
                }
                #expect(server.counts.answered == 1)
            }
        }
    }
}
