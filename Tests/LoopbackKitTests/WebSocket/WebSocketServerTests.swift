import LoopbackKitHTTP
import Testing

@Suite("WebSocket: over the engine", .timeLimit(.minutes(5)))
struct WebSocketServerTests {
    private static let ask = Wire.get(
        "/",
        "Upgrade: websocket\r\nConnection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    )

    private static func handler(
        _ speak: @escaping @Sendable (WebSocket) async throws -> Void = SocketFixture.echo
    ) -> Router {
        var router = Router()
        router.get("/") { .webSocket(answering: $0, handler: speak) }
        return router
    }

    /// Opens a socket, and sends frames in the same segment as the handshake.
    private static func open(_ port: UInt16, _ frames: [Frame] = []) throws -> RawClient {
        let client = try RawClient(port: port)
        client.send(Array(ask.utf8) + frames.masked)
        let answer = try client.readResponseHead()
        #expect(answer.status == 101 && answer["Sec-WebSocket-Accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(answer["Upgrade"] == "websocket" && answer["Connection"] == "Upgrade")
        #expect(answer.values("Content-Length") + answer.values("Transfer-Encoding") == [])
        return client
    }

    @Test("HTTP-9 A socket opens, speaks and closes, and nothing of it is left")
    func whole() async throws {
        try await withServer(handler: Self.handler()) { port in
            try await onThread {
                let client = try Self.open(port, [.text("early")])
                let large = Wire.pattern(1 << 20)
                client.send([.binary(large), .close(1000, "bye")].masked)
                let (bytes, end) = client.receiveAll()
                #expect(Frame.parse(bytes) == [.text("early"), .binary(large), .close(1000)])
                #expect(end == .finished)
            }
        }
    }

    @Test("HTTP-9 Frames that arrive byte by byte are answered like whole ones")
    func byteByByte() async throws {
        try await withServer(handler: Self.handler()) { port in
            try await onThread {
                let client = try Self.open(port)
                for byte in [.text("a", isFinal: false), .ping("p"), .more("b", isFinal: true), .close(1000)].masked {
                    client.send([byte])
                }
                #expect(Frame.parse(client.receiveAll().bytes) == [.pong("p"), .text("ab"), .close(1000)])
            }
        }
    }

    @Test(
        "HTTP-9 A request that opens no WebSocket gets its status and what it lacks",
        arguments: [
            (Wire.get("/"), 426), (ask.replacing("websocket", with: "other"), 426),
            (ask.replacing("Version: 13", with: "Version: 12"), 426), (ask.replacing("ZQ==", with: "ZWU="), 400),
            (ask.replacing("Host: a\r\n", with: "Host: a\r\nOrigin: http://b\r\n"), 403),
            (ask.replacing("GET", with: "HEAD"), 400),
        ]
    )
    func refused(request: String, status: Int) async throws {
        try await withServer(handler: Self.handler()) { port in
            try await onThread {
                let client = try RawClient(port: port)
                let answer = try client.ask(request, isHead: request.hasPrefix("HEAD"))
                #expect(answer.status == status)
                #expect(answer["Sec-WebSocket-Version"] == (status == 426 ? "13" : nil))
                #expect(answer["Upgrade"] == (status == 426 ? "websocket" : nil))
                #expect(answer["Connection"] == (status == 426 ? "Upgrade" : nil))
                // The connection is as good as before.
                try #expect(client.ask(Wire.get("/none")).status == 404)
            }
        }
    }

    @Test("HTTP-7 A server that stops closes its sockets with 1001, and waits for the answer")
    func stop() async throws {
        try await withServer(handler: Self.handler()) { port, server in
            try await onThread {
                let client = try Self.open(port, [.text("a")])
                #expect(Frame.parse(client.read(count: 3)) == [.text("a")])
                server.shutdown()
                #expect(Frame.parse(client.read(count: 4)) == [.close(1001)])
                client.send(Frame.ping("still there").masked)
                #expect(Frame.parse(client.read(count: 13)) == [.pong("still there")])
                client.send(Frame.close(1001).masked)
                #expect(client.receiveAll().bytes.isEmpty)
            }
        }
    }

    @Test("HTTP-7 A handler that only sends is told of the stop as well")
    func stopOfSender() async throws {
        let handler = Self.handler { socket in
            try await socket.whileOpen {
                try await socket.send("event")
                try await Task.sleep(for: .seconds(3600))
            }
        }
        try await withServer(handler: handler) { port, server in
            try await onThread {
                let client = try Self.open(port)
                #expect(Frame.parse(client.read(count: 7)) == [.text("event")])
                server.shutdown()
                #expect(Frame.parse(client.read(count: 4)) == [.close(1001)])
                client.send(Frame.close(1001).masked)
                #expect(client.receiveAll().bytes.isEmpty)
            }
        }
    }

    @Test("HTTP-9 A handler that throws closes with 1011, and its failure is an event")
    func failure() async throws {
        struct Broken: Error {}
        let recorder = EventRecorder()
        var configuration = HTTPServerConfiguration()
        configuration.observe = recorder.record
        try await withServer(configuration: configuration, handler: Self.handler { _ in throw Broken() }) { port in
            try await onThread {
                let client = try Self.open(port)
                #expect(Frame.parse(client.read(count: 4)) == [.close(1011)])
                client.send(Frame.close(1011).masked)
                #expect(client.receiveAll().end == .finished)
            }
            let error = try await recorder.first { if case .responderFailed(_, let error) = $0 { error } else { nil } }
            #expect(error is Broken)
        }
    }

    @Test("HTTP-9 A client that is gone ends its socket, and is no failure of the handler", arguments: [true, false])
    func gone(abruptly: Bool) async throws {
        let ended = Latch()
        let handler = Self.handler { socket in
            defer { ended.open() }
            await #expect(throws: (any Error).self) { for try await _ in socket {} }
        }
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try Self.open(port)
                abruptly ? client.reset() : client.close()
            }
            await ended.wait()
        }
    }

    @Test("HTTP-9 A close after a violation reaches a client that is still sending")
    func violation() async throws {
        try await withServer(handler: Self.handler()) { port in
            try await onThread {
                let client = try Self.open(port, [Frame(3)])
                for _ in 0..<64 { client.send(Frame.binary(Wire.pattern(10_000)).masked) }
                client.finishSending()
                let (bytes, end) = client.receiveAll()
                #expect(Frame.parse(bytes) == [.close(1002)] && end == .finished)
            }
        }
    }

    @Test("HTTP-5 A slow reader holds a sender up, and gets every message in order")
    func slowReader() async throws {
        let handler = Self.handler { socket in
            for number in 0..<100 { try await socket.send([UInt8](repeating: UInt8(number), count: 50_000)) }
        }
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port, receiveBuffer: 4096)
                client.send(Array(Self.ask.utf8) + Frame.close(1000).masked)
                _ = try client.readResponseHead()
                let frames = try required(Frame.parse(client.receiveAll().bytes))
                // The client's close may come before the last of them.
                for (number, frame) in frames.dropLast().enumerated() {
                    #expect(frame.payload == [UInt8](repeating: UInt8(number), count: 50_000))
                }
                #expect(frames.last == .close(1000) && frames.count > 1)
            }
        }
    }
}
