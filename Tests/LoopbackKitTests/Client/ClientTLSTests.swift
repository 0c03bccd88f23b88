import LoopbackKitHTTP
import Testing

@Suite("HTTPClient and TLS", .timeLimit(.minutes(5)), .enabled(if: TestCertificates.canBeMade))
struct ClientTLSTests {
    @Test(
        "HTTP-10 A right certificate works for its name and for its address",
        arguments: ["example.test", "127.0.0.1"]
    )
    func right(_ host: String) async throws {
        try await CalledUpstream.with(.tls(TestCertificates.right.get()), isSecure: true) { called in
            called.upstream.on("/", .pattern(3_000_000))
            called.upstream.on("/echo", .echo)
            for _ in 0..<2 {
                var check = BytePattern.Check()
                for try await part in try await called.send(host: host).body { check.take(part) }
                #expect(check.isIntact && check.count == 3_000_000)
            }
            let bytes = BytePattern().bytes(600_000)
            let stream = HTTPOutgoingBody.stream { writer in
                for start in stride(from: 0, to: bytes.count, by: 50_000) {
                    try await writer.write(Array(bytes[start..<start + 50_000]))
                }
            }
            for body in [HTTPOutgoingBody.bytes(bytes), stream] {
                #expect(
                    try await called.text(.post, "/echo", host: host, body: body).hasSuffix(
                        "body 600000 \(BodyHash(bytes))\r\n"
                    )
                )
            }
            #expect(called.upstream.record.connections.count == 1)
            #expect(called.upstream.requests[0]["Host"] == "\(host):\(called.upstream.port)")
        }
    }

    @Test(
        "HTTP-10 A wrong certificate has its error, and no request leaves",
        arguments: TestCertificates.Wrong.allCases
    )
    func wrong(_ certificate: TestCertificates.Wrong) async throws {
        try await CalledUpstream.with(.tls(certificate.identity()), isSecure: true) { called in
            let error = try await called.failure(.post, "/", body: .text("secret"))
            #expect(error?.code == .tlsFailed)
            #expect(error?.tls?.code == certificate.code)
            try await called.upstream.wait { $0.ends.count == 1 }
            #expect(called.upstream.requests.isEmpty)
            #expect(called.client.openConnections == 0)
        }
    }

    @Test("HTTP-10 The address of another host is refused where the certificate is for a name")
    func otherHost() async throws {
        try await CalledUpstream.with(.tls(TestCertificates.right.get()), isSecure: true) { called in
            let error = try await clientError { try await called.text(host: "other.test") }
            #expect(error?.tls?.code == .wrongHost)
            #expect(called.upstream.requests.isEmpty)
        }
    }

    @Test("HTTP-10 An upstream that speaks no TLS, or ends in the handshake, has its error", arguments: [true, false])
    func noTLS(isGarbage: Bool) async throws {
        try await CalledUpstream.with(isGarbage ? .garbage : .closing, isSecure: true) { called in
            let error = try await called.failure()
            #expect(error?.code == .tlsFailed)
            #expect(error?.tls?.code == .handshakeFailed)
            #expect(called.client.openConnections == 0)
        }
    }

    @Test("HTTP-10 Without TLS an https request fails and leaves nothing behind")
    func unavailable() async throws {
        try await CalledUpstream.with(
            isSecure: true,
            configure: {
                $0.tls = nil
                $0.limits.connectionsPerOrigin = 1
            }
        ) { called in
            for _ in 0..<2 {
                let error = try await called.failure()
                #expect(error?.tls?.code == .unavailable)
            }
            #expect(called.client.openConnections == 0)
        }
    }

    @Test("PROXY-12 A body that ends with the connection is whole only where TLS announced the end")
    func truncation() async throws {
        try await CalledUpstream.with(.tls(TestCertificates.right.get()), isSecure: true) { called in
            called.upstream.on("/whole", .head(), .bytes("all of it"), .close)
            called.upstream.on("/cut", .head(), .bytes("all of"), .truncate)
            called.upstream.on("/length", .head(.ok, ["Content-Length": "9"]), .bytes("all of"), .truncate)
            called.upstream.on("/chunks", .chunkedHead(), .chunk("all of"), .truncate)
            called.upstream.on("/head", .bytes("HTTP/1.1 200"), .truncate)
            #expect(try await called.text(.get, "/whole") == "all of it")
            for path in ["/cut", "/length", "/chunks"] {
                let error = try await called.failure(.get, path)
                #expect(error?.code == .truncatedBody, "\(path)")
                #expect(error?.tls?.code == .truncated, "\(path)")
            }
            #expect(try await called.failure(.get, "/head")?.code == .closedBeforeAnswer)
        }
    }

    @Test(
        "PROXY-12 Bytes behind an answer end the connection, also where TLS has them already",
        arguments: [2, 100_000]
    )
    func extraBytes(_ count: Int) async throws {
        try await CalledUpstream.with(.tls(TestCertificates.right.get()), isSecure: true) { called in
            let body = String(repeating: "a", count: count)
            let gate = Gate()
            called.upstream.on(
                "/",
                .bytes("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n"),
                .wait(gate),
                // One record: what is behind the body comes with it.
                .bytes("\(body)HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil")
            )
            called.upstream.on("/next", .answer(.ok, "good"))
            let response = try await called.send()
            gate.open()
            #expect(try await response.body.collect(upTo: count) == Array(body.utf8))
            #expect(try await called.text(.get, "/next") == "good")
            #expect(called.upstream.record.requests(to: "/next").first?.connection == 2)
        }
    }

    @Test("HTTP-10 A second connection to an origin resumes the first one's session; another origin's does not")
    func resumption() async throws {
        let provider = try RecordingProvider()
        try await CalledUpstream.with(
            .tls(TestCertificates.right.get()),
            isSecure: true,
            configure: { $0.tls = provider }
        ) { called in
            called.upstream.on("/", .answer(.ok, "x", ["Connection": "close"]))
            for _ in 0..<3 { try await called.text() }
            try await called.text(host: "localhost")
            #expect(called.upstream.record.connections.count == 4)
            #expect(provider.resumed.value == [false, true, true, false])
        }
    }

    @Test("HTTP-10 A stale connection is noticed under TLS too, and the request sent once more")
    func stale() async throws {
        try await CalledUpstream.with(.tls(TestCertificates.right.get()), isSecure: true) { called in
            called.upstream.on("/", .closeIfReused, .answer(.ok, "fresh"))
            try await called.text()
            #expect(try await called.text() == "fresh")
            #expect(called.upstream.record.connections.count == 2)
        }
    }
}

/// Keeps whether each connection resumed a session.
private final class RecordingProvider: TLSClientProvider {
    let resumed = Watched<[Bool]>([])
    private let provider = Result { try TestCertificates.clientProvider() }

    init() throws { _ = try provider.get() }

    func makeEngine(host: HTTPHost, port: UInt16) throws(TLSError) -> any TLSEngine {
        guard let provider = try? provider.get(),
            let engine = try provider.makeEngine(host: host, port: port) as? OpenSSLEngine
        else { throw TLSError(.unavailable) }
        return RecordingEngine(engine, resumed)
    }
}

private final class RecordingEngine: TLSEngine {
    private let engine: OpenSSLEngine
    private let resumed: Watched<[Bool]>

    init(_ engine: OpenSSLEngine, _ resumed: Watched<[Bool]>) {
        self.engine = engine
        self.resumed = resumed
    }

    func handshake() throws(TLSError) -> Bool {
        let isComplete = try engine.handshake()
        if isComplete { resumed.change { $0.append(engine.isResumed) } }
        return isComplete
    }

    // The rest is the engine's: each call hands its room or bytes on.
    func receive(_ bytes: UnsafeRawBufferPointer) throws(TLSError) { unsafe try engine.receive(bytes) }
    func receiveEnd() { engine.receiveEnd() }
    func read(into room: UnsafeMutableRawBufferPointer) throws(TLSError) -> Int? { unsafe try engine.read(into: room) }
    func write(_ bytes: UnsafeRawBufferPointer) throws(TLSError) { unsafe try engine.write(bytes) }
    func finish() { engine.finish() }
    var outputCount: Int { engine.outputCount }
    func takeOutput(into room: UnsafeMutableRawBufferPointer) -> Int { unsafe engine.takeOutput(into: room) }
    var applicationProtocol: String? { engine.applicationProtocol }
}
