import LoopbackKitHTTP
import Synchronization
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

@Suite("HTTPClient and a host's many addresses", .timeLimit(.minutes(5)))
struct ConnectRaceTests {
    /// A port of this machine on which nobody listens.
    private func refusing() throws -> SocketAddress {
        let socket = try BoundSocket()
        Self.bound.withLock { $0.append(socket) }
        return socket.address
    }

    /// Kept to the end, so that no other test's server gets such a port.
    private static let bound = Mutex<[BoundSocket]>([])

    /// What becomes of a request to a host with these addresses.
    private func call(
        _ addresses: [SocketAddress],
        configure: (inout HTTPClientConfiguration) -> Void = { _ in }
    ) async throws -> (Result<SocketAddress, HTTPClientError>, open: Int) {
        let resolver = ScriptedResolver()
        resolver.answer("*", .sockets(addresses))
        var configuration = HTTPClientConfiguration(resolver: resolver)
        configure(&configuration)
        return try await HTTPClient.run(configuration: configuration) { client in
            do {
                let response = try await client.send(HTTPClientRequest(.get, HTTPURL("http://many.test/")))
                #expect(try await response.body.collect(upTo: 10) == [120])
                return (.success(response.peer), client.openConnections)
            } catch let error as HTTPClientError {
                return (.failure(error), client.openConnections)
            }
        }
    }

    @Test("HTTP-10 The next address is tried when one refuses or keeps silent", arguments: 0..<16)
    func next(_ mask: Int) async throws {
        let silent = try FullListener()
        try await FaultUpstream.with { upstream in
            upstream.on("/", .answer(.ok, "x"))
            // Two addresses before the good one and two behind it: each refuses or keeps silent.
            let bad = try (0..<4).map { mask >> $0 & 1 == 0 ? try refusing() : silent.address }
            let (result, open) = try await call([bad[0], bad[1], upstream.address, bad[2], bad[3]]) {
                $0.timeouts.nextAddress = .milliseconds(64)
            }
            #expect(try result.get() == upstream.address)
            #expect(open == 1)
            #expect(upstream.record.connections.count == 1)
        }
    }

    @Test("HTTP-10 An address that is refused late counts once, and does not give the next one up")
    func lateRefusal() async throws {
        let silent = try FullListener()
        let resolver = ScriptedResolver()
        try await FaultUpstream.with { upstream in
            upstream.on("/", .answer(.ok, "x"))
            resolver.answer("*", .sockets([silent.address, upstream.address]))
            var configuration = HTTPClientConfiguration(resolver: resolver)
            configuration.timeouts.nextAddress = .seconds(30)
            configuration.timeouts.connect = .seconds(40)
            try await HTTPClient.run(configuration: configuration) { client in
                async let response = client.send(HTTPClientRequest(.get, HTTPURL("http://many.test/")))
                while client.openConnections == 0 { await Task.yield() }
                // The system tries again after a second, and is refused.
                silent.close()
                let peer = try await response.peer
                #expect(peer == upstream.address)
            }
        }
    }

    @Test("HTTP-10 Where no address answers the error is the last refusal's, or the time's")
    func failures() async throws {
        let silent = try FullListener()
        var (result, open) = try await call([try refusing(), try refusing()])
        #expect(result.error?.code == .connectFailed)
        #expect(result.error?.errno == ECONNREFUSED)
        #expect(open == 0)
        for addresses in [[silent.address], [silent.address, try refusing()], [try refusing(), silent.address]] {
            (result, open) = try await call(addresses) {
                $0.timeouts.connect = .milliseconds(200)
                $0.timeouts.nextAddress = .milliseconds(64)
            }
            #expect(result.error?.code == .connectTimedOut)
            #expect(open == 0)
        }
        (result, open) = try await call([])
        #expect(result.error?.code == .connectFailed && result.error?.errno == nil)
    }

    @Test("HTTP-10 What the resolver throws comes as it is, and its place is free again")
    func resolverFails() async throws {
        let resolver = ScriptedResolver()
        resolver.answer("*", .failure(HTTPResolverError(.notFound, name: "gone.test")))
        var configuration = HTTPClientConfiguration(resolver: resolver)
        configuration.limits.connectionsPerOrigin = 1
        try await HTTPClient.run(configuration: configuration) { client in
            for _ in 0..<3 {
                await #expect(throws: HTTPResolverError.self) {
                    try await client.send(HTTPClientRequest(.get, HTTPURL("http://gone.test/")))
                }
            }
        }
    }

    @Test("HTTP-10 Attempts that fail leave their places to others", arguments: [true, false])
    func places(isRefused: Bool) async throws {
        let silent = try FullListener()
        let address = isRefused ? try refusing() : silent.address
        let resolver = ScriptedResolver()
        resolver.answer("*", .sockets([address]))
        var configuration = HTTPClientConfiguration(resolver: resolver)
        configuration.limits.connectionsPerOrigin = 1
        configuration.timeouts.connect = .milliseconds(100)
        try await HTTPClient.run(configuration: configuration) { client in
            for _ in 0..<3 {
                let error = try await clientError {
                    try await client.send(HTTPClientRequest(.get, HTTPURL("http://many.test/")))
                }
                #expect(error?.code == (isRefused ? .connectFailed : .connectTimedOut))
            }
            #expect(client.openConnections == 0)
        }
    }
}

extension Result {
    fileprivate var error: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}

/// An address that refuses connections as long as this lives.
private final class BoundSocket: Sendable {
    private let descriptor: CInt
    let address: SocketAddress

    init() throws {
        let (descriptor, port) = try RawSocket.refusing()
        self.descriptor = descriptor
        address = .loopback(port: port)
    }

    deinit { closeSocket(descriptor) }
}
