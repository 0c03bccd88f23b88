import LoopbackKitHTTP
import Testing

@Suite("HTTP client: bodies that come after their heads")
struct LateBodyTests {
    @Test("HTTP-10 A chunked body is read as it comes, also when its head came alone", .timeLimit(.minutes(5)))
    func chunks() async throws {
        try await FaultUpstream.with { upstream in
            let configuration = HTTPClientConfiguration(resolver: HTTPClientTests.LoopbackResolver())
            try await HTTPClient.run(configuration: configuration) { client in
                // Whether somebody waits for the body when it comes is a race: one of many calls wins it.
                for turn in 0..<30 {
                    let gate = Gate()
                    upstream.on("/\(turn)", .chunkedHead(), .wait(gate), .chunk("late"), .lastChunk())
                    let url = try HTTPURL("http://test.example:\(upstream.address.port ?? 0)/\(turn)")
                    let response = try await client.send(HTTPClientRequest(.get, url))
                    async let body = response.body.collect(upTo: 100)
                    gate.open()
                    #expect(try await body == Array("late".utf8))
                }
            }
        }
    }
}
