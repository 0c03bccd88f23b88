import LoopbackKitHTTP
import Testing

// Without the system's OpenSSL there is no TLS to test.
@Suite("TLS refusals", .enabled(if: TestCertificates.canBeMade))
struct TLSRefusalTests {
    /// A ServerHello of TLS 1.1 (RFC 4346, section 7.4.1.3), with a random of zeros and TLS_RSA_WITH_AES_128_CBC_SHA.
    static let oldServerHello: [UInt8] =
        [22, 3, 2, 0, 42, 2, 0, 0, 38, 3, 2] + [UInt8](repeating: 0, count: 32) + [0, 0, 0x2F, 0]

    /// What the client says when this is the answer to its first message.
    static func verdict(on answer: [UInt8]) throws -> TLSError? {
        let client = try TestCertificates.clientProvider().makeEngine(host: .name("example.test"), port: 1)
        #expect(try !client.handshake())
        _ = client.takeAllOutput()
        return #expect(throws: TLSError.self) {
            for byte in answer {
                try client.receive([byte])
                _ = try client.handshake()
            }
            client.receiveEnd()
            _ = try client.handshake()
        }
    }

    @Test(
        "HTTP-10 What is no ServerHello is refused, and the error says what it was",
        arguments: [
            (Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), "plain HTTP"),
            ([21, 3, 3, 0, 2, 2, 40], "alert handshake failure"), (oldServerHello, "unsupported protocol"),
            (Array("SSH-2.0-Server\r\n".utf8), "wrong version number"), ([], "connection ended"),
            ([UInt8](repeating: 0xFF, count: 100), ""), ([22, 3, 3, 0, 0], ""),
        ]
    )
    func refused(answer: [UInt8], words: String) throws {
        let error = try Self.verdict(on: answer)
        #expect(error?.code == .handshakeFailed)
        #expect(words.isEmpty || error?.detail?.contains(words) == true, "\(error?.detail ?? "no detail")")
    }

    @Test("HTTP-10 Random answers are refused without a trap")
    func random() throws {
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<200 {
            let count = Int.random(in: 1...300, using: &generator)
            var answer = (0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
            if Bool.random(using: &generator) { answer = [22, 3, 3, 0, 60, 2, 0, 0, 56, 3, 3] + answer }
            #expect(try Self.verdict(on: answer) != nil)
        }
    }

    @Test("HTTP-10 Two sides without a version in common don't come to terms")
    func versions() throws {
        let client = try OpenSSLClient(
            trust: .only(TestCertificates.authority.get().chain),
            versions: .tls13 ... .tls13
        )
        let server = try OpenSSLServer(identity: TestCertificates.right.get(), versions: .tls12 ... .tls12)
        let pair = try EnginePair(client: client, server: server)
        #expect(throws: TLSError.self) { try pair.handshake() }
    }

    @Test("HTTP-10 ALPN agrees on HTTP/1.1, is left out by a server that has none, and refuses other protocols")
    func applicationProtocols() throws {
        let trust = try TLSTrust.only(TestCertificates.authority.get().chain)
        let identity = try TestCertificates.right.get()
        let silent = try EnginePair(
            client: TestCertificates.clientProvider(),
            server: OpenSSLServer(identity: identity, protocols: [])
        )
        try silent.handshake()
        #expect(silent.client.applicationProtocol == nil)

        let modest = try EnginePair(
            client: OpenSSLClient(trust: trust, protocols: []),
            server: OpenSSLServer(identity: identity)
        )
        try modest.handshake()
        #expect(modest.server.applicationProtocol == nil)

        let other = try EnginePair(
            client: OpenSSLClient(trust: trust, protocols: ["h2"]),
            server: OpenSSLServer(identity: identity)
        )
        #expect(throws: TLSError.self) { try other.handshake() }
    }

    @Test("HTTP-10 A library that is not there, or is another one, makes TLS unavailable, and says which")
    func unavailable() {
        let missing = #expect(throws: TLSError.self) { try OpenSSL(libraries: ["libnothing.so.3"]) }
        #expect(missing?.code == .unavailable)
        #expect(missing?.detail?.contains("libnothing.so.3") == true)
        let other = #expect(throws: TLSError.self) { try OpenSSL(libraries: ["libc.so.6", "libSystem.B.dylib"]) }
        #expect(other?.code == .unavailable)
    }
}
