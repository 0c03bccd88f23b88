import LoopbackKitHTTP
import Testing

@Suite("In-memory client", .timeLimit(.minutes(5)))
struct InMemoryClientTests {
    private struct Broken: Error {}

    private static let router: Router = {
        var router = Router()
        router.get("/hello/{name}") { HTTPResponse(text: "Hello \($0.parameters["name"] ?? "")") }
        router.post("/count", bodyLimit: 10) { request in
            var count = 0
            for try await part in request.body { count += part.count }
            return HTTPResponse(text: "\(count)")
        }
        router.post("/open") { HTTPResponse(text: try await $0.bodyDigest) }
        router.get("/stream") { _ in
            HTTPResponse(body: .stream { for part in ["a", "b", "c"] { try await $0.write(part) } })
        }
        router.get("/broken-stream") { _ in HTTPResponse(body: .stream { _ in throw Broken() }) }
        router.get("/short-stream") { _ in HTTPResponse(body: .stream(length: 5) { try await $0.write("abc") }) }
        router.get("/throws") { _ in throw Broken() }
        router.get("/gone") { _ in throw HTTPError(.gone, "away") }
        router.get("/split") { _ in HTTPResponse(fields: ["X-A": "1\r\nX-B: 2"]) }
        router.get("/upgrade") { _ in
            .upgrade(to: "echo") { stream in
                while let bytes = try await stream.read() { try await stream.write(bytes) }
            }
        }
        return router
    }()

    private let client = InMemoryClient(Self.router)

    @Test("HTTP-9 An application is asked without a server")
    func asks() async throws {
        let answer = try await client.get("/hello/Ada?x=1")
        #expect(answer.status == .ok && answer.text == "Hello Ada" && answer.failure == nil)
        #expect(answer.fields[.contentType] == "text/plain; charset=utf-8")
        #expect(try await client.get("/nowhere").status == .notFound)
        #expect(try await client.send(.head, "/hello/Ada").body.isEmpty)
        #expect(try await client.post("/open", body: "12345").text.hasPrefix("5 "))
    }

    @Test("HTTP-9 Limits of bodies hold as in a server, by length and by what comes", arguments: [10, 11])
    func limits(count: Int) async throws {
        let bytes = [UInt8](repeating: 65, count: count)
        let status: HTTPStatus = count > 10 ? .contentTooLarge : .ok
        #expect(try await client.send(.post, "/count", body: .bytes(bytes)).status == status)
        let unknown = HTTPIncomingBody(.stream(ChunkSource(bytes.map { [$0] }), length: nil))
        #expect(try await client.send(.post, "/count", body: unknown).status == status)
    }

    @Test("HTTP-9 Streams and files are collected; one that breaks off is an error and no short answer")
    func streams() async throws {
        #expect(try await client.get("/stream").text == "abc")
        for target in ["/broken-stream", "/short-stream"] {
            let error = await #expect(throws: InMemoryClientError.self) { try await client.get(target) }
            #expect(error?.code == .brokenOff)
        }
    }

    @Test("HTTP-9 What a responder throws is answered as by a server, and told")
    func failures() async throws {
        let broken = try await client.get("/throws")
        #expect(broken.status == .internalServerError && broken.failure is Broken)
        let gone = try await client.get("/gone")
        #expect(gone.status == .gone && gone.text == "away")
        let split = try await client.get("/split")
        #expect(split.status == .internalServerError && split.fields["X-B"] == nil)
    }

    @Test("HTTP-9 A malformed target is a typed error", arguments: ["", "nowhere", "/a b", "/a#b", "http://a/"])
    func target(target: String) async {
        let error = await #expect(throws: InMemoryClientError.self) { try await client.get(target) }
        #expect(error?.code == .malformedTarget)
    }

    @Test("HTTP-9 An upgrade gives both sides a stream, with back-pressure and half-close")
    func upgrade() async throws {
        let target = try required(RequestTarget("/upgrade"))
        let fields: HTTPFields = [.connection: "keep-alive, Upgrade", .upgrade: "echo"]
        let request = HTTPRequest(method: .get, target: target, fields: fields)
        let echoed = try await client.upgrade(request) { head, stream in
            #expect(head.status == .switchingProtocols && head.fields[.upgrade] == "echo")
            async let received = { () async throws -> [UInt8] in
                var bytes: [UInt8] = []
                while let part = try await stream.read() { bytes += part }
                return bytes
            }()
            for _ in 0..<10 { try await stream.write(Wire.pattern(50_000)) }
            try await stream.finish()
            return try await received
        }
        #expect(echoed == (0..<10).flatMap { _ in Wire.pattern(50_000) })
        let error = await #expect(throws: InMemoryClientError.self) { try await client.get("/upgrade") }
        #expect(error?.code == .upgraded)
        let plain = HTTPRequest(method: .get, target: try required(RequestTarget("/stream")))
        let refused = await #expect(throws: InMemoryClientError.self) { try await client.upgrade(plain) { _, _ in } }
        #expect(refused?.code == .notUpgraded(.ok))
        let unasked = HTTPRequest(method: .get, target: target, fields: [.upgrade: "echo"])
        let failed = await #expect(throws: InMemoryClientError.self) { try await client.upgrade(unasked) { _, _ in } }
        #expect((failed?.underlying as? HTTPMessageError)?.code == .upgradeNotAsked)
    }

    @Test("HTTP-9 A writer waits while nobody reads, and a reader that is gone ends it")
    func backPressure() async throws {
        let (near, far) = InMemoryStream.pair()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await #expect(throws: HTTPMessageError.self) {
                    while true { try await near.write([UInt8](repeating: 0, count: 1000)) }
                }
            }
            // The first part comes alone or with others, but never more than the bound and one part.
            let first = try required(try await far.read())
            #expect(first.count <= (1 << 16) + 1000)
            far.close()
            try await group.waitForAll()
        }
        #expect(try await near.read() == nil)
    }

    @Test("HTTP-9 Two readers of an in-memory stream both end", .timeLimit(.minutes(5)))
    func twoReaders() async {
        for _ in 0..<2000 {
            let (near, far) = InMemoryStream.pair()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<2 { group.addTask { _ = try? await near.read() } }
                group.addTask {
                    await Task.yield()
                    far.close()
                }
            }
        }
    }
}
