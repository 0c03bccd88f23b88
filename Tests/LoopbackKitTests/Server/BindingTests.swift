import LoopbackKitHTTP
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

@Suite("Where a server listens", .timeLimit(.minutes(5)))
struct BindingTests {
    private static let hello = ClosureHandler { HTTPResponse(text: "\($0.peer.map(\.description) ?? "nobody")") }

    /// Runs a server with this configuration, and gives its address.
    private func serve(
        _ configuration: HTTPServerConfiguration,
        _ body: (SocketAddress) async throws -> Void
    )
        async throws
    {
        let server = HTTPServer(configuration: configuration, handler: Self.hello)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            try await body(try await server.listeningAddress)
            server.shutdown()
            try await group.waitForAll()
        }
    }

    private func failure(_ configuration: HTTPServerConfiguration) async -> HTTPServerError? {
        await #expect(throws: HTTPServerError.self) { try await serve(configuration) { _ in } }
    }

    /// A path for a socket in a folder of its own, which is removed afterwards.
    private func withSocketPath(_ body: (String) async throws -> Void) async throws {
        let folder = try FolderFixture()
        defer { withExtendedLifetime(folder) {} }
        try await body("\(folder.base)/s")
    }

    @Test("HTTP-9 A server listens on IPv6", .enabled(if: hasIPv6Loopback, "this machine has no ::1"))
    func ipv6() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.address = .ipv6(0, 1, port: 0, zone: 0)
        try await serve(configuration) { address in
            guard case .ipv6(0, 1, let port, 0) = address, port > 0 else { throw Missing() }
            try await onThread {
                let answer = try RawClient(address: address).ask(Wire.get("/"))
                #expect(answer.text.hasPrefix("[0:0:0:0:0:0:0:1]:"))
            }
        }
    }

    @Test("HTTP-9 A server listens on a Unix socket, and removes its file at the end")
    func unix() async throws {
        try await withSocketPath { path in
            var configuration = HTTPServerConfiguration()
            configuration.address = .unix(path: path)
            for _ in 0..<2 {
                try await serve(configuration) { address in
                    #expect(address == .unix(path: path))
                    try await onThread { try #expect(RawClient(address: address).ask(Wire.get("/")).status == 200) }
                }
                #expect(unsafe access(path, F_OK) == -1)
            }
        }
    }

    @Test("HTTP-9 The Unix socket of a process that was killed is taken over; a living one, and a plain file, are not")
    func abandonedSocket() async throws {
        try await withSocketPath { path in
            var configuration = HTTPServerConfiguration()
            configuration.address = .unix(path: path)
            let abandoned = try required(RawSocket.bound(to: path))
            close(abandoned)
            #expect(unsafe access(path, F_OK) == 0)
            try await serve(configuration) { _ in
                #expect(await failure(configuration)?.code == .addressInUse)
            }
            close(unsafe open(path, O_CREAT | O_WRONLY, 0o600))
            #expect(await failure(configuration)?.code == .addressInUse)
            #expect(unsafe access(path, F_OK) == 0)
        }
    }

    @Test("HTTP-9 A path too long for a Unix socket, or none, is a typed error")
    func longPath() async {
        var configuration = HTTPServerConfiguration()
        configuration.address = .unix(path: "/tmp/" + String(repeating: "x", count: 200))
        #expect(await failure(configuration)?.errno == ENAMETOOLONG)
        configuration.address = .unix(path: "")
        #expect(await failure(configuration)?.errno == EINVAL)
    }

    @Test("HTTP-9 A server takes over a listening socket that it was given")
    func inherited() async throws {
        let (descriptor, port) = try RawSocket.listening()
        var configuration = HTTPServerConfiguration()
        configuration.inheritedDescriptor = descriptor
        try await serve(configuration) { address in
            #expect(address == .loopback(port: port))
            try await onThread { try #expect(RawClient(port: port).ask(Wire.get("/")).status == 200) }
        }
        // The socket is closed: its number may be another one's by now.
        await #expect(throws: Missing.self) { try await onThread { _ = try RawClient(port: port) } }
    }

    @Test("HTTP-9 An inherited socket that others hold too goes on listening when the server has ended")
    func inheritedAndShared() async throws {
        let (descriptor, port) = try RawSocket.listening()
        let kept = dup(descriptor)
        for own in [descriptor, dup(kept)] {
            var configuration = HTTPServerConfiguration()
            configuration.inheritedDescriptor = own
            try await serve(configuration) { _ in
                try await onThread { try #expect(RawClient(port: port).ask(Wire.get("/")).status == 200) }
            }
            // Taken by the system for whoever listens next.
            try await onThread { _ = try RawClient(port: port) }
        }
        close(kept)
    }

    @Test("HTTP-9 A server that ends leaves the Unix socket alone that another one bound in its place")
    func replacedSocket() async throws {
        try await withSocketPath { path in
            var configuration = HTTPServerConfiguration()
            configuration.address = .unix(path: path)
            var other: CInt = -1
            try await serve(configuration) { _ in
                #expect(unsafe unlink(path) == 0)
                other = try required(RawSocket.bound(to: path))
            }
            #expect(unsafe access(path, F_OK) == 0)
            close(other)
        }
    }

    @Test("HTTP-5 A request whose client closed its Unix socket at once is answered all the same")
    func hangUp() async throws {
        try await withSocketPath { path in
            let asked = Latch()
            var configuration = HTTPServerConfiguration()
            configuration.address = .unix(path: path)
            let handler = ClosureHandler(synchronous: { _ in
                asked.open()
                return HTTPResponse()
            })
            let server = HTTPServer(configuration: configuration, handler: handler)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await server.run() }
                let address = try await server.listeningAddress
                try await onThread {
                    let client = try RawClient(address: address)
                    client.send(Wire.get("/"))
                    client.close()
                }
                await asked.wait()
                server.shutdown()
                try await group.waitForAll()
            }
            #expect(server.counts.openConnections == 0)
        }
    }

    @Test("HTTP-7 A listener that has ended has nothing more to take, and that is no failure")
    func endedListener() throws {
        let listener = try Listener.bind(to: .loopback(port: 0), backlog: 1)
        listener.stopListening()
        guard case .failure(let error) = listener.accept() else { throw Missing() }
        #expect(error.isEmpty && !error.isPassing && !error.isExhaustion)
    }

    @Test("HTTP-9 A descriptor that is no listening stream socket is a typed error")
    func wrongDescriptor() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.inheritedDescriptor = 100_000
        #expect(await failure(configuration) == HTTPServerError(.invalidDescriptor, errno: EBADF))
        let file = unsafe open("/dev/null", O_RDONLY)
        configuration.inheritedDescriptor = file
        #expect(await failure(configuration) == HTTPServerError(.invalidDescriptor, errno: ENOTSOCK))
        let unconnected = RawSocket.make()
        configuration.inheritedDescriptor = unconnected
        #expect(await failure(configuration) == HTTPServerError(.invalidDescriptor, errno: EINVAL))
        close(file)
        close(unconnected)
    }

    @Test(
        "HTTP-9 Activated descriptors are those that were handed to this process",
        arguments: [
            (["LISTEN_FDS": "2", "LISTEN_PID": "own"], [3, 4]), (["LISTEN_FDS": "1", "LISTEN_PID": "1"], []),
            (["LISTEN_FDS": "1"], []), (["LISTEN_PID": "own"], []), (["LISTEN_FDS": "-1", "LISTEN_PID": "own"], []),
            (["LISTEN_FDS": "+1", "LISTEN_PID": "own"], []), (["LISTEN_FDS": "", "LISTEN_PID": "own"], []),
            (["LISTEN_FDS": "99999999999999999999", "LISTEN_PID": "own"], []),
        ]
    )
    func activation(environment: [String: String], expected: [CInt]) {
        let found = HTTPServerConfiguration.activatedDescriptors { name in
            environment[name] == "own" ? "\(getpid())" : environment[name]
        }
        #expect(found == expected)
    }
}

/// Whether something can be bound to ::1 here.
private let hasIPv6Loopback: Bool = (try? Listener.bind(to: .ipv6(0, 1, port: 0, zone: 0), backlog: 1)) != nil
