import LoopbackKitHTTP
import Testing

/// A stop in every phase of an exchange ends within its deadline, and nothing is left.
@Suite("Abuse: stops", .timeLimit(.minutes(5)))
struct StopPhaseTests {
    /// A phase, how a connection gets there, and whether the deadline has to cut it.
    struct Phase: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// What the client sends.
        let sent: String
        /// What it reads of the answer before the stop; it reads nothing else.
        let read: String?
        /// How it meets the connection's end when it reads on; `nil` where both may be.
        let end: RawClient.End?
    }

    private static let phases = [
        Phase(testDescription: "before the first byte", sent: "", read: nil, end: .finished),
        Phase(testDescription: "in a head", sent: "GET / HTTP/1.1\r\nHo", read: nil, end: .cut),
        Phase(testDescription: "between requests", sent: Wire.get("/later"), read: "later", end: .finished),
        Phase(testDescription: "in a body", sent: Wire.post("/digest", length: 9) + "part", read: nil, end: .cut),
        Phase(testDescription: "in a chunk", sent: Wire.chunkedPost("/digest") + "9\r\npart", read: nil, end: .cut),
        Phase(
            testDescription: "after 100 Continue",
            sent: Wire.post("/digest", length: 9, "Expect: 100-continue\r\n"),
            read: "100 Continue\r\n\r\n",
            end: .cut
        ),
        Phase(
            testDescription: "while a body is thrown away",
            sent: Wire.post("/unread", length: 9) + "part",
            read: "unread",
            end: .cut
        ),
        Phase(testDescription: "while a handler runs", sent: Wire.get("/wait"), read: nil, end: .cut),
        Phase(testDescription: "in a streamed answer", sent: Wire.get("/endless"), read: "....", end: nil),
        Phase(testDescription: "in an answer from memory", sent: Wire.get("/large"), read: "200 OK", end: nil),
        Phase(testDescription: "in sendfile", sent: Wire.get("/file"), read: "200 OK", end: nil),
        Phase(
            testDescription: "in an upgrade that reads",
            sent: AttackedServer.upgrade("/echo") + "echo",
            read: "\r\n\r\necho",
            end: .finished
        ),
        Phase(
            testDescription: "in an upgrade that writes",
            sent: AttackedServer.upgrade("/flood"),
            read: "....",
            end: nil
        ),
        Phase(testDescription: "in a lingering close", sent: "nonsense\r\n\r\n", read: "400", end: .finished),
        Phase(
            testDescription: "behind a last answer",
            sent: Wire.get("/now", "Connection: close\r\n") + "more",
            read: "now",
            end: .finished
        ),
    ]

    /// Brings a connection to its phase.
    private func enter(_ phase: Phase, port: UInt16, _ handler: AttackedServer) async throws -> RawClient {
        let client = try await onThread {
            let client = try RawClient(port: port, receiveBuffer: 4096)
            client.send(phase.sent)
            if let read = phase.read { #expect(client.receive(until: read).contains(read)) }
            try Pace(port: port).keep()
            return client
        }
        if phase.sent.contains("/wait") { await handler.isWaiting.wait() }
        return client
    }

    @Test("HTTP-7 A stop in any phase ends within its deadline, with nothing left", arguments: phases)
    func stop(phase: Phase) async throws {
        try await withAttackedServer { configuration in
            configuration.timeouts.stop = .milliseconds(150)
        } _: { port, server, handler in
            let client = try await enter(phase, port: port, handler)
            server.shutdown()
            // The client reads nothing until the server has given it up.
            await server.waitForConnections(0)
            try await onThread {
                let end = client.receiveAll().end
                #expect(phase.end == nil ? end != .timedOut : end == phase.end)
                #expect(throws: Missing.self) { try RawClient(port: port) }
            }
        }
    }

    @Test("HTTP-7 A stop with connections in every phase at once ends within its deadline", arguments: [1, 3])
    func all(loops: Int) async throws {
        try await withAttackedServer { configuration in
            configuration.timeouts.stop = .milliseconds(150)
            configuration.eventLoops = loops
        } _: { port, server, handler in
            var clients: [RawClient] = []
            for phase in Self.phases { clients.append(try await enter(phase, port: port, handler)) }
            server.shutdown()
            await server.waitForConnections(0)
            withExtendedLifetime(clients) {}
        }
    }
}
