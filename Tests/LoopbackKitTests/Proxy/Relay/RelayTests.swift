import LoopbackKit
import LoopbackKitHTTP
import Testing

/// Calls through a whole server.
@Suite("Relay", .timeLimit(.minutes(5)))
struct RelayTests {
    @Test("PROXY-2 A call reaches the other site with its path and query byte for byte")
    func call() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/a%2Fb", .head(.ok, ["Content-Length": "3"]), .bytes("abc"))
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.get("http://\(upstream.address)/a%2Fb?c=%20&d=%C3%A9")
                #expect(answer.hasPrefix("HTTP/1.1 200"))
                #expect(answer.hasSuffix("abc"))
            }
            #expect(upstream.record.requests.map(\.target) == ["/a%2Fb?c=%20&d=%C3%A9"])
        }
    }
}
