import LoopbackKitHTTP
import Testing

@Suite("HTTPClient's time limits", .timeLimit(.minutes(5)))
struct ClientTimeLimitTests {
    private static let short = Duration.milliseconds(150)

    @Test("HTTP-10 The look-up of a name has a limit")
    func lookUp() async throws {
        let resolver = ScriptedResolver()
        resolver.answer("*", .waits(Gate(), .addresses(["127.0.0.1"])))
        var configuration = HTTPClientConfiguration(resolver: resolver)
        configuration.timeouts.connect = Self.short
        try await HTTPClient.run(configuration: configuration) { client in
            let error = try await clientError {
                try await client.send(HTTPClientRequest(.get, HTTPURL("http://slow.test/")))
            }
            #expect(error?.code == .lookUpTimedOut)
        }
    }

    @Test("PROXY-12 An answer's head has a limit as a whole, also where it drips")
    func head() async throws {
        let drips = Gate()
        try await CalledUpstream.with(configure: { $0.timeouts.head = Self.short }) { called in
            called.upstream.on("/silent", .stall)
            called.upstream.on("/interim", .interim(count: 3), .stall)
            called.upstream.on(
                "/drips",
                .drip("HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 60_000))", at: drips)
            )
            called.upstream.on("/small", .answer(.ok, "x"))
            for path in ["/silent", "/interim"] {
                #expect(try await called.failure(.get, path)?.code == .answerTimedOut, "\(path)")
            }
            let dripping = Task { try await called.failure(.get, "/drips") }
            try await drips.reached()
            // A byte for each answer that another request gets, far below the limit's time.
            while called.upstream.record.openConnections > 1 || called.upstream.record.requests(to: "/small").isEmpty {
                drips.admit()
                try await called.text(.get, "/small")
            }
            #expect(try await dripping.value?.code == .answerTimedOut)
        }
    }

    @Test("HTTP-10 A body that makes no progress has a limit; one that drips, or whose reader is slow, has none")
    func body() async throws {
        let (gate, drips) = (Gate(), Gate())
        try await CalledUpstream.with(configure: { $0.timeouts.body = Self.short }) { called in
            called.upstream.on("/silent", .head(.ok, ["Content-Length": "9"]), .bytes("half"), .stall)
            called.upstream.on("/drips", .head(), .drip(String(repeating: "x", count: 1 << 20), at: drips))
            called.upstream.on("/late", .head(.ok, ["Content-Length": "4"]), .wait(gate), .bytes("late"))
            called.upstream.on("/small", .answer(.ok, "x"))
            #expect(try await called.failure(.get, "/silent")?.code == .bodyTimedOut)
            try await called.upstream.wait { $0.openConnections == 0 }

            var parts = try await called.send(.get, "/drips").body.makeAsyncIterator()
            let end = ContinuousClock.now + Self.short * 3
            while ContinuousClock.now < end {
                drips.admit()
                #expect(try await parts.next() == [120])
            }
            // Nobody waits for this one while another runs into its limit.
            let late = try await called.send(.get, "/late")
            #expect(try await called.failure(.get, "/silent")?.code == .bodyTimedOut)
            gate.open()
            #expect(try await late.body.collect(upTo: 10) == Array("late".utf8))
        }
    }

    @Test("HTTP-10 An upstream that takes nothing more has a limit; a producer that takes its time has none")
    func sending() async throws {
        let gate = Gate()
        try await CalledUpstream.with(configure: { $0.timeouts.sending = Self.short }) { called in
            called.upstream.on("/stuck", .leaveBody, .wait(gate), .answer(.ok, "x"))
            called.upstream.on("/", .answer(.ok, "x"))
            let endless = HTTPOutgoingBody.stream { writer in
                while true { try await writer.write([UInt8](repeating: 1, count: 100_000)) }
            }
            let whole = HTTPOutgoingBody.bytes([UInt8](repeating: 1, count: 50 << 20))
            #expect(try await called.failure(.post, "/stuck", body: endless)?.code == .sendingTimedOut)
            #expect(try await called.failure(.post, "/stuck", body: whole)?.code == .sendingTimedOut)
            gate.open()
            let slow = HTTPOutgoingBody.stream { writer in
                try await writer.write("a")
                // Another request runs into its limit meanwhile.
                #expect(try await called.failure(.post, "/stuck-too", body: endless)?.code == .sendingTimedOut)
                try await writer.write("b")
            }
            called.upstream.on("/stuck-too", .leaveBody, .wait(Gate()))
            let answer = try await called.text(.post, "/", body: slow)
            #expect(answer == "x")
        }
    }

    @Test("HTTP-10 A TLS handshake has a limit", .enabled(if: TestCertificates.canBeMade))
    func handshake() async throws {
        try await CalledUpstream.with(.silent, isSecure: true, configure: { $0.timeouts.connect = Self.short }) {
            called in
            #expect(try await called.failure()?.code == .tlsTimedOut)
            try await called.upstream.wait { $0.ends == [.peerClosed] }
            #expect(called.client.openConnections == 0)
        }
    }

    @Test("HTTP-10 A limit of nil is none")
    func none() async throws {
        let gate = Gate()
        try await CalledUpstream.with(configure: {
            $0.timeouts.head = nil
            $0.timeouts.body = nil
            $0.timeouts.sending = nil
        }) { called in
            called.upstream.on("/", .wait(gate), .answer(.ok, "late"))
            async let text = called.text()
            try await gate.reached()
            gate.open()
            let answer = try await text
            #expect(answer == "late")
        }
    }
}
