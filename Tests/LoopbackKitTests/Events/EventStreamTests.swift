import LoopbackKitHTTP
import Synchronization
import Testing

@Suite("Connections: event streams", .timeLimit(.minutes(5)))
struct EventStreamTests {
    @Test("HTTP-9 A stream of events has its type, is not stored, and ends with its producer", arguments: [nil, 15])
    func events(keepAlive: Int?) async throws {
        let handler = ClosureHandler { request in
            .events(keepAlive: keepAlive.map { .seconds($0) }) { events in
                try await events.send(ServerSentEvent(data: "last \(request.lastEventID ?? "none")", id: "8"))
                try await events.comment("between")
                try await events.send(ServerSentEvent(data: "two\nlines", event: "tick"))
            }
        }
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                for (fields, last) in [("", "none"), ("Last-Event-ID: 7\r\n", "7")] {
                    let answer = try client.ask(Wire.get("/", fields))
                    #expect(answer["Content-Type"] == "text/event-stream" && answer["Cache-Control"] == "no-store")
                    let reader = EventStreamReader(answer.body)
                    #expect(!answer.isTruncated && reader.commentCount == 1)
                    #expect(
                        reader.events == [
                            .init(type: "", data: "last \(last)", lastID: "8"),
                            .init(type: "tick", data: "two\nlines", lastID: "8"),
                        ]
                    )
                }
            }
        }
    }

    @Test("HTTP-9 The events of a sequence are sent, and the stream ends with it")
    func sequence() async throws {
        let handler = ClosureHandler { _ in
            let (events, continuation) = AsyncStream.makeStream(of: ServerSentEvent.self)
            for number in 1...3 { continuation.yield(ServerSentEvent(data: "\(number)")) }
            continuation.finish()
            return .events(events)
        }
        try await withServer(handler: handler) { port in
            try await onThread {
                let answer = try RawClient(port: port).ask(Wire.get("/"))
                #expect(EventStreamReader(answer.body).events.map(\.data) == ["1", "2", "3"] && !answer.isTruncated)
            }
        }
    }

    @Test("HTTP-9 An event that can't be sent cuts the stream, and nothing of it was sent")
    func malformed() async throws {
        let handler = ClosureHandler { _ in
            .events { events in
                try await events.send(ServerSentEvent(data: "1"))
                try await events.send(ServerSentEvent(data: "2", id: "a\nb"))
            }
        }
        try await withServer(handler: handler) { port in
            try await onThread {
                let answer = try RawClient(port: port).ask(Wire.get("/"))
                #expect(answer.isTruncated && answer.text == "data: 1\n\n")
            }
        }
    }

    @Test("HTTP-9 A comment is sent after each interval without an event, and none before")
    func keepAlive() async throws {
        let clock = ManualClock()
        let (events, continuation) = AsyncStream.makeStream(of: ServerSentEvent.self)
        let handler = ClosureHandler { _ in
            .events(keepAlive: .seconds(10), clock: clock) { writer in
                for await event in events { try await writer.send(event) }
            }
        }
        try await withServer(handler: handler) { port in
            let client = try RawClient(port: port)
            client.send(Wire.get("/"))
            _ = try await onThread { try client.readResponseHead() }
            try await clock.advance(to: 4, whenSleepingUntil: 10)
            continuation.yield(ServerSentEvent(data: "1"))
            try await onThread { #expect(client.receive(until: "data: 1").hasSuffix("data: 1\n\n\r\n")) }
            // The event at 4 puts the comment off to 14.
            try await clock.advance(to: 10, whenSleepingUntil: 10)
            try await clock.advance(to: 14, whenSleepingUntil: 14)
            try await onThread { #expect(client.receive(until: ":") == "4\r\n: \n\n\r\n") }
            try await clock.advance(to: 24, whenSleepingUntil: 24)
            try await onThread { #expect(client.receive(until: ":") == "4\r\n: \n\n\r\n") }
            continuation.finish()
            try await onThread { #expect(client.receive(until: "0\r\n\r\n") == "0\r\n\r\n") }
        }
    }

    @Test("HTTP-9 When the reader leaves, a producer that only waits is cancelled", arguments: [true, false])
    func leaving(abruptly: Bool) async throws {
        let clock = ManualClock()
        let latch = Latch()
        let handler = ClosureHandler { _ in
            .events(keepAlive: .seconds(10), clock: clock) { writer in
                defer { latch.open() }
                try await writer.send(ServerSentEvent(data: "1"))
                let (never, _) = AsyncStream.makeStream(of: Never.self)
                for await _ in never {}
                // Cancellation ends the sequence without an error.
                try Task.checkCancellation()
            }
        }
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Wire.get("/"))
                _ = client.receive(until: "data: 1")
                if abruptly { client.reset() } else { client.close() }
            }
            // A reader that only ended its direction may still listen: comments find out.
            while !latch.isOpen { try await clock.advanceIfSleeping(by: 10) }
            await latch.wait()
        }
    }

    @Test("HTTP-9 A stop with a deadline ends an event stream")
    func stopping() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.timeouts.stop = .milliseconds(50)
        let handler = ClosureHandler { _ in
            .events { writer in
                try await writer.send(ServerSentEvent(data: "1"))
                try await Task.sleep(for: .seconds(3600))
            }
        }
        try await withServer(configuration: configuration, handler: handler) { port, server in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Wire.get("/"))
                _ = client.receive(until: "data: 1")
                server.shutdown()
                #expect(client.receiveAll().end != .timedOut)
            }
        }
    }

    @Test("HTTP-7 At a stop a stream of events ends in order, and its producer is cancelled", arguments: [nil, 15])
    func stop(keepAlive: Int?) async throws {
        let cancelled = Latch()
        let handler = ClosureHandler { _ in
            .events(keepAlive: keepAlive.map { .seconds($0) }) { events in
                try await events.send(ServerSentEvent(data: "first"))
                do {
                    try await Task.sleep(for: .seconds(3600))
                } catch {
                    cancelled.open()
                    throw error
                }
            }
        }
        try await withServer(handler: handler) { port, server in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Wire.get("/"))
                let first = client.receive(until: "first")
                server.shutdown()
                let (rest, end) = client.receiveAll()
                #expect((first + text(rest)).hasSuffix("\r\n0\r\n\r\n") && end == .finished)
            }
            await cancelled.wait()
        }
    }
}
