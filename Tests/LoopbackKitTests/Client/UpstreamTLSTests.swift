import LoopbackKitHTTP
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

@Suite("The fault upstream with TLS", .timeLimit(.minutes(5)), .enabled(if: TestCertificates.canBeMade))
struct UpstreamTLSTests {
    private static let request = "GET / HTTP/1.1\r\nHost: example.test\r\n\r\n"

    /// A client's connection: what it received until the end that was announced, or why there was none.
    private func exchange(_ upstream: FaultUpstream) async throws -> Result<[UInt8], UpstreamEnding> {
        let client = try TestCertificates.clientProvider()
        return try await onThread { [port = upstream.port] in
            let descriptor = RawSocket.make()
            let socket = UpstreamSocket(descriptor, sendBuffer: nil)
            guard unsafe RawSocket.call(connect, descriptor, 0x7F00_0001, port) == 0 else { throw Missing() }
            let engine = try client.makeEngine(host: .name("example.test"), port: port)
            return Result { () throws(UpstreamEnding) in
                let transport = try TLSTransport(socket, engine)
                try transport.send(Array(Self.request.utf8)[...]) { _ in }
                var received: [UInt8] = []
                while case let part = try transport.receive(), !part.isEmpty { received += part }
                return received
            }
        }
    }

    @Test("A right certificate leads to an answer, and to an end that is announced")
    func right() async throws {
        try await FaultUpstream.with(transport: .tls(TestCertificates.right.get())) { upstream in
            upstream.on("/", .pattern(300_000), .close)
            let answer = try await exchange(upstream).get()
            #expect(Array(answer.suffix(300_000)) == BytePattern().bytes(300_000))
            try await upstream.wait { $0.ends == [.closed] }
            #expect(upstream.requests[0].headText == Self.request)
            #expect(upstream.record.connections[0].bytesSent == answer.count)
        }
    }

    @Test("Other certificates are refused, each for its reason", arguments: TestCertificates.Wrong.allCases)
    func wrong(_ certificate: TestCertificates.Wrong) async throws {
        try await FaultUpstream.with(transport: .tls(certificate.identity())) { upstream in
            guard case .failure(let ending) = try await exchange(upstream), case .tlsFailed(let error) = ending.end
            else { throw Missing() }
            #expect(error.code == certificate.code)
            try await upstream.wait { $0.ends.count == 1 }
            #expect(upstream.requests.isEmpty)
        }
    }

    @Test("An end without an announcement, and bytes that are no TLS behind the handshake")
    func cuts() async throws {
        try await FaultUpstream.with(transport: .tls(TestCertificates.right.get())) { upstream in
            upstream.on("/", .head(), .bytes("abc"), .truncate)
            #expect(try await exchange(upstream) == .failure(UpstreamEnding(.peerClosed)))
            try await upstream.wait { $0.ends == [.truncated] }
            upstream.on("/", .raw(Array("no record at all".utf8)), .stall)
            guard case .failure(let ending) = try await exchange(upstream), case .tlsFailed = ending.end else {
                throw Missing()
            }
        }
    }

    @Test("Garbage, an end and silence in place of a handshake")
    func noHandshake() async throws {
        try await FaultUpstream.with(transport: .garbage) { upstream in
            guard case .failure(let ending) = try await exchange(upstream), case .tlsFailed(let error) = ending.end
            else { throw Missing() }
            #expect(error.code == .handshakeFailed)
            try await upstream.wait { $0.ends == [.closed] }
        }
        try await FaultUpstream.with(transport: .closing) { upstream in
            #expect(try await exchange(upstream) == .failure(UpstreamEnding(.peerClosed)))
            try await upstream.wait { $0.ends == [.closed] }
        }
        try await FaultUpstream.with(transport: .silent) { upstream in
            let client = try RawClient(port: upstream.port)
            client.send("a hello")
            try await upstream.wait { $0.openConnections == 1 }
            client.close()
            try await upstream.wait { $0.ends == [.peerClosed] }
        }
    }
}
