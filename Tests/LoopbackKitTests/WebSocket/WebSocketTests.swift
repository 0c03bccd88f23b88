import LoopbackKitHTTP
import Testing

@Suite("WebSocket: messages and control frames", .timeLimit(.minutes(5)))
struct WebSocketTests {
    @Test("HTTP-9 Messages are received whole, and sent")
    func echo() async throws {
        let sent = try await SocketFixture().echo([
            .text("one"), .text("tw", isFinal: false), .more("o", isFinal: true), .binary([0, 255]), .close(1000),
        ])
        #expect(sent == [.text("one"), .text("two"), .binary([0, 255]), .close(1000)])
    }

    @Test("HTTP-9 A ping is answered with its payload, between fragments too; a pong is not answered")
    func ping() async throws {
        let sent = try await SocketFixture().echo([
            .ping(), .pong("unasked"), .text("a", isFinal: false), .ping("between"), .more("b", isFinal: true),
            .close(1000),
        ])
        #expect(sent == [.pong(), .pong("between"), .text("ab"), .close(1000)])
    }

    @Test("HTTP-9 Pings are answered and a close is met while the handler does something else")
    func busyHandler() async throws {
        let (hasAnswered, hasClosed) = (Latch(), Latch())
        let handler: @Sendable (WebSocket) async throws -> Void = { socket in
            await hasAnswered.wait()
            var messages = socket.makeAsyncIterator()
            let message = try await messages.next()
            #expect(message == .text("waits"))
            // Comes back for more, and finds the end.
            let end = try await messages.next()
            #expect(end == nil && socket.closure?.wasClean == true)
            await hasClosed.wait()
        }
        let result = try await SocketFixture().run(handler) { stream in
            stream.arrive([.text("waits"), .ping("p")].masked)
            try await stream.expect([.pong("p")])
            hasAnswered.open()
            stream.arrive(Frame.close(1000).masked)
            try await stream.expect([.close(1000)])
            hasClosed.open()
        }
        #expect(result.failure == nil && result.sent.isEmpty)
    }

    @Test("HTTP-9 A reader that takes nothing stops the reading, and what waits is bounded")
    func backPressure() async throws {
        let mayRead = Latch()
        var fixture = SocketFixture()
        fixture.configuration.readAhead = 4000
        let received = Box(0)
        let handler: @Sendable (WebSocket) async throws -> Void = { socket in
            // A ping behind more than may wait is not answered, one before is.
            await mayRead.wait()
            for try await message in socket {
                if case .binary(let bytes) = message { await received.add(bytes.count) }
            }
        }
        try await fixture.run(handler) { stream in
            for _ in 0..<3 { stream.arrive(Frame.binary(Wire.pattern(1000)).masked) }
            stream.arrive(Frame.ping("before").masked)
            try await stream.expect([.pong("before")])
            for _ in 0..<20 { stream.arrive(Frame.binary(Wire.pattern(1000)).masked) }
            stream.arrive(Frame.ping("behind").masked)
            while stream.reads < 5 { await Task.yield() }
            for _ in 0..<1000 { await Task.yield() }
            #expect(stream.reads == 5)
            mayRead.open()
            try await stream.expect([.pong("behind")])
            stream.arrive(Frame.close(1000).masked)
        }
        #expect(await received.value == 23_000)
    }

    @Test("HTTP-9 Many senders at once send whole messages, also in fragments", arguments: [nil, 7])
    func concurrentSenders(frameSize: Int?) async throws {
        var fixture = SocketFixture()
        fixture.configuration.maximumFrameSize = frameSize
        let texts = (0..<50).map { number in String(repeating: "\(number);", count: number + 1) }
        let handler: @Sendable (WebSocket) async throws -> Void = { socket in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for text in texts {
                    group.addTask { try await socket.send(text) }
                    group.addTask { try await socket.ping() }
                }
                try await group.waitForAll()
            }
        }
        let all = Box([Frame]())
        try await fixture.run(handler) { await all.set(try await $0.closeAfterAll()) }
        let sent = await all.value
        var messages: [String] = []
        var part = ""
        for frame in sent where frame.opcode < 8 {
            #expect((frame.opcode == 0) == !part.isEmpty)
            #expect(frame.payload.count <= frameSize ?? .max)
            part += text(frame.payload)
            guard frame.isFinal else { continue }
            messages.append(part)
            part = ""
        }
        #expect(messages.sorted() == texts.sorted())
        #expect(sent.count { $0.opcode == 9 } == 50)
        #expect(sent.last?.opcode == 8)
    }

    @Test("HTTP-9 A sender waits for a slow reader, and the others behind it")
    func slowReader() async throws {
        let door = Latch()
        let sending = Box(0)
        let handler: @Sendable (WebSocket) async throws -> Void = { socket in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        try await socket.send("x")
                        await sending.add(1)
                    }
                }
                try await group.waitForAll()
            }
        }
        try await SocketFixture(door: door).run(handler) { stream in
            _ = await stream.sent()
            for _ in 0..<1000 { await Task.yield() }
            #expect(await sending.value == 0)
            door.open()
            let frames = try await stream.closeAfterAll()
            #expect(frames == [.text("x"), .text("x"), .close(1000)])
        }
        #expect(await sending.value == 3)
    }

    @Test("HTTP-9 A sender that is cancelled while it waits for its turn sends nothing")
    func cancelledSender() async throws {
        let (door, isWriting, isCancelled) = (Latch(), Latch(), Latch())
        let handler: @Sendable (WebSocket) async throws -> Void = { socket in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await socket.send("first") }
                await isWriting.wait()
                group.addTask {
                    await #expect(throws: CancellationError.self) { try await socket.send("second") }
                    isCancelled.open()
                }
                group.cancelAll()
                await isCancelled.wait()
                door.open()
            }
        }
        let sent = try await SocketFixture(door: door).run(handler) { stream in
            try await stream.expect([.text("first")])
            isWriting.open()
            let rest = try await stream.closeAfterAll()
            #expect(rest == [.close(1000)])
        }.sent
        #expect(sent.isEmpty)
    }

    @Test("HTTP-9 A client masks every frame, and reads a server's")
    func client() async throws {
        var fixture = SocketFixture()
        fixture.role = .client
        let (first, second) = (Box([UInt8]()), Box([UInt8]()))
        try await withThrowingTaskGroup(of: Void.self) { group in
            let stream = fixture.stream
            let configuration = fixture.configuration
            group.addTask {
                try await WebSocket.run(on: stream, role: .client, configuration: configuration) { socket in
                    for try await message in socket { try await socket.send(message) }
                }
            }
            stream.arrive(Frame.text("same").plain + Frame.text("same").plain)
            await first.set(try required(await stream.sent()))
            await second.set(try required(await stream.sent()))
            stream.arrive(Frame.close(1000).plain)
            let close = try required(await stream.sent())
            #expect(close[..<2] == [0x88, 0x82])
            // The server ends the connection, the client waits for that.
            #expect(!stream.isFinished)
            stream.end()
            try await group.waitForAll()
        }
        let frames = [await first.value, await second.value]
        for frame in frames {
            #expect(frame[..<2] == [0x81, 0x84])
            #expect((0..<4).map { frame[6 + $0] ^ frame[2 + $0] } == Array("same".utf8))
        }
        #expect(frames[0][2..<6] != frames[1][2..<6])
    }

    @Test("HTTP-9 A handler that only sends learns of the close, and what arrives is thrown away")
    func whileOpen() async throws {
        var fixture = SocketFixture()
        fixture.configuration.readAhead = 0
        let handler: @Sendable (WebSocket) async throws -> Void = { socket in
            try await socket.whileOpen {
                try await socket.send("hello")
                try await Task.sleep(for: .seconds(3600))
            }
            #expect(socket.closure == WebSocketClosure(.goingAway, reason: "left", wasClean: true))
        }
        let result = try await fixture.run(handler) { stream in
            try await stream.expect([.text("hello")])
            stream.arrive([.text("a"), .text("b"), .close(1001, "left")].masked)
        }
        #expect(result.sent == [.close(1001)] && result.failure == nil)
    }

    @Test("HTTP-9 What the function of a sending handler throws, and its return, end the socket")
    func whileOpenEnds() async throws {
        struct Broken: Error {}
        let thrown = try await SocketFixture().run({ try await $0.whileOpen { throw Broken() } }) {
            try await $0.expect([.close(1011)])
            $0.arrive(Frame.close(1011).masked)
        }
        #expect(thrown.sent.isEmpty && thrown.failure is Broken)
        let returned = try await SocketFixture().run({ try await $0.whileOpen {} }) {
            try await $0.expect([.close(1000)])
            $0.arrive(Frame.close(1000).masked)
        }
        #expect(returned.sent.isEmpty && returned.failure == nil)
    }
}
