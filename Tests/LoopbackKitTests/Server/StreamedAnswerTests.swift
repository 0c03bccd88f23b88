import LoopbackKitHTTP
import Synchronization
import Testing

@Suite("Connections: streamed answers", .timeLimit(.minutes(5)))
struct StreamedAnswerTests {
    private struct Broken: Error {}

    private func answers(
        length: Int? = nil,
        status: HTTPStatus = .ok,
        _ produce: @escaping @Sendable (HTTPBodyWriter) async throws -> Void
    ) -> ClosureHandler {
        ClosureHandler { _ in HTTPResponse(status, body: .stream(length: length, produce)) }
    }

    @Test("HTTP-8 A stream of unknown length is chunked, one of known length has Content-Length", arguments: [nil, 10])
    func framing(length: Int?) async throws {
        let handler = answers(length: length) { writer in
            for part in ["", "01", "234", "", "56789"] { try await writer.write(part) }
        }
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                for _ in 0..<2 {
                    let answer = try client.ask(Wire.get("/"))
                    #expect(answer.text == "0123456789" && !answer.isTruncated)
                    #expect(answer["Content-Length"] == length.map(String.init))
                    #expect(answer["Transfer-Encoding"] == (length == nil ? "chunked" : nil))
                }
            }
        }
    }

    @Test("HTTP-8 A stream that breaks its declared length is cut", arguments: [["01234"], ["01234", "56789x"], []])
    func wrongLength(parts: [String]) async throws {
        let recorder = EventRecorder()
        var configuration = HTTPServerConfiguration()
        configuration.observe = recorder.record
        let handler = answers(length: 10) { writer in
            for part in parts { try? await writer.write(part) }
        }
        try await withServer(configuration: configuration, handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Wire.get("/") + Wire.get("/"))
                let answer = try client.readResponse()
                #expect(answer.isTruncated)
                #expect("0123456789".hasPrefix(answer.text))
                #expect(client.receiveAll().end == .cut)
            }
            let error = try await recorder.first { if case .responderFailed(_, let error) = $0 { error } else { nil } }
            #expect((error as? HTTPMessageError)?.code == .wrongBodyLength)
        }
    }

    @Test(
        "HTTP-8 A stream that throws is cut, so that its reader can't take it for the whole",
        arguments: ["1.1", "1.0"]
    )
    func throwing(version: String) async throws {
        let handler = answers { writer in
            try await writer.write("some")
            throw Broken()
        }
        try await withServer(handler: handler) { port, server in
            try await onThread {
                let client = try RawClient(port: port)
                let answer = try client.ask(Wire.get("/", version: version) + Wire.get("/"))
                #expect(answer.isTruncated)
            }
            #expect(server.counts.answered == 1)
        }
    }

    @Test("HTTP-8 A responder that throws before its head is answered 500, and the connection goes on")
    func throwingEarly() async throws {
        let recorder = EventRecorder()
        var configuration = HTTPServerConfiguration()
        configuration.observe = recorder.record
        let handler = ClosureHandler { _ in throw Broken() }
        try await withServer(configuration: configuration, handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                for _ in 0..<2 {
                    let answer = try client.ask(Wire.get("/"))
                    #expect(answer.status == 500)
                    #expect(!answer.text.contains("Broken"))
                }
            }
            #expect(
                try await recorder.first { if case .responderFailed(_, let error) = $0 { error } else { nil } }
                    is Broken
            )
        }
    }

    @Test("HTTP-8 To HTTP/1.0 a stream of unknown length ends with the connection")
    func oldVersion() async throws {
        let handler = answers { writer in
            for _ in 0..<3 { try await writer.write("part") }
        }
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                let answer = try client.ask(Wire.get("/", "Connection: keep-alive\r\n", version: "1.0"))
                #expect(answer.text == "partpartpart")
                #expect(answer["Transfer-Encoding"] == nil)
                #expect(answer["Connection"] == "close")
                #expect(!answer.isTruncated)
            }
        }
    }

    @Test(
        "HTTP-8 HEAD, 204 and 304 have no body, and none is made",
        arguments: [("HEAD", HTTPStatus.ok), ("GET", .noContent), ("GET", .notModified)]
    )
    func noBody(method: String, status: HTTPStatus) async throws {
        let isMade = Atomic(false)
        let handler = answers(length: 4, status: status) { writer in
            isMade.store(true, ordering: .relaxed)
            try await writer.write("body")
        }
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Wire.get("/", method: method) + Wire.get("/", method: method))
                for _ in 0..<2 {
                    let answer = try client.readResponse(isHead: method == "HEAD")
                    #expect(answer.status == Int(status.code))
                    #expect(answer["Content-Length"] == (status == .noContent ? nil : "4"))
                }
            }
        }
        let wasMade = isMade.load(ordering: .relaxed)
        #expect(!wasMade)
    }

    @Test("HTTP-5 A stream to a client that does not read waits, and ends when that is cut")
    func backPressure() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.timeouts.readerProgress = .milliseconds(300)
        let (outcomes, outcome) = AsyncStream<(Int, (any Error)?)>.makeStream()
        let handler = answers { writer in
            var written = 0
            do {
                while written < 1 << 30 {
                    try await writer.write([UInt8](repeating: 1, count: 1 << 16))
                    written += 1 << 16
                }
                outcome.yield((written, nil))
            } catch {
                outcome.yield((written, error))
                throw error
            }
        }
        try await withServer(configuration: configuration, handler: handler) { port in
            let client = try RawClient(port: port, receiveBuffer: 4096)
            client.send(Wire.get("/"))
            let (written, error) = try required(await outcomes.first { _ in true })
            #expect(written < 16 << 20)
            #expect((error as? HTTPMessageError)?.code == .connectionClosed)
            try await onThread { #expect(client.receiveAll().end == .cut) }
        }
    }

    @Test("HTTP-5 A stream ends when its reader is gone")
    func readerGone() async throws {
        let (outcomes, outcome) = AsyncStream<any Error>.makeStream()
        let handler = answers { writer in
            do {
                while true { try await writer.write("tick") }
            } catch {
                outcome.yield(error)
                throw error
            }
        }
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Wire.get("/"))
                _ = client.receive(until: "tick")
                client.reset()
            }
            let error = await outcomes.first { _ in true }
            #expect((error as? HTTPMessageError)?.code == .connectionClosed)
        }
    }

    @Test("HTTP-7 A client that resets while fifty megabytes are on their way leaves nothing behind")
    func reset() async throws {
        let body = [UInt8](repeating: 7, count: 50 << 20)
        let handler = ClosureHandler(synchronous: { _ in HTTPResponse(body: .bytes(body)) })
        try await withServer(handler: handler) { port, server in
            try await onThread {
                for count in [1, 100_000, 5_000_000] {
                    let client = try RawClient(port: port)
                    client.send(Wire.get("/") + Wire.get("/"))
                    #expect(client.read(count: count).count == count)
                    client.reset()
                }
                try #expect(RawClient(port: port).ask(Wire.get("/")).body.count == body.count)
            }
        }
    }

    @Test("HTTP-7 A body without an end of its own learns of a stop, and ends in order")
    func endsAtStop() async throws {
        let handler = answers { writer in
            try await writer.write("begun ")
            await writer.waitForStop()
            try await writer.write("ended")
        }
        try await withServer(handler: handler) { port, server in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Wire.get("/"))
                let begun = client.receive(until: "begun ")
                server.shutdown()
                let (rest, end) = client.receiveAll()
                #expect((begun + text(rest)).hasSuffix("ended\r\n0\r\n\r\n") && end == .finished)
            }
        }
    }

    @Test("HTTP-7 Who waits for a stop is let go when its client leaves, or its task is cancelled")
    func stopWaiterEnds() async throws {
        let ended = Latch()
        let handler = answers { writer in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await writer.waitForStop() }
                group.cancelAll()
            }
            try await writer.write("first wait over")
            await writer.waitForStop()
            ended.open()
        }
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Wire.get("/"))
                #expect(client.receive(until: "first wait over").contains("first wait over"))
                client.reset()
            }
            await ended.wait()
        }
    }
}
