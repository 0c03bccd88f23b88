import LoopbackKitHTTP
import Testing

@Suite("Connections: upgrade", .timeLimit(.minutes(5)))
struct UpgradeTests {
    private static let ask = Wire.get("/", "Connection: upgrade\r\nUpgrade: echo\r\n")

    private func upgrades(_ run: @escaping @Sendable (any DuplexStream) async throws -> Void) -> ClosureHandler {
        ClosureHandler { _ in .upgrade(to: "echo", fields: ["X-More": "1"], run: run) }
    }

    /// Sends back what comes, and ends when the other side does.
    private static let echo: @Sendable (any DuplexStream) async throws -> Void = { stream in
        while let bytes = try await stream.read() { try await stream.write(bytes) }
    }

    @Test("HTTP-9 After a 101 the connection is a raw stream in both directions, its first bytes with the request")
    func echoes() async throws {
        try await withServer(handler: upgrades(Self.echo)) { port in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Self.ask + "first")
                #expect(client.receive(until: "first").hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
                client.send("GET / HTTP/1.1\r\n\r\n")
                #expect(client.receive(until: "\r\n\r\n") == "GET / HTTP/1.1\r\n\r\n")
                client.finishSending()
                let rest = client.receiveAll()
                #expect(rest.bytes.isEmpty && rest.end == .finished)
            }
        }
    }

    @Test("HTTP-9 The 101 has Connection and Upgrade, and no framing")
    func head() async throws {
        try await withServer(handler: upgrades { _ in }) { port in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Self.ask)
                let (bytes, end) = client.receiveAll()
                let lines = text(bytes).split(separator: "\r\n").map(String.init)
                #expect(lines.contains("Connection: Upgrade") && lines.contains("Upgrade: echo"))
                #expect(lines.contains("X-More: 1"))
                #expect(!lines.contains { $0.hasPrefix("Content-Length") || $0.hasPrefix("Transfer-Encoding") })
                #expect(end == .finished)
            }
        }
    }

    @Test(
        "HTTP-9 Nothing but a request that asks for it is upgraded",
        arguments: [
            Wire.get("/"), Wire.get("/", "Upgrade: echo\r\n"), Wire.get("/", "Connection: upgrade\r\n"),
            Wire.get("/", "Connection: upgrade\r\nUpgrade: echo\r\n", version: "1.0"),
        ]
    )
    func notAsked(request: String) async throws {
        try await withServer(handler: upgrades(Self.echo)) { port in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(request)
                #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 500"))
            }
        }
    }

    @Test("HTTP-9 A body that was not read is never taken for the new protocol's bytes")
    func unreadBody() async throws {
        try await withServer(handler: upgrades(Self.echo)) { port in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Wire.post("/", length: 3, "Connection: upgrade\r\nUpgrade: echo\r\n") + "abc")
                let answer = client.receive()
                #expect(answer.hasPrefix("HTTP/1.1 400"))
                #expect(!answer.hasSuffix("abc"))
            }
        }
    }

    @Test("HTTP-9 A CONNECT that is answered with a tunnel becomes one, and its 200 has no framing")
    func tunnel() async throws {
        try await withServer(handler: ClosureHandler { _ in .tunnel(run: Self.echo) }) { port in
            try await onThread {
                let client = try RawClient(port: port)
                client.send("CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n")
                let head = client.receive(until: "\r\n\r\n")
                #expect(head.hasPrefix("HTTP/1.1 200") && !head.contains("Content-Length"))
                client.send("through")
                #expect(client.receive(until: "through") == "through")
            }
        }
    }

    @Test("HTTP-9 Each side may end its direction first; the other one goes on")
    func halfClose() async throws {
        let got = Latch()
        let handler = upgrades { stream in
            try await stream.write(Array("bye".utf8))
            try await stream.finish()
            await #expect(throws: HTTPMessageError.self) { try await stream.write([1]) }
            var received: [UInt8] = []
            while let bytes = try await stream.read() { received += bytes }
            if received == Wire.pattern(300_000) { got.open() }
        }
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Self.ask)
                let (bytes, end) = client.receiveAll()
                #expect(text(bytes).hasSuffix("\r\n\r\nbye") && end == .finished)
                client.send(Wire.pattern(300_000))
                client.finishSending()
                client.close()
            }
            await got.wait()
        }
    }

    @Test("HTTP-5 A writer waits while its reader reads nothing, and every byte arrives in order")
    func backPressure() async throws {
        let size = 8 << 20
        let handler = upgrades { stream in
            let bytes = Wire.pattern(size)
            for start in stride(from: 0, to: size, by: 50_000) {
                try await stream.write(Array(bytes[start..<min(start + 50_000, size)]))
            }
        }
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port, receiveBuffer: 4096)
                client.send(Self.ask)
                var bytes = client.receiveAll().bytes
                let start = try required(bytes.firstRange(of: [13, 10, 13, 10])).upperBound
                bytes.removeFirst(start)
                #expect(bytes == Wire.pattern(size))
            }
        }
    }

    @Test("HTTP-7 At a stop a resting stream's reader is told, and may still say goodbye")
    func stop() async throws {
        let handler = upgrades { stream in
            do {
                while let bytes = try await stream.read() { try await stream.write(bytes) }
            } catch let error as HTTPMessageError where error.code == .stopped {
                try await stream.write(Array("goodbye".utf8))
            }
        }
        try await withServer(handler: handler) { port, server in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Self.ask + "x")
                #expect(client.receive(until: "\r\n\r\nx").hasSuffix("x"))
                server.shutdown()
                let (bytes, end) = client.receiveAll()
                #expect(text(bytes) == "goodbye" && end == .finished)
            }
        }
    }

    @Test("HTTP-7 A stream that does not heed the stop is cut at its deadline")
    func deadline() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.timeouts.stop = .milliseconds(150)
        let handler = upgrades { stream in
            while true {
                do { _ = try await stream.read() } catch let error as HTTPMessageError where error.code == .stopped {
                    if Task.isCancelled { return }
                    await Task.yield()
                }
            }
        }
        try await withServer(configuration: configuration, handler: handler) { port, server in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Self.ask)
                _ = client.receive(until: "\r\n\r\n")
                server.shutdown()
                #expect(client.receiveAll().end == .cut)
            }
        }
    }

    @Test("HTTP-7 A client that is gone ends its stream's reader", arguments: [true, false])
    func clientGone(abruptly: Bool) async throws {
        let ended = Latch()
        let handler = upgrades { stream in
            while let bytes = try? await stream.read() { _ = bytes }
            ended.open()
        }
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Self.ask)
                _ = client.receive(until: "\r\n\r\n")
                abruptly ? client.reset() : client.close()
            }
            await ended.wait()
        }
    }

    @Test("HTTP-9 A stream that was ended in order is sent whole though its function throws then")
    func failureAfterEnd() async throws {
        struct Broken: Error {}
        let handler = upgrades { stream in
            try await stream.write(Wire.pattern(200_000))
            try await stream.finish()
            throw Broken()
        }
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port, receiveBuffer: 4096)
                client.send(Self.ask)
                let (bytes, end) = client.receiveAll()
                #expect(Array(bytes.suffix(200_000)) == Wire.pattern(200_000) && end == .finished)
            }
        }
    }

    @Test("HTTP-9 A stream whose function throws is cut, and the failure is an event")
    func failure() async throws {
        struct Broken: Error {}
        let recorder = EventRecorder()
        var configuration = HTTPServerConfiguration()
        configuration.observe = recorder.record
        try await withServer(configuration: configuration, handler: upgrades { _ in throw Broken() }) { port in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Self.ask)
                #expect(client.receiveAll().end == .cut)
            }
            #expect(
                try await recorder.first { if case .responderFailed(_, let error) = $0 { error } else { nil } }
                    is Broken
            )
        }
    }
}
