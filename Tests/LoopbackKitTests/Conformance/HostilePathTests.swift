import LoopbackKit
import LoopbackKitHTTP
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// Everything that a client could try to leave a registered folder, over real sockets.
@Suite("Hostile paths over sockets", .timeLimit(.minutes(5)))
struct HostilePathTests {
    /// What a sweep over many paths came to.
    private struct Sweep {
        var statuses: [Int: Int] = [:]
        var reached = 0

        mutating func note(_ answer: RawResponse) {
            statuses[answer.status, default: 0] += 1
            if answer.body.contains("CANARY".utf8) { reached += 1 }
        }
    }

    /// Registers the fixture's folder with a manager of its own, and gives the port and the folder's path.
    private func withFolder<Value: Sendable>(
        _ fixture: FolderFixture,
        _ body: (UInt16, String) async throws -> Value
    ) async throws -> Value {
        var configuration = LoopbackConfiguration(applicationIdentifier: "com.example.hostile")
        configuration.port = 0
        let manager = ServerManager(configuration: configuration)
        let registration = try await manager.register(folder: fixture.root, as: .plugins, id: "hostile")
        guard case .ready(let opening) = await manager.state else { throw Missing() }
        let origin = "http://127.0.0.1:\(opening.port)"
        let value = try await body(opening.port, String(registration.baseURL.dropFirst(origin.count + 1)))
        await manager.stop()
        return value
    }

    /// Asks for each path, on one connection as long as the server keeps it.
    private static func sweep(_ paths: some Sequence<String>, port: UInt16, host: String) throws -> Sweep {
        var sweep = Sweep()
        var client = try RawClient(port: port)
        for path in paths {
            let answer = try client.ask("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            sweep.note(answer)
            if answer["Connection"] == "close" { client = try RawClient(port: port) }
        }
        return sweep
    }

    @Test("FILE-2 SCOPE-3 No hostile path reaches a byte outside a registered folder")
    func checked() async throws {
        let fixture = try FolderContainmentTests.fixture()
        let sweep = try await withFolder(fixture) { port, folder in
            let paths = FolderContainmentTests.hostilePaths.map { "/\(folder.dropLast())\($0)" }
            return try await onThread { try Self.sweep(paths, port: port, host: "127.0.0.1:\(port)") }
        }
        #expect(sweep.reached == 0)
        // A climb out of the scope's address is another scope, or has no token.
        #expect(Set(sweep.statuses.keys).isSubset(of: [200, 307, 400, 403, 404]), "\(sweep.statuses)")
        #expect(sweep.statuses[403, default: 0] > 100, "\(sweep.statuses)")
    }

    @Test("FILE-2 Without the check at least 20 of the same paths reach it over a socket")
    func unchecked() async throws {
        let fixture = try FolderContainmentTests.fixture()
        let files = try fixture.files(containment: .unchecked)
        let handler = ClosureHandler(synchronous: { request in
            files.respond(request, request.target.pathBytes)
        })
        let sweep = try await withServer(handler: handler) { port in
            let paths = FolderContainmentTests.hostilePaths
            return try await onThread { try Self.sweep(paths, port: port, host: "a") }
        }
        #expect(sweep.reached >= 20)
        withExtendedLifetime(fixture) {}
    }

    @Test("FILE-2 A link swapped during 10,000 requests never gives a byte from outside")
    func swapped() async throws {
        let fixture = try FolderContainmentTests.fixture()
        try fixture.write("kept.txt", "inside")
        try fixture.link("link", to: "kept.txt")
        try fixture.link("folder", to: "sub")
        let swapper = LinkSwapper(fixture)
        swapper.start()
        defer { swapper.stop() }
        let sweep = try await withFolder(fixture) { port, folder in
            let paths = (0..<10_000).map { "/\(folder)\($0 % 2 == 0 ? "link" : "folder/canary.txt")" }
            return try await onThread { try Self.sweep(paths, port: port, host: "127.0.0.1:\(port)") }
        }
        #expect(sweep.reached == 0)
        // Both ways of the links were met, so the race was on.
        #expect(sweep.statuses[403, default: 0] > 0, "\(sweep.statuses)")
        #expect(sweep.statuses[200, default: 0] + sweep.statuses[404, default: 0] > 0, "\(sweep.statuses)")
    }

    @Test("FILE-2 Links out, a FIFO and a device are answered at once, and never with their bytes")
    func specialFiles() async throws {
        let fixture = try FolderContainmentTests.fixture()
        try fixture.link("out.txt", to: "../canary.txt")
        try fixture.link("sibling.txt", to: "../rootsibling/canary.txt")
        try fixture.link("up", to: "..")
        try fixture.link("device", to: "/dev/zero")
        try fixture.link("loop", to: "loop")
        try fixture.fifo("fifo.txt")
        try fixture.link("to-fifo.txt", to: "fifo.txt")
        let expected = [
            ("out.txt", 403), ("sibling.txt", 403), ("up/canary.txt", 403), ("device", 403), ("loop", 404),
            ("fifo.txt", 404), ("to-fifo.txt", 404), ("sub/a.txt", 200),
        ]
        try await withFolder(fixture) { port, folder in
            for (name, status) in expected {
                let answer = try await onThread {
                    try RawClient(port: port).ask("GET /\(folder)\(name) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
                }
                #expect(answer.status == status, "\(name)")
                #expect(!answer.body.contains("CANARY".utf8), "\(name)")
            }
        }
    }

    @Test("FILE-2 An unreadable file is 403", .enabled(if: geteuid() != 0, "the superuser can read everything"))
    func unreadable() async throws {
        let fixture = try FolderContainmentTests.fixture()
        try fixture.allow(0, "sub/a.txt")
        let sweep = try await withFolder(fixture) { port, folder in
            try await onThread { try Self.sweep(["/\(folder)sub/a.txt"], port: port, host: "127.0.0.1:\(port)") }
        }
        #expect(sweep.statuses == [403: 1])
    }

    @Test("FILE-4 A file that shrinks while it is sent cuts the connection, and is never filled up")
    func shrinking() async throws {
        let size = 64 << 20
        let fixture = try FolderContainmentTests.fixture()
        try fixture.write("large.bin", [UInt8](repeating: 7, count: size))
        let (body, end) = try await withFolder(fixture) { port, folder in
            try await onThread {
                let client = try RawClient(port: port, receiveBuffer: 4096)
                client.send("GET /\(folder)large.bin HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
                let head = try client.readResponseHead()
                #expect(head.status == 200 && head["Content-Length"] == "\(size)")
                #expect(unsafe truncate("\(fixture.root)/large.bin", 1 << 20) == 0)
                return client.receiveAll()
            }
        }
        #expect(body.count < size)
        // What sendfile(2) handed over is the file's own pages: the system clears them where the file was cut.
        #expect(body.allSatisfy { $0 == 7 || $0 == 0 })
        #expect(end == .cut)
    }
}
