import LoopbackKitHTTP
import Synchronization
import Testing

/// Answers of every kind, for attacks on the connections that bring them.
///
/// | path | answer |
/// | --- | --- |
/// | `/now`, `/later` | a few bytes, at once or by an async responder |
/// | `/trust` | the same, and the connection is marked as trusted |
/// | `/stream` | the same bytes in chunks |
/// | `/large`, `/file` | 8 MiB from memory or from a file: more than the system's buffers hold |
/// | `/endless` | a stream without an end |
/// | `/digest` | length and hash of the body |
/// | `/unread` | a few bytes, and the body is left |
/// | `/echo` | an upgrade that sends back what comes |
/// | `/flood` | an upgrade that writes without an end |
struct AttackedServer: HTTPHandler {
    static let largeSize = 8 << 20
    /// A large body: made once.
    static let largeBody = Wire.pattern(largeSize)

    /// Opened when a responder of `/wait` is at work.
    let isWaiting = Latch()
    private let router: Router

    init(file: HTTPFileRegion? = nil) {
        let isWaiting = isWaiting
        var router = Router()
        router.synchronous(.get, "/now") { _ in HTTPResponse(text: "now") }
        router.synchronous(.get, "/trust") { _ in
            var response = HTTPResponse(text: "trust")
            response.connection = .trust
            return response
        }
        router.get("/later") { _ in HTTPResponse(text: "later") }
        router.get("/stream") { _ in HTTPResponse(body: .stream(Self.parts)) }
        router.synchronous(.get, "/large") { _ in HTTPResponse(body: .bytes(Self.largeBody)) }
        if let file { router.synchronous(.get, "/file") { _ in HTTPResponse(body: .file(file)) } }
        router.get("/endless") { _ in HTTPResponse(body: .stream(Self.endless)) }
        router.post("/digest") { HTTPResponse(text: try await $0.bodyDigest) }
        router.synchronous(.post, "/unread") { _ in HTTPResponse(text: "unread") }
        router.get("/echo") { _ in .upgrade(to: "echo", run: Self.echo) }
        router.get("/flood") { _ in .upgrade(to: "flood", run: Self.flood) }
        router.get("/wait") { _ in
            isWaiting.open()
            try await Task.sleep(for: .seconds(1000))
            return HTTPResponse()
        }
        self.router = router
    }

    func handle(_ request: HTTPRequest) -> HTTPHandling { router.handle(request) }

    /// The head of a request that asks for an upgrade.
    static func upgrade(_ path: String) -> String { Wire.get(path, "Connection: upgrade\r\nUpgrade: echo, flood\r\n") }

    private static func parts(_ writer: HTTPBodyWriter) async throws {
        for part in ["first", "second", "third"] {
            try await writer.write(part)
            await Task.yield()
        }
    }

    private static func endless(_ writer: HTTPBodyWriter) async throws {
        let part = [UInt8](repeating: 46, count: 1 << 14)
        while true { try await writer.write(part) }
    }

    private static func echo(_ stream: any DuplexStream) async throws {
        while let bytes = try await stream.read() { try await stream.write(bytes) }
    }

    private static func flood(_ stream: any DuplexStream) async throws {
        let part = [UInt8](repeating: 46, count: 1 << 14)
        while true { try await stream.write(part) }
    }
}

/// Runs an attacked server, whose `/file` stands in a folder of its own.
func withAttackedServer(
    _ configure: (inout HTTPServerConfiguration) -> Void = { _ in },
    _ attack: (UInt16, HTTPServer, AttackedServer) async throws -> Void
) async throws {
    let fixture = try FolderFixture()
    try fixture.write("large.bin", AttackedServer.largeBody)
    let (file, status) = try FolderDescriptor(path: Array(fixture.root.utf8) + [0])
        .openFile(Array("large.bin".utf8) + [0])
    var configuration = HTTPServerConfiguration()
    configure(&configuration)
    let handler = AttackedServer(file: HTTPFileRegion(file: file, offset: 0, count: status.size))
    try await withServer(configuration: configuration, handler: handler) { port, server in
        try await attack(port, server, handler)
    }
}

extension HTTPServer {
    /// Waits until so few connections are open, and no task runs for those that are gone.
    ///
    /// The server tells nobody of a connection's end: it is asked, while others run. The suite's time limit bounds it.
    func waitForConnections(_ count: Int, tasks: Int = 0) async {
        while counts.openConnections > count || counts.runningTasks > tasks, !Task.isCancelled { await Task.yield() }
    }
}

/// A connection that tells, by being answered, that the loop has had its turn.
struct Pace: Sendable {
    private let client: RawClient

    init(port: UInt16) throws { client = try RawClient(port: port) }

    /// Returns once the server's only loop has seen what was sent before.
    func keep() throws {
        client.send(Wire.get("/now"))
        #expect(client.receive(until: "\r\n\r\nnow").hasSuffix("\r\n\r\nnow"))
    }
}
