import LoopbackKitHTTP
import Testing

@Suite("Connections: answers that are thrown", .timeLimit(.minutes(5)))
struct ThrownAnswerTests {
    /// An error with an answer of its own.
    private struct Teapot: HTTPResponseError {
        var response: HTTPResponse {
            HTTPResponse(
                HTTPStatus(418) ?? .badRequest,
                fields: [.retryAfter: "5"],
                body: .stream { writer in try await writer.write("short and stout") }
            )
        }
    }

    @Test("HTTP-9 An error that says how it is answered is answered so, and the connection goes on")
    func answered() async throws {
        let handler = ClosureHandler { _ in throw Teapot() }
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                for _ in 0..<2 {
                    let answer = try client.ask(Wire.get("/"))
                    #expect(answer.status == 418 && answer["Retry-After"] == "5")
                    #expect(answer.text == "short and stout" && !answer.isTruncated)
                }
                try #expect(client.ask(Wire.get("/", method: "HEAD"), isHead: true).status == 418)
            }
        }
    }

    @Test(
        "HTTP-9 An HTTPError is its status and text",
        arguments: [
            (HTTPError(.notFound), 404, "404 Not Found\n", "text/plain; charset=utf-8"),
            (HTTPError(.forbidden, "Not yours."), 403, "Not yours.", "text/plain; charset=utf-8"),
            (HTTPError(.conflict, "<p>", fields: [.contentType: "text/html"]), 409, "<p>", "text/html"),
            (HTTPError(.notModified, "no body"), 304, "", nil),
        ] as [(HTTPError, Int, String, String?)]
    )
    func httpError(error: HTTPError, status: Int, text: String, type: String?) async throws {
        let handler = ClosureHandler { _ in throw error }
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                let answer = try client.ask(Wire.get("/"))
                #expect(answer.status == status && answer.text == text && answer["Content-Type"] == type)
                try #expect(client.ask(Wire.get("/")).status == status)
            }
        }
    }

    @Test("HTTP-9 A thrown 5xx is told as a failure too, a 4xx is not")
    func told() async throws {
        let recorder = EventRecorder()
        var configuration = HTTPServerConfiguration()
        configuration.observe = recorder.record
        let handler = ClosureHandler { request in
            throw HTTPError(request.target.path == "/broken" ? .serviceUnavailable : .notFound)
        }
        try await withServer(configuration: configuration, handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                try #expect(client.ask(Wire.get("/")).status == 404)
                try #expect(client.ask(Wire.get("/broken")).status == 503)
            }
            let target = try await recorder.first { event in
                if case .responderFailed(let request, _) = event { request.target.path } else { nil }
            }
            #expect(target == "/broken")
        }
    }

    @Test("HTTP-9 Thrown while a body is streamed it cuts the connection: the head is gone")
    func streamed() async throws {
        let recorder = EventRecorder()
        var configuration = HTTPServerConfiguration()
        configuration.observe = recorder.record
        let handler = ClosureHandler { _ in
            HTTPResponse(
                body: .stream { writer in
                    try await writer.write("some")
                    throw HTTPError(.notFound)
                }
            )
        }
        try await withServer(configuration: configuration, handler: handler) { port in
            try await onThread {
                let answer = try RawClient(port: port).ask(Wire.get("/"))
                #expect(answer.status == 200 && answer.isTruncated && !answer.text.contains("404"))
            }
            let error = try await recorder.first { if case .responderFailed(_, let error) = $0 { error } else { nil } }
            #expect((error as? HTTPError)?.status == .notFound)
        }
    }
}
