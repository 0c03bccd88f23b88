import LoopbackKitHTTP
import Testing

@Suite("Exchange reports", .timeLimit(.minutes(5)))
struct ExchangeReportTests {
    /// Serves the routes, and gives the reports one after the other.
    private func withReports(
        _ body: @escaping @Sendable (UInt16) throws -> Void
    ) async throws -> [HTTPExchangeReport] {
        let (stream, continuation) = AsyncStream.makeStream(of: HTTPExchangeReport.self)
        var configuration = HTTPServerConfiguration()
        configuration.report = { continuation.yield($0) }
        configuration.limits.body = 10
        var router = Router()
        router.synchronous(.get, "/now") { _ in HTTPResponse(text: "12345") }
        router.get("/later") { _ in HTTPResponse(body: .bytes([UInt8](repeating: 65, count: 100_000))) }
        router.get("/stream") { _ in
            HTTPResponse(body: .stream { for part in [3, 40_000] { try await $0.write(Wire.pattern(part)) } })
        }
        router.get("/broken") { _ in HTTPResponse(body: .stream { _ in throw Missing() }) }
        router.get("/throws") { _ in throw Missing() }
        router.post("/read") { HTTPResponse(text: try await $0.bodyDigest) }
        router.get("/upgrade") { _ in
            .upgrade(to: "x") { stream in
                while let bytes = try await stream.read() { try await stream.write(bytes) }
            }
        }
        try await withServer(configuration: configuration, handler: router) { port in
            try await onThread { try body(port) }
        }
        continuation.finish()
        var reports: [HTTPExchangeReport] = []
        for await report in stream { reports.append(report) }
        return reports
    }

    @Test("HTTP-9 Each exchange is reported once, with its status and the bytes of its body")
    func reports() async throws {
        let reports = try await withReports { port in
            let client = try RawClient(port: port)
            for path in ["/now", "/later", "/stream", "/nowhere", "/throws"] { _ = try client.ask(Wire.get(path)) }
            _ = try client.ask(Wire.get("/later", method: "HEAD"), isHead: true)
        }
        #expect(reports.map(\.request.target.path) == ["/now", "/later", "/stream", "/nowhere", "/throws", "/later"])
        #expect(reports.map { $0.status?.code } == [200, 200, 200, 404, 500, 200])
        #expect(reports.map(\.sentBytes) == [5, 100_000, 40_003, 10, 22, 0])
        #expect(reports.allSatisfy { !$0.wasCut && $0.duration > .zero })
    }

    @Test("HTTP-9 An exchange that is refused or cut is reported as that")
    func cut() async throws {
        let reports = try await withReports { port in
            let refused = try RawClient(port: port)
            refused.send(Wire.post("/read", length: 11))
            _ = refused.receiveAll()
            let broken = try RawClient(port: port)
            broken.send(Wire.get("/broken"))
            _ = broken.receiveAll()
            let gone = try RawClient(port: port)
            gone.send(Wire.post("/read", length: 5) + "abc")
            gone.finishSending()
            _ = gone.receiveAll()
        }
        let seen = Set(reports.map { "\($0.request.target.path) \($0.status?.code ?? 0) \($0.wasCut)" })
        #expect(seen == ["/read 413 false", "/broken 200 true", "/read 0 true"])
    }

    @Test("HTTP-9 An upgraded connection is one exchange")
    func upgraded() async throws {
        let reports = try await withReports { port in
            let client = try RawClient(port: port)
            client.send(Wire.get("/upgrade", "Connection: upgrade\r\nUpgrade: x\r\n") + "1234567")
            _ = client.receive(until: "1234567")
            client.finishSending()
            _ = client.receiveAll()
        }
        #expect(reports.count == 1)
        #expect(reports.first?.status == .switchingProtocols && reports.first?.sentBytes == 7)
        #expect(reports.first?.wasCut == false)
    }
}
