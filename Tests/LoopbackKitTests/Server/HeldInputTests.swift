import LoopbackKitHTTP
import Testing

@Suite("Connections: input while an answer waits", .timeLimit(.minutes(5)))
struct HeldInputTests {
    private static let size = 8 << 20

    private static let handler: Router = {
        let large = HTTPResponse(body: .bytes([UInt8](repeating: 46, count: size)))
        var router = Router()
        router.synchronous(.get, "/large") { _ in large }
        router.synchronous(.get, "/small") { _ in HTTPResponse(text: "small") }
        return router
    }()

    @Test("HTTP-1 A request that arrives while a large answer waits for its reader is answered after it")
    func later() async throws {
        try await withServer(handler: Self.handler) { port in
            try await onThread {
                let client = try RawClient(port: port, receiveBuffer: 1 << 14)
                client.send(Wire.get("/large"))
                // The rest can't have been sent: it is larger than all buffers between.
                let part = try client.receivePart().get()
                client.putBack(part)
                client.send(Wire.get("/small"))
                let large = try client.readResponse()
                #expect(large.body.count == Self.size)
                let small = try client.readResponse()
                #expect(small.text == "small")
            }
        }
    }

    @Test("HTTP-7 A kept connection whose answer is still being read at a stop closes after it, without a reset")
    func stop() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.timeouts.stop = .seconds(5)
        try await withServer(configuration: configuration, handler: Self.handler) { port, server in
            let client = try RawClient(port: port, receiveBuffer: 1 << 14)
            try await onThread {
                client.send(Wire.get("/large"))
                let part = try client.receivePart().get()
                client.putBack(part)
            }
            server.shutdown()
            try await onThread {
                let large = try client.readResponse()
                #expect(large.body.count == Self.size)
                #expect(client.receiveAll().end == .finished)
            }
        }
    }
}
