import LoopbackKitHTTP
import Testing

@Suite("HTTP client: TLS that is never spoken")
struct SilentHandshakeTests {
    /// Waits for an answer that does not come.
    private final class SilentEngine: TLSEngine {
        var outputCount: Int { 0 }
        var applicationProtocol: String? { nil }
        func receive(_ bytes: UnsafeRawBufferPointer) {}
        func receiveEnd() {}
        func handshake() -> Bool { false }
        func read(into room: UnsafeMutableRawBufferPointer) -> Int? { nil }
        func write(_ bytes: UnsafeRawBufferPointer) {}
        func finish() {}
        func takeOutput(into room: UnsafeMutableRawBufferPointer) -> Int { 0 }
    }

    private struct Provider: TLSClientProvider {
        func makeEngine(host: HTTPHost, port: UInt16) -> any TLSEngine { SilentEngine() }
    }

    @Test("HTTP-10 A handshake that the other side doesn't answer ends in time", .timeLimit(.minutes(5)))
    func silence() async throws {
        try await FaultUpstream.with { upstream in
            var configuration = HTTPClientConfiguration(resolver: HTTPClientTests.LoopbackResolver())
            configuration.tls = Provider()
            configuration.timeouts.connect = .milliseconds(200)
            try await HTTPClient.run(configuration: configuration) { client in
                let url = try HTTPURL("https://test.example:\(upstream.address.port ?? 0)/")
                let error = await #expect(throws: HTTPClientError.self) {
                    try await client.send(HTTPClientRequest(.get, url))
                }
                #expect(error?.code == .tlsTimedOut)
            }
            try await upstream.wait { $0.openConnections == 0 }
        }
    }
}
