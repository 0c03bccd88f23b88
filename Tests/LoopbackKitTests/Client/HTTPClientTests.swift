import LoopbackKitHTTP
import Testing

/// The client against this library's server.
@Suite("HTTP client")
struct HTTPClientTests {
    /// Calls 127.0.0.1, whatever the name.
    struct LoopbackResolver: HTTPResolver {
        func addresses(of name: String, port: UInt16) async throws -> [SocketAddress] { [.loopback(port: port)] }
    }

    static func withClient<Result: Sendable>(
        _ configuration: HTTPServerConfiguration = .init(),
        respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse,
        _ body: (HTTPClient, HTTPURL) async throws -> Result
    ) async throws -> Result {
        var configuration = configuration
        configuration.address = .loopback(port: 0)
        let server = HTTPServer(configuration: configuration, respond: respond)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            let port = try await server.listeningAddress.port ?? 0
            let result = try await HTTPClient.run(configuration: HTTPClientConfiguration(resolver: LoopbackResolver()))
            {
                try await body($0, try HTTPURL("http://test.example:\(port)/"))
            }
            server.shutdown()
            return result
        }
    }

    @Test("HTTP-10 A small answer, and the connection is used again", .timeLimit(.minutes(5)))
    func small() async throws {
        try await Self.withClient { request in
            HTTPResponse(text: "\(request.method) \(request.target) \(request.fields[.host] ?? "")")
        } _: { client, url in
            for _ in 0..<10 {
                let response = try await client.send(HTTPClientRequest(.get, url))
                #expect(response.status == .ok)
                let text = String(decoding: try await response.body.collect(upTo: 1000), as: UTF8.self)
                #expect(text == "GET / \(url.authority)")
            }
            #expect(client.openConnections == 1)
        }
    }

    @Test("HTTP-10 Chunks that come after their head are no part of it", .timeLimit(.minutes(5)))
    func headAlone() async throws {
        try await FaultUpstream.with { upstream in
            let gate = Gate()
            upstream.on("/", .chunkedHead(), .wait(gate), .chunk("late"), .lastChunk())
            try await HTTPClient.run(configuration: HTTPClientConfiguration(resolver: LoopbackResolver())) { client in
                let response = try await client.send(HTTPClientRequest(.get, try HTTPURL("\(upstream.origin)/")))
                async let body = response.body.collect(upTo: 100)
                gate.open()
                #expect(try await body == Array("late".utf8))
            }
        }
    }

    @Test("HTTP-10 A body is streamed both ways at once", .timeLimit(.minutes(5)))
    func echo() async throws {
        try await Self.withClient { request in
            HTTPResponse(
                body: .stream { writer in
                    for try await part in request.body { try await writer.write(part) }
                    await writer.setTrailers(["X-End": "yes"])
                }
            )
        } _: { client, url in
            let part = [UInt8](repeating: 7, count: 100_000)
            let body = HTTPOutgoingBody.stream { writer in for _ in 0..<50 { try await writer.write(part) } }
            let response = try await client.send(HTTPClientRequest(.post, url, body: body))
            var count = 0
            for try await part in response.body { count += part.count }
            #expect(count == 5_000_000)
            #expect(await response.body.trailers["X-End"] == "yes")
            #expect(client.openConnections == 1)
        }
    }
}
