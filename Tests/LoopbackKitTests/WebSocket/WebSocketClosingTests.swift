import LoopbackKitHTTP
import Testing

@Suite("WebSocket: closing", .timeLimit(.minutes(5)))
struct WebSocketClosingTests {
    struct Broken: Error {}

    /// Receives until the end, and tells how that was.
    private func outcome(
        _ fixture: SocketFixture = .init(),
        peer: (MemoryStream) async throws -> Void
    ) async throws -> (closure: WebSocketClosure?, error: WebSocketError?, sent: [Frame]) {
        let outcome = Box<(WebSocketClosure?, WebSocketError?)>((nil, nil))
        let result = try await fixture.run(
            { socket in
                do {
                    for try await message in socket { try await socket.send(message) }
                    await outcome.set((socket.closure, nil))
                } catch {
                    await outcome.set((socket.closure, error as? WebSocketError))
                    throw error
                }
                // Once it is over, it is over.
                let message = try await socket.first { _ in true }
                #expect(message == nil)
                await #expect(throws: WebSocketError(.closed)) { try await socket.send("late") }
                await #expect(throws: WebSocketError(.closed)) { try await socket.ping() }
                try await socket.close()
            },
            peer: peer
        )
        // The socket's own end is no failure of its handler.
        #expect(result.failure == nil)
        let (closure, error) = await outcome.value
        return (closure, error, result.sent)
    }

    @Test(
        "HTTP-9 A close is answered with its code, and told with its reason",
        arguments: [
            (.close(1000), .normal, "", .close(1000)), (.close(1001, "left"), .goingAway, "left", .close(1001)),
            (.close(4321, "é"), .init(rawValue: 4321), "é", .close(4321)), (.close(), .noStatus, "", .close()),
        ] as [(Frame, WebSocketCloseCode, String, Frame)]
    )
    func answered(frame: Frame, code: WebSocketCloseCode, reason: String, answer: Frame) async throws {
        let outcome = try await outcome { $0.arrive(frame.masked) }
        #expect(outcome.closure == WebSocketClosure(code, reason: reason, wasClean: true))
        #expect(outcome.error == nil && outcome.sent == [answer])
    }

    @Test("HTTP-9 What came before a close is answered first; what comes behind it counts for nothing")
    func order() async throws {
        let outcome = try await outcome { stream in
            stream.arrive([.text("a"), .text("b"), .close(1000), .text("c"), .ping(), Frame(3)].masked)
        }
        #expect(outcome.sent == [.text("a"), .text("b"), .close(1000)])
    }

    @Test("HTTP-9 A connection that ends without a close is an error, and 1006", arguments: [false, true])
    func lost(abruptly: Bool) async throws {
        let outcome = try await outcome { stream in
            stream.arrive(Frame.text("a").masked + [0x81])
            try await stream.expect([.text("a")])
            abruptly ? stream.fail(HTTPMessageError(.connectionClosed)) : stream.end()
        }
        #expect(outcome.closure == WebSocketClosure(.abnormal))
        #expect(outcome.error == WebSocketError(.connectionLost) && outcome.sent.isEmpty)
    }

    @Test(
        "HTTP-9 A peer that breaks the protocol is told why, after what came before was answered",
        arguments: [
            (Frame(3).masked, .reservedOpcode, 1002), (Frame.text("a").plain, .unmaskedFrame, 1002),
            (Frame(1, [0xC3, 0x28]).masked, .invalidUTF8, 1007), (Frame(8, [3]).masked, .malformedClose, 1002),
            (Frame.close(1005).masked, .invalidCloseCode, 1002),
            ([0x82, 0xFF] + Frame.big(1 << 40) + Frame.maskBytes, .messageTooBig, 1009),
        ] as [([UInt8], WebSocketError.Code, UInt16)]
    )
    func violation(bytes: [UInt8], error: WebSocketError.Code, code: UInt16) async throws {
        let outcome = try await outcome { stream in
            stream.arrive(Frame.text("before").masked + bytes + Frame.text("behind").masked)
            try await stream.expect([.text("before")])
            try await stream.expect([.close(code)])
            // What still comes is read, so that no reset eats the close.
            stream.arrive(Frame.text("more").masked)
            while stream.reads < 2 { await Task.yield() }
            stream.end()
        }
        #expect(outcome.closure == WebSocketClosure(.init(rawValue: code)))
        #expect(outcome.error == WebSocketError(error) && outcome.sent.isEmpty)
    }

    @Test("HTTP-9 A handler that returns closes with 1000, one that throws with 1011", arguments: [false, true])
    func handlerEnds(throwing: Bool) async throws {
        let result = try await SocketFixture().run({ _ in if throwing { throw Broken() } }) { stream in
            let code: UInt16 = throwing ? 1011 : 1000
            try await stream.expect([.close(code)])
            #expect(!stream.isFinished)
            stream.arrive([.text("on its way"), .close(code)].masked)
        }
        #expect(result.sent.isEmpty)
        #expect((result.failure is Broken) == throwing)
    }

    @Test("HTTP-9 A program closes with a code and a reason; messages end, and what arrives is thrown away")
    func close() async throws {
        let handler: @Sendable (WebSocket) async throws -> Void = { socket in
            async let rest = socket.reduce(into: []) { $0.append($1) }
            try await socket.close(code: .init(rawValue: 4000), reason: "enough")
            #expect(socket.closure == WebSocketClosure(.init(rawValue: 4000), reason: "fine", wasClean: true))
            let messages = try await rest
            #expect(messages.isEmpty)
            await #expect(throws: WebSocketError(.closed)) { try await socket.send("late") }
            try await socket.close(code: .goingAway)
        }
        let result = try await SocketFixture().run(handler) { stream in
            try await stream.expect([.close(4000, "enough")])
            stream.arrive([.text("late"), .ping(), .close(4000, "fine")].masked)
        }
        #expect(result.sent.filter { $0 != .pong() } == [] && result.failure == nil)
    }

    @Test("HTTP-9 A close waits for the other side no longer than its time limit")
    func timeLimit() async throws {
        let fixture = SocketFixture()
        let handler: @Sendable (WebSocket) async throws -> Void = { socket in
            try await socket.close()
            #expect(socket.closure == WebSocketClosure(.abnormal))
        }
        let result = try await fixture.run(handler) { stream in
            try await stream.expect([.close(1000)])
            await fixture.clock.waitForSleeper()
            fixture.clock.advance(by: .milliseconds(4999))
            #expect(!stream.isFinished)
            fixture.clock.advance(by: .milliseconds(1))
        }
        #expect(result.sent.isEmpty && result.failure == nil)
    }

    @Test("HTTP-9 Nor does the end of a handler, though the connection takes no more bytes", arguments: [false, true])
    func timeLimitOfEnd(isBlocked: Bool) async throws {
        let door = Latch()
        if !isBlocked { door.open() }
        let fixture = SocketFixture(door: door)
        try await fixture.run({ _ in }) { stream in
            try await stream.expect([.close(1000)])
            await fixture.clock.waitForSleeper()
            fixture.clock.advance(by: .seconds(5))
            for _ in 0..<100 { await Task.yield() }
            door.open()
        }
    }

    @Test(
        "HTTP-9 A code that may not be sent and a long reason are refused",
        arguments: [0, 999, 1004, 1005, 1006, 1015, 2000, 5000] as [UInt16]
    )
    func refused(code: UInt16) async throws {
        let handler: @Sendable (WebSocket) async throws -> Void = { socket in
            await #expect(throws: WebSocketError(.invalidCloseCode)) {
                try await socket.close(code: .init(rawValue: code))
            }
            await #expect(throws: WebSocketError(.reasonTooLong)) {
                try await socket.close(reason: String(repeating: "é", count: 62))
            }
            await #expect(throws: WebSocketError(.controlFrameTooLong)) {
                try await socket.ping([UInt8](repeating: 0, count: 126))
            }
            // Nothing of it was sent: the socket is open.
            try await socket.send("open")
            try await socket.close(reason: String(repeating: "é", count: 61))
        }
        let result = try await SocketFixture().run(handler) { $0.arrive(Frame.close(1000).masked) }
        #expect(result.failure == nil)
    }

    @Test("HTTP-9 A server that stops closes with 1001, and still hears the answer", arguments: [true, false])
    func stop(answers: Bool) async throws {
        let fixture = SocketFixture()
        let outcome = try await outcome(fixture) { stream in
            stream.arrive(Frame.text("last").masked)
            stream.fail(HTTPMessageError(.stopped))
            try await stream.expect([.text("last")])
            try await stream.expect([.close(1001)])
            await fixture.clock.waitForSleeper()
            #expect(!stream.isFinished)
            answers ? stream.arrive(Frame.close(1001).masked) : fixture.clock.advance(by: .seconds(5))
        }
        #expect(outcome.closure?.code == .goingAway && outcome.error == nil && outcome.sent.isEmpty)
    }

    @Test("HTTP-9 A handler that is cancelled closes with 1001")
    func cancelled() async throws {
        let fixture = SocketFixture()
        let stream = fixture.stream
        let configuration = fixture.configuration
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                try? await WebSocket.run(on: stream, role: .server, configuration: configuration) { socket in
                    try await socket.send("open")
                    for try await _ in socket {}
                }
            }
            _ = await stream.sent()
            group.cancelAll()
        }
        #expect(Frame.parse(await stream.everythingSent()) == [.close(1001)])
    }

    @Test("HTTP-9 A resting peer is sent a ping after an interval, and any byte from it proves that it lives")
    func keepAlive() async throws {
        var fixture = SocketFixture()
        fixture.configuration.pingInterval = .seconds(10)
        let clock = fixture.clock
        let outcome = try await outcome(fixture) { stream in
            for round in 0..<3 {
                await clock.waitForSleep(round * 3 + 1)
                clock.advance(by: .seconds(10))
                try await stream.expect([.ping()])
                stream.arrive(Frame.pong().masked)
                // The second sleep limited the ping.
                await clock.waitForSleep(round * 3 + 3)
                stream.arrive(Frame.text("x").masked)
                try await stream.expect([.text("x")])
                // This interval was not quiet.
                clock.advance(by: .seconds(10))
            }
            stream.arrive(Frame.close(1000).masked)
        }
        #expect(outcome.closure?.wasClean == true)
        #expect(outcome.sent == [.close(1000)])
    }

    @Test("HTTP-9 A peer that answers nothing for two intervals is given up, even if it takes no more bytes")
    func keepAliveEnds() async throws {
        let door = Latch()
        var fixture = SocketFixture(door: door)
        fixture.configuration.pingInterval = .seconds(10)
        let clock = fixture.clock
        let outcome = try await outcome(fixture) { stream in
            await clock.waitForSleep(1)
            clock.advance(by: .seconds(10))
            try await stream.expect([.ping()])
            await clock.waitForSleep(2)
            clock.advance(by: .seconds(10))
            door.open()
            await clock.waitForSleep(3)
            clock.advance(by: .seconds(10))
        }
        #expect(outcome.closure == WebSocketClosure(.abnormal))
        #expect(outcome.error == WebSocketError(.timedOut) && outcome.sent.isEmpty)
    }
}
