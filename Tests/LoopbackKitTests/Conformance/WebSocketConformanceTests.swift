import LoopbackKitHTTP
import Testing

@Suite("WebSocket: conformance", .timeLimit(.minutes(2)))
struct WebSocketConformanceTests {
    @Test("HTTP-9 An echo answers each case as RFC 6455 wants it", arguments: [1, 2, 3, 4, 5, 6, 7, 9, 10])
    func whole(area: Int) async throws {
        for testCase in WebSocketCase.all where testCase.area == area {
            let got = try await got(testCase, cutting: testCase.sent.count)
            #expect(got == testCase.got, "\(testCase)")
        }
    }

    @Test("HTTP-9 So it does when the bytes come in small parts", arguments: [1, 2, 3, 4, 5, 6, 7, 10], [1, 2, 7])
    func parts(area: Int, size: Int) async throws {
        for testCase in WebSocketCase.all where testCase.area == area && testCase.sent.count < 700 {
            let got = try await got(testCase, cutting: size)
            #expect(got == testCase.got, "\(testCase)")
        }
    }

    @Test("HTTP-9 Every area has its cases")
    func counts() {
        #expect(WebSocketCase.all.count > 200)
        #expect(Set(WebSocketCase.all.map(\.area)) == [1, 2, 3, 4, 5, 6, 7, 9, 10])
    }

    /// What an echo sends when the case's bytes arrive in parts of that size.
    private func got(_ testCase: WebSocketCase, cutting size: Int) async throws -> [Frame] {
        var fixture = SocketFixture()
        fixture.configuration.maximumMessageSize = WebSocketCase.limit
        return try await fixture.run(SocketFixture.echo) { stream in
            for start in stride(from: 0, to: testCase.sent.count, by: size) {
                stream.arrive(Array(testCase.sent[start..<min(start + size, testCase.sent.count)]))
            }
            stream.end()
        }.sent
    }
}
