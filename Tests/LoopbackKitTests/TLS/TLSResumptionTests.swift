import LoopbackKitHTTP
import Testing

// Without the system's OpenSSL there is no TLS to test.
@Suite("TLS resumption", .enabled(if: TestCertificates.canBeMade))
struct TLSResumptionTests {
    /// Opens a connection, in which the server's tickets arrive, and tells whether it was resumed.
    @discardableResult
    static func connect(
        _ client: OpenSSLClient,
        _ server: OpenSSLServer,
        host: HTTPHost = .name("example.test"),
        port: UInt16 = 443
    ) throws -> Bool {
        let pair = try EnginePair(client: client, server: server, host: host, port: port)
        try pair.handshake()
        #expect(try pair.send([1], from: pair.server, to: pair.client) == [1])
        let client = try #require(pair.client as? OpenSSLEngine)
        let server = try #require(pair.server as? OpenSSLEngine)
        #expect(client.isResumed == server.isResumed)
        return client.isResumed
    }

    @Test(
        "HTTP-10 The second connection to a host resumes the first one's session",
        arguments: [TLSVersion.tls12, .tls13]
    )
    func resumes(version: TLSVersion) throws {
        let client = try TestCertificates.clientProvider()
        let server = try OpenSSLServer(identity: TestCertificates.right.get(), versions: version...version)
        #expect(try !Self.connect(client, server))
        #expect(try Self.connect(client, server))
        #expect(try Self.connect(client, server))
        // Sessions are of one host, one port and one provider.
        #expect(try !Self.connect(client, server, port: 444))
        #expect(try !Self.connect(client, server, host: .name("localhost")))
        #expect(try !Self.connect(TestCertificates.clientProvider(), server))
    }

    @Test("HTTP-10 A ticket of TLS 1.3 is used once")
    func single() throws {
        let client = try TestCertificates.clientProvider()
        let server = try OpenSSLServer(identity: TestCertificates.right.get())
        try Self.connect(client, server)
        let kept = client.sessionCount
        #expect(kept > 0)
        let engines = try (0..<kept + 1).map { _ in
            try EnginePair(client: client, server: server)
        }
        #expect(client.sessionCount == 0)
        let resumed = try engines.map { pair in
            try pair.handshake()
            return (pair.client as? OpenSSLEngine)?.isResumed
        }
        #expect(resumed == [Bool](repeating: true, count: kept) + [false])
    }

    @Test("HTTP-10 Sessions are kept for a bounded number of hosts, the least recently used one goes first")
    func bounded() throws {
        let client = try OpenSSLClient(trust: .only(TestCertificates.authority.get().chain), sessionHostLimit: 2)
        let server = try OpenSSLServer(identity: TestCertificates.right.get(), versions: .tls12 ... .tls12)
        for port in [1, 2, 1, 3] as [UInt16] { try Self.connect(client, server, port: port) }
        #expect(try !Self.connect(client, server, port: 2))
        for _ in 0..<10 { try Self.connect(client, server, port: 3) }
        #expect(client.sessionCount <= 8)
        let none = try OpenSSLClient(trust: .only(TestCertificates.authority.get().chain), sessionHostLimit: 0)
        #expect(try !Self.connect(none, server))
        #expect(try !Self.connect(none, server))
        #expect(none.sessionCount == 0)
    }

    @Test("HTTP-10 A server with new keys is connected to all the same")
    func restarted() throws {
        let client = try TestCertificates.clientProvider()
        try Self.connect(client, OpenSSLServer(identity: TestCertificates.right.get()))
        #expect(try !Self.connect(client, OpenSSLServer(identity: TestCertificates.right.get())))
    }

    @Test("HTTP-10 Many threads use one provider at once")
    func threads() async throws {
        let client = try TestCertificates.clientProvider()
        let server = try OpenSSLServer(identity: TestCertificates.right.get())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    try await onThread {
                        for _ in 0..<25 { try Self.connect(client, server, port: UInt16(thread % 3)) }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(client.sessionCount <= 12)
    }
}
