import LoopbackKitHTTP
import Testing

// Without the system's OpenSSL there is no TLS to test.
@Suite("TLS handshakes", .enabled(if: TestCertificates.canBeMade))
struct TLSHandshakeTests {
    @Test(
        "HTTP-10 A handshake completes however the network splits its bytes",
        arguments: [EnginePair.Split.whole, .single, .random(seed: 1), .random(seed: 2)],
        [TLSVersion.tls12, .tls13]
    )
    func completes(split: EnginePair.Split, version: TLSVersion) throws {
        let pair = try EnginePair(
            client: TestCertificates.clientProvider(),
            server: OpenSSLServer(identity: TestCertificates.right.get(), versions: version...version),
            split: split
        )
        try pair.handshake()
        #expect(pair.client.applicationProtocol == "http/1.1")
        #expect((pair.client as? OpenSSLEngine)?.version == (version == .tls12 ? "TLSv1.2" : "TLSv1.3"))
        #expect(try pair.send([1, 2, 3], from: pair.client, to: pair.server) == [1, 2, 3])
        #expect(try pair.send([4, 5], from: pair.server, to: pair.client) == [4, 5])
    }
}
