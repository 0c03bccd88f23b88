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

/// What goes wrong around an upgrade: on either side, in the head, or in how the stream is used.
@Suite("Connections: upgrades that go wrong", .timeLimit(.minutes(5)))
struct UpgradeFailureTests {
    private static let ask = Wire.get("/", "Connection: upgrade\r\nUpgrade: echo\r\n")

    private func upgrades(_ run: @escaping @Sendable (any DuplexStream) async throws -> Void) -> ClosureHandler {
        ClosureHandler { _ in .upgrade(to: "echo", run: run) }
    }

    @Test("HTTP-8 An upgrade whose head can't be sent is a whole 500, and the connection goes on")
    func refusedHead() async throws {
        let handler = ClosureHandler { request in
            request.target.path == "/"
                ? .upgrade(to: "echo\r\nX: y") { _ in } : HTTPResponse(text: request.target.path)
        }
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                let refused = try client.ask(Self.ask)
                #expect(refused.status == 500 && !refused.isTruncated)
                #expect(try client.ask(Wire.get("/next")).text == "/next")
            }
        }
    }

    @Test("HTTP-8 A status that another answer has to follow is no answer", arguments: [100, 101, 103])
    func interimStatus(code: Int) async throws {
        let status = try required(HTTPStatus(code))
        try await withServer(handler: ClosureHandler(synchronous: { _ in HTTPResponse(status) })) { port in
            try await onThread {
                let client = try RawClient(port: port)
                for _ in 0..<2 { #expect(try client.ask(Self.ask).status == 500) }
            }
        }
    }

    @Test(
        "HTTP-8 What follows a CONNECT that was answered with success is never taken for requests, nor framed",
        arguments: [false, true]
    )
    func connectWithoutTunnel(isStreamed: Bool) async throws {
        let handler = ClosureHandler { request in
            guard isStreamed else { return HTTPResponse(text: "[\(request.method)]") }
            return HTTPResponse(body: .stream { try await $0.write("[\(request.method)]") })
        }
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                client.send("CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n" + Wire.get("/smuggled"))
                let (bytes, end) = client.receiveAll()
                let answer = text(bytes)
                #expect(answer.hasPrefix("HTTP/1.1 200") && answer.hasSuffix("\r\n\r\n[CONNECT]"))
                #expect(!answer.contains("Content-Length") && !answer.contains("Transfer-Encoding"))
                #expect(end == .finished)
            }
        }
    }

    /// A turn of the loop in which the second reader, told of other bytes before, has the stream's bytes first: the first
    /// one, woken for them as well, then finds it waiting in its place.
    @Test("HTTP-9 Two readers of a stream: one gets the bytes, the other an error, and neither waits for ever")
    func twoReaders() async throws {
        let (shared, holds, goOn) = (SharedStream(), Latch(), Latch())
        let handler = ClosureHandler(synchronous: { request in
            switch request.target.path {
            case "/first": .upgrade(to: "echo") { await shared.readFirst($0) }
            case "/second": .upgrade(to: "echo") { try await shared.readSecond($0) }
            default: hold(holds, until: goOn)
            }
        })
        try await withServer(handler: handler) { port in
            let clients = try await onThread {
                try ["/first", "/second", "/hold"].map { path in
                    let client = try RawClient(port: port)
                    client.send(Wire.get(path, "Connection: upgrade\r\nUpgrade: echo\r\n"))
                    if path != "/hold" { _ = client.receive(until: "\r\n\r\n") }
                    return client
                }
            }
            await holds.wait()
            clients[1].send("now")
            clients[0].send("bytes")
            goOn.open()
            try await onThread { #expect(clients[0].receiveAll().end == .finished) }
        }
        #expect(shared.refusal == HTTPMessageError(.concurrentRead))
    }

    @Test("HTTP-9 What several tasks write at once goes out piece by piece")
    func manyWriters() async throws {
        let size = 40_000
        let handler = upgrades { stream in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for letter in UInt8(97)..<123 {
                    group.addTask {
                        for _ in 0..<3 { try await stream.write([UInt8](repeating: letter, count: size)) }
                    }
                }
                try await group.waitForAll()
            }
        }
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port, receiveBuffer: 4096)
                client.send(Self.ask)
                var bytes = client.receiveAll().bytes
                bytes.removeFirst(try required(bytes.firstRange(of: [13, 10, 13, 10])).upperBound)
                #expect(bytes.count == 26 * 3 * size)
                for start in stride(from: 0, to: bytes.count, by: size) {
                    #expect(bytes[start..<min(start + size, bytes.count)].allSatisfy { $0 == bytes[start] })
                }
            }
        }
    }

    @Test("HTTP-6 A reset ends a writer that waits for its reader, though no time limit runs and nobody reads")
    func resetWhileWriting() async throws {
        let isFull = Latch()
        let ended = Latch()
        var configuration = HTTPServerConfiguration()
        configuration.timeouts.readerProgress = nil
        let handler = upgrades { stream in
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    while (try? await stream.write([UInt8](repeating: 1, count: 4 << 20))) != nil {}
                    ended.open()
                }
                // The writer has waited once it let this one go on.
                await Task.yield()
                isFull.open()
            }
        }
        try await withServer(configuration: configuration, handler: handler) { port in
            let client = try await onThread {
                let client = try RawClient(port: port, receiveBuffer: 4096)
                client.send(Self.ask)
                return client
            }
            await isFull.wait()
            client.reset()
            await ended.wait()
        }
    }

    @Test("HTTP-7 What was written before a stream's function returned arrives, though the peer goes on sending")
    func peerSendsToTheEnd() async throws {
        let size = 200_000
        let handler = ClosureHandler { request in
            guard request.fields[.upgrade] != nil else { return HTTPResponse(text: "turn") }
            return .upgrade(to: "echo") { try await $0.write(Wire.pattern(size)) }
        }
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port, receiveBuffer: 4096)
                client.send(Self.ask)
                _ = client.receive(until: "\r\n\r\n")
                // The one loop has answered this when it is done with the stream, whose bytes the system has taken.
                for _ in 0..<3 { #expect(try RawClient(port: port).ask(Wire.get("/")).text == "turn") }
                client.send("still here")
                let (bytes, end) = client.receiveAll()
                #expect(end == .finished)
                #expect(bytes == Wire.pattern(size).suffix(bytes.count) && bytes.count > size / 2)
            }
        }
    }

    @Test("HTTP-7 A stream that lets the word of the stop through ends whole, and has not failed")
    func stopIsNoFailure() async throws {
        let failures = Mutex(0)
        var configuration = HTTPServerConfiguration()
        configuration.observe = { if case .responderFailed = $0 { failures.withLock { $0 += 1 } } }
        let handler = upgrades { stream in
            while let bytes = try await stream.read() { try await stream.write(bytes) }
        }
        try await withServer(configuration: configuration, handler: handler) { port, server in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Self.ask + "x")
                #expect(client.receive(until: "\r\n\r\nx").hasSuffix("x"))
                server.shutdown()
                #expect(client.receiveAll().end == .finished)
            }
        }
        #expect(failures.withLock { $0 } == 0)
    }

    @Test("HTTP-7 A stream that was kept beyond its function's life does nothing, also after the server's end")
    func keptStream() async throws {
        let kept = Mutex<(any DuplexStream)?>(nil)
        let handler = ClosureHandler { request in
            guard request.fields[.upgrade] != nil else {
                let stream = try required(kept.withLock { $0 })
                await #expect(throws: HTTPMessageError(.connectionClosed)) { try await stream.write([1]) }
                return HTTPResponse(text: "tried")
            }
            return .upgrade(to: "echo") { stream in kept.withLock { $0 = stream } }
        }
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Self.ask)
                #expect(client.receiveAll().end == .finished)
                #expect(try RawClient(port: port).ask(Wire.get("/")).text == "tried")
            }
        }
        let stream = try required(kept.withLock { $0 })
        await #expect(throws: HTTPMessageError.self) { try await stream.read() }
        await #expect(throws: HTTPMessageError.self) { try await stream.finish() }
    }

    @Test("HTTP-9 An upgrade is the same however its bytes are cut")
    func everySplit() async throws {
        let handler = upgrades { stream in
            while let bytes = try await stream.read() { try await stream.write(bytes) }
        }
        let wire = Array((Self.ask + "GET / HTTP/1.1\r\n\r\n").utf8)
        try await withServer(handler: handler) { port in
            try await onThread {
                for split in 1..<wire.count {
                    let client = try RawClient(port: port)
                    client.send(Array(wire[..<split]))
                    client.send(Array(wire[split...]))
                    client.finishSending()
                    let (bytes, end) = client.receiveAll()
                    #expect(text(bytes).hasPrefix("HTTP/1.1 101 ") && end == .finished)
                    #expect(text(bytes).hasSuffix("\r\n\r\nGET / HTTP/1.1\r\n\r\n"))
                }
            }
        }
    }

    @Test("HTTP-4 HEAD is never upgraded, and its 500 has no body")
    func head() async throws {
        let handler = ClosureHandler(synchronous: { _ in .upgrade(to: "echo") { _ in } })
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                for _ in 0..<2 {
                    let ask = Wire.get("/", "Connection: upgrade\r\nUpgrade: echo\r\n", method: "HEAD")
                    #expect(try client.ask(ask, isHead: true).status == 500)
                }
            }
        }
    }

    @Test("HTTP-4 A body that was asked for and read whole may be followed by the new protocol")
    func continueThenUpgrade() async throws {
        let handler = ClosureHandler { request in
            let body = try await request.body.collect(upTo: 10)
            return .upgrade(to: "echo") { try await $0.write(body) }
        }
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                let ask = "Expect: 100-continue\r\nConnection: upgrade\r\nUpgrade: echo\r\n"
                client.send(Wire.post("/", length: 3, ask))
                #expect(try client.readResponseHead().status == 100)
                client.send("abc")
                #expect(try client.readResponseHead().status == 101)
                #expect(text(client.receiveAll().bytes) == "abc")
            }
        }
    }
}

/// Holds the loop, so that what is sent meanwhile comes in one turn, in the order in which it was sent.
private func hold(_ holds: Latch, until goOn: Latch) -> HTTPResponse {
    holds.open()
    while !goOn.isOpen { _ = sched_yield() }
    return HTTPResponse()
}

/// A stream that two connections' functions read.
private final class SharedStream: Sendable {
    private let stream = Mutex<(any DuplexStream)?>(nil)
    private let met = Mutex<HTTPMessageError?>(nil)

    /// What the first reader met.
    var refusal: HTTPMessageError? { met.withLock { $0 } }

    func readFirst(_ own: any DuplexStream) async {
        stream.withLock { $0 = own }
        do { while try await own.read() != nil {} } catch { met.withLock { $0 = error as? HTTPMessageError } }
    }

    func readSecond(_ own: any DuplexStream) async throws {
        _ = try await own.read()
        let other = try required(stream.withLock { $0 })
        while try await other.read() != nil {}
    }
}
