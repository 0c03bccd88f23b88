import LoopbackKitHTTP
import Testing

@Suite("HTTPClient's tunnels", .timeLimit(.minutes(5)))
struct ClientTunnelTests {
    /// A tunnel to an upstream, by Upgrade or CONNECT.
    private func tunnel(_ called: CalledUpstream, _ method: HTTPMethod = .get) async throws -> any DuplexStream {
        let response = try await called.send(method, "/", upgrade: method == .connect ? nil : "echo")
        #expect(response.status == (method == .connect ? .ok : .switchingProtocols))
        return try required(response.upgraded)
    }

    private static func kinds() throws -> [(UpstreamTransportKind, isSecure: Bool)] {
        guard TestCertificates.canBeMade else { return [(.plain, false)] }
        return [(.plain, false), (try .tls(TestCertificates.right.get()), true)]
    }

    @Test(
        "HTTP-10 A tunnel passes bytes both ways at once, and ends its directions one by one",
        arguments: [false, true]
    )
    func echo(isConnect: Bool) async throws {
        for (transport, isSecure) in try Self.kinds() {
            try await CalledUpstream.with(transport, isSecure: isSecure) { called in
                called.upstream.on("*", isConnect ? .connectEcho : .upgradeEcho())
                let stream = try await tunnel(called, isConnect ? .connect : .get)
                let size = 3_000_000
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        var count = 0
                        while count < size {
                            let part = Array(BytePattern().slice(at: count, count: size - count))
                            try await stream.write(part)
                            count += part.count
                        }
                        try await stream.finish()
                    }
                    var check = BytePattern.Check()
                    while let part = try await stream.read() { check.take(part) }
                    #expect(check.isIntact && check.count == size)
                    #expect(try await stream.read() == nil)
                    try await group.waitForAll()
                }
                // The upstream saw our end behind all bytes, and sent back all before its own.
                try await called.upstream.wait { $0.ends == [.closed] }
            }
        }
    }

    @Test("HTTP-10 Bytes that came with the head of a 101 are the tunnel's first")
    func first() async throws {
        try await CalledUpstream.with { called in
            called.upstream.on(
                "/",
                .bytes("HTTP/1.1 101 Go\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\nfirst"),
                .stall
            )
            let stream = try await tunnel(called)
            #expect(try await stream.read() == Array("first".utf8))
        }
    }

    @Test("HTTP-10 A tunnel that is let go closes its connection, and one that was upgraded is never used again")
    func letGo() async throws {
        try await CalledUpstream.with { called in
            called.upstream.on("/", .upgradeEcho())
            do { _ = try await tunnel(called) }
            try await called.upstream.wait { $0.openConnections == 0 }
            #expect(called.client.openConnections == 0)
            let stream = try await tunnel(called)
            try await stream.write(Array("x".utf8))
            #expect(try await stream.read() == [120])
            #expect(called.upstream.record.connections.count == 2)
        }
    }

    @Test("HTTP-10 A tunnel whose other side is cut throws; a second reader at once is told so")
    func cut() async throws {
        let gate = Gate()
        try await CalledUpstream.with { called in
            called.upstream.on(
                "/",
                .bytes("HTTP/1.1 101 Go\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n"),
                .wait(gate),
                .reset
            )
            let stream = try await tunnel(called)
            let errors = try await withThrowingTaskGroup(of: HTTPClientError?.self) { group in
                for _ in 0..<2 { group.addTask { try await clientError { try await stream.read() } } }
                let first = try await group.next()
                gate.open()
                let second = try await group.next()
                return [first??.code, second??.code]
            }
            #expect(errors == [.concurrentRead, .connectionClosed])
            let error = try await clientError { try await stream.write([1]) }
            #expect(error != nil)
        }
    }

    @Test("HTTP-10 A writer waits for a tunnel's slow reader, and is cancelled in its wait")
    func slow() async throws {
        let gate = Gate()
        let written = Watched(0)
        try await CalledUpstream.with { called in
            called.upstream.on(
                "/",
                .bytes("HTTP/1.1 101 Go\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n"),
                .wait(gate),
                .stall
            )
            called.upstream.on("/small", .answer(.ok, "x"))
            let stream = try await tunnel(called)
            let writer = Task {
                while true {
                    try await stream.write([UInt8](repeating: 1, count: 100_000))
                    written.change { $0 += 100_000 }
                }
            }
            var before = -1
            while written.value != before {
                before = written.value
                for _ in 0..<20 { try await called.text(.get, "/small") }
            }
            #expect(before < 14 << 20)
            writer.cancel()
            await #expect(throws: CancellationError.self) { try await writer.value }
            gate.open()
        }
    }

    @Test("HTTP-10 An answer other than the upgrade is an answer like others")
    func refused() async throws {
        try await CalledUpstream.with { called in
            called.upstream.on("/", .answer(.forbidden, "no"))
            let response = try await called.send(upgrade: "echo")
            #expect(response.status == .forbidden && response.upgraded == nil)
            #expect(try await response.body.collect(upTo: 10) == Array("no".utf8))
            let request = try required(called.upstream.requests.first)
            #expect(request["Upgrade"] == "echo" && request["Connection"] == "Upgrade")
        }
    }
}
