import LoopbackKitHTTP
import Testing

@Suite("Connections: limits", .timeLimit(.minutes(5)))
struct ServerLimitTests {
    private static let megabytes = 10 * 1024 * 1024
    private static let handler: Router = {
        var router = Router()
        router.synchronous(.get, "/*") { _ in HTTPResponse(text: "fine") }
        router.post("/digest") { HTTPResponse(text: try await $0.bodyDigest) }
        router.post("/small", bodyLimit: 100) { HTTPResponse(text: try await $0.bodyDigest) }
        router.post("/large", bodyLimit: 20 << 20) { HTTPResponse(text: try await $0.bodyDigest) }
        router.post("/collect") { HTTPResponse(text: "\(try await $0.body.collect(upTo: 50).count)") }
        router.post("/stubborn", bodyLimit: 100) { HTTPResponse(text: (try? await $0.bodyDigest) ?? "swallowed") }
        return router
    }()

    /// Asks, sends megabytes behind it, and expects the refusal and a clean end.
    private func expectRefusal(_ status: Int, _ request: [UInt8], port: UInt16) async throws {
        try await onThread {
            let client = try RawClient(port: port)
            client.send(request)
            let more = [UInt8](repeating: 65, count: 4 << 20)
            #expect(client.send(more) == more.count)
            let answer = try client.readResponse()
            #expect(answer.status == status)
            #expect(answer["Connection"] == "close")
            #expect(!answer.isTruncated && !answer.body.isEmpty)
            let (bytes, end) = client.receiveAll()
            #expect(bytes.isEmpty)
            #expect(end == .finished)
        }
    }

    private static func head(_ size: Int) -> String {
        let lines = (1...3).map { "X-\($0): \(String(repeating: "x", count: 4000))\r\n" }.joined()
        let rest = size - Wire.get("/", lines + "Y: \r\n").utf8.count
        return Wire.get("/", lines + "Y: \(String(repeating: "y", count: rest))\r\n")
    }

    private static func requestLine(_ size: Int) -> String {
        Wire.get("/" + String(repeating: "p", count: size - "GET / HTTP/1.1\r\n".utf8.count))
    }

    private static func fields(_ count: Int) -> String {
        Wire.get("/", (1..<count).map { "X: \($0)\r\n" }.joined())
    }

    @Test(
        "HTTP-2 A head at its limit is served: bytes, request line and number of fields",
        arguments: [head(16_384), requestLine(8192), fields(128)]
    )
    func served(request: String) async throws {
        try await withServer(handler: Self.handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                try #expect(client.ask(request).status == 200)
                try #expect(client.ask(request).status == 200)
            }
        }
    }

    @Test(
        "HTTP-2 A head over its limit is refused, and the refusal reaches a client that is still sending",
        arguments: [(431, head(16_385)), (414, requestLine(8193)), (431, fields(129)), (431, head(60_000))]
    )
    func refused(status: Int, request: String) async throws {
        let recorder = EventRecorder()
        var configuration = HTTPServerConfiguration()
        configuration.observe = recorder.record
        try await withServer(configuration: configuration, handler: Self.handler) { port, server in
            try await expectRefusal(status, Array(request.utf8), port: port)
            let refusal = try await recorder.first { if case .refused(let refusal) = $0 { refusal } else { nil } }
            #expect(Int(refusal.status.code) == status)
            #expect(server.counts.answered == 0)
        }
    }

    @Test("HTTP-2 The limits of a head are the configuration's")
    func configured() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.limits.head.head = 100
        configuration.limits.body = 5
        try await withServer(configuration: configuration, handler: Self.handler) { port in
            try await expectRefusal(431, Array(Self.fields(20).utf8), port: port)
            try await expectRefusal(413, Array((Wire.post("/digest", length: 6) + "123456").utf8), port: port)
        }
    }

    @Test(
        "HTTP-2 A body at its limit is served, by length and by chunks",
        arguments: [("/digest", megabytes), ("/small", 100), ("/large", 20 << 20), ("/collect", 50)],
        [true, false]
    )
    func bodyServed(route: (path: String, count: Int), isChunked: Bool) async throws {
        try await withServer(handler: Self.handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                let body = Wire.pattern(route.count)
                client.send(isChunked ? Wire.chunkedPost(route.path) : Wire.post(route.path, length: route.count))
                client.send(isChunked ? Wire.chunks(body, size: 50_000) : body)
                let answer = try client.readResponse()
                #expect(answer.text == (route.path == "/collect" ? "50" : Digest(body).text))
                try #expect(client.ask(Wire.get("/")).text == "fine")
            }
        }
    }

    @Test(
        "HTTP-2 A body over its limit is refused, by length at once and by chunks as soon as the sum passes",
        arguments: [
            ("/digest", megabytes), ("/small", 100), ("/large", 20 << 20), ("/collect", 50), ("/stubborn", 100),
        ],
        [true, false]
    )
    func bodyRefused(route: (path: String, limit: Int), isChunked: Bool) async throws {
        try await withServer(handler: Self.handler) { port in
            let body = isChunked ? Wire.chunks(Wire.pattern(route.limit + 1), size: 50_000) : []
            let head = isChunked ? Wire.chunkedPost(route.path) : Wire.post(route.path, length: route.limit + 1)
            try await expectRefusal(413, Array(head.utf8) + body, port: port)
        }
    }

    private struct Apologetic: HTTPHandler {
        var response: HTTPResponse?

        func handle(_ request: HTTPRequest) -> HTTPHandling { .now(HTTPResponse()) }

        func answer(to refusal: HTTPRefusal) -> HTTPResponse? {
            var response = response
            response?.fields.append("X-Status", "\(refusal.status.code) \(refusal.isCausedByCookies)")
            return response
        }
    }

    @Test(
        "HTTP-2 A handler may answer a refusal itself, and knows whether cookies were at fault",
        arguments: [true, false]
    )
    func hook(isCookie: Bool) async throws {
        let handler = Apologetic(response: HTTPResponse(.notAcceptable, text: "sorry"))
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                let value = String(repeating: "c", count: 17_000)
                let answer = try client.ask(Wire.get("/", "\(isCookie ? "Cookie" : "X-Not"): \(value)\r\n"))
                #expect(answer.status == 406)
                #expect(answer.text == "sorry")
                #expect(answer["X-Status"] == "431 \(isCookie)")
                #expect(answer["Connection"] == "close")
                #expect(client.receiveAll().end == .finished)
            }
        }
    }

    @Test("HTTP-8 An answer to a refusal that can't be sent, or is a stream, is sent without what is wrong")
    func hookMisused() async throws {
        let split = HTTPResponse(.notAcceptable, fields: ["X": "a\r\nb: c"], body: .text("x"))
        let stream = HTTPResponse(.notAcceptable, body: .stream { try await $0.write("never") })
        for (response, status) in [(split, 400), (stream, 406)] {
            try await withServer(handler: Apologetic(response: response)) { port in
                try await onThread {
                    let client = try RawClient(port: port)
                    let answer = try client.ask("nonsense\r\n\r\n")
                    #expect(answer.status == status)
                    #expect(answer["Content-Length"] == "0")
                    #expect(answer["b"] == nil)
                    let (bytes, end) = client.receiveAll()
                    #expect(bytes.isEmpty)
                    #expect(end == .finished)
                }
            }
        }
    }

    @Test("HTTP-8 A refusal after a HEAD has its body")
    func refusalAfterHead() async throws {
        try await withServer(handler: Self.handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Wire.get("/", method: "HEAD") + "nonsense\r\n\r\n")
                try #expect(client.readResponse(isHead: true).status == 200)
                let answer = try client.readResponse()
                #expect(answer.status == 400)
                #expect(!answer.isTruncated && !answer.body.isEmpty)
            }
        }
    }
}
