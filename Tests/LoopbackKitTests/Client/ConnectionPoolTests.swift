import LoopbackKitHTTP
import Synchronization
import Testing

@Suite("HTTPClient and its kept connections", .timeLimit(.minutes(5)))
struct ConnectionPoolTests {
    @Test("HTTP-10 Requests one after the other use one connection, each origin its own")
    func reuse() async throws {
        try await CalledUpstream.with { called in
            called.upstream.on("/", .answer(.ok, "hello"))
            for _ in 0..<20 { try await called.text() }
            #expect(called.upstream.record.connections.count == 1)
            #expect(try await called.text(host: "other.test") == "hello")
            #expect(called.upstream.record.connections.count == 2)
            #expect(called.client.openConnections == 2)
        }
    }

    @Test(
        "HTTP-10 A connection is not used again where one side closes it",
        arguments: [
            (HTTPFields(), UpstreamStep.answer(.ok, "x", ["Connection": "close"])),
            (HTTPFields(), .bytes("HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\nx")),
        ]
    )
    func closes(_ fields: HTTPFields, _ step: UpstreamStep) async throws {
        try await CalledUpstream.with { called in
            called.upstream.on("/", step)
            for _ in 0..<3 { #expect(try await called.text() == "x") }
            #expect(called.upstream.record.connections.count == 3)
            try await called.upstream.wait { $0.ends.count == 3 }
            #expect(called.client.openConnections == 0)
        }
    }

    @Test("HTTP-10 No more connections than the limit; who waits for one is served in order")
    func limit() async throws {
        let gate = Gate()
        try await CalledUpstream.with(configure: { $0.limits.connectionsPerOrigin = 2 }) { called in
            called.upstream.on("/held", .wait(gate), .answer(.ok, "held"))
            called.upstream.on("*", .answer(.ok, "waited"))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<2 { group.addTask { try await called.text(.get, "/held") } }
                try await gate.reached(times: 2)
                for number in 0..<10 {
                    group.addTask { try await called.text(.get, "/\(number)") }
                    try await waiting(number + 1, at: called)
                }
                #expect(called.client.openConnections == 2)
                gate.admit(1)
                try await called.upstream.wait { $0.requests.count == 12 }
                gate.open()
                try await group.waitForAll()
            }
            let record = called.upstream.record
            #expect(record.requests.dropFirst(2).map(\.path) == (0..<10).map { "/\($0)" })
            #expect(record.connections.count == 2)
        }
    }

    /// Waits until so many requests wait for a place.
    private func waiting(_ count: Int, at called: CalledUpstream) async throws {
        while called.client.waitingRequests < count {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test("HTTP-10 A request that waits for a place fails in time, and a cancelled one leaves its turn to the next")
    func waitEnds() async throws {
        let gate = Gate()
        try await CalledUpstream.with(configure: {
            $0.limits.connectionsPerOrigin = 1
            $0.timeouts.connect = .milliseconds(300)
        }) { called in
            called.upstream.on("/held", .wait(gate), .answer(.ok, "held"))
            called.upstream.on("/", .answer(.ok, "next"))
            async let held = called.text(.get, "/held")
            try await gate.reached()
            let cancelled = Task { try await called.text() }
            try await waiting(1, at: called)
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            #expect(try await called.failure()?.code == .noFreeConnection)
            async let next = called.text()
            try await waiting(1, at: called)
            gate.open()
            let answers = try await [next, held]
            #expect(answers == ["next", "held"])
            #expect(called.upstream.record.connections.count == 1)
            #expect(called.upstream.requests.count == 2)
        }
    }

    @Test("HTTP-10 Unused connections are kept up to their limit")
    func idleLimit() async throws {
        let gate = Gate()
        try await CalledUpstream.with(configure: { $0.limits.idleConnectionsPerOrigin = 2 }) { called in
            called.upstream.on("/", .wait(gate), .answer(.ok, "x"))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<5 { group.addTask { try await called.text() } }
                try await gate.reached(times: 5)
                gate.open()
                try await group.waitForAll()
            }
            try await called.upstream.wait { $0.openConnections == 2 }
            #expect(called.client.openConnections == 2)
        }
    }

    @Test("HTTP-10 An unused connection is closed when its time is over")
    func idleTime() async throws {
        try await CalledUpstream.with(configure: { $0.timeouts.idle = .milliseconds(100) }) { called in
            called.upstream.on("/", .answer(.ok, "x"))
            try await called.text()
            try await called.upstream.wait { $0.ends == [.peerClosed] }
            #expect(called.client.openConnections == 0)
            #expect(try await called.text() == "x")
        }
    }

    @Test("PROXY-12 Bytes that come while a connection is unused end it")
    func unasked() async throws {
        let gate = Gate()
        try await CalledUpstream.with { called in
            called.upstream.on("/", .answer(.ok, "x"), .wait(gate), .bytes("HTTP/1.1 200 OK\r\n\r\nevil"), .stall)
            #expect(try await called.text() == "x")
            #expect(called.client.openConnections == 1)
            gate.open()
            try await called.upstream.wait { $0.openConnections == 0 }
            called.upstream.on("/", .answer(.ok, "good"))
            #expect(try await called.text() == "good")
        }
    }

    // MARK: Stale connections

    @Test(
        "HTTP-10 A request that met a stale connection is sent once more where that does no harm",
        arguments: [
            HTTPMethod.get, .head, .put, .delete, .options,
        ]
    )
    func stale(_ method: HTTPMethod) async throws {
        try await CalledUpstream.with { called in
            called.upstream.on("/", .closeIfReused, .answer(.ok, "fresh"))
            try await called.text()
            let body = method == .put ? HTTPOutgoingBody.text("again") : .empty
            _ = try await called.text(method, "/", body: body)
            #expect(called.upstream.requests.map { "\($0.connection).\($0.turn)" } == ["1.1", "1.2", "2.1"])
            #expect(called.upstream.requests.last?.bodyText == (method == .put ? "again" : ""))
        }
    }

    @Test("HTTP-10 A POST, a stream and an upgrade are never sent twice")
    func staleOnce() async throws {
        try await CalledUpstream.with { called in
            called.upstream.on("/", .closeIfReused, .answer(.ok, "fresh"))
            try await called.text()
            #expect(try await called.failure(.post, "/", body: .text("once"))?.code == .closedBeforeAnswer)
            try await called.text()
            let stream = HTTPOutgoingBody.stream(length: 1) { try await $0.write("x") }
            #expect(try await called.failure(.put, "/", body: stream)?.code == .closedBeforeAnswer)
            try await called.text()
            let error = try await clientError { try await called.send(upgrade: "echo") }
            #expect(error?.code == .closedBeforeAnswer)
            #expect(called.upstream.requests.map(\.turn) == [1, 2, 1, 2, 1, 2])
        }
    }

    @Test("HTTP-10 No third try, and no second one on a new connection or once an answer has begun")
    func neverTwice() async throws {
        try await CalledUpstream.with { called in
            called.upstream.on("/good", .answer(.ok, "x"))
            called.upstream.on("/dead", .close)
            called.upstream.on("/half", .bytes("HTTP/1.1 2"), .close)
            #expect(try await called.failure(.get, "/dead")?.code == .closedBeforeAnswer)
            #expect(called.upstream.record.requests(to: "/dead").count == 1)
            try await called.text(.get, "/good")
            #expect(try await called.failure(.get, "/dead")?.code == .closedBeforeAnswer)
            #expect(called.upstream.record.requests(to: "/dead").count == 3)
            try await called.text(.get, "/good")
            #expect(try await called.failure(.get, "/half")?.code == .closedBeforeAnswer)
            #expect(called.upstream.record.requests(to: "/half").count == 1)
        }
    }

    @Test("HTTP-10 The second try has a new connection also where it has to wait for a place")
    func staleAtLimit() async throws {
        let gate = Gate()
        try await CalledUpstream.with(configure: { $0.limits.connectionsPerOrigin = 1 }) { called in
            called.upstream.on("/", .answer(.ok, "x"))
            called.upstream.on("/stale", .wait(gate), .closeIfReused, .answer(.ok, "fresh"))
            try await called.text()
            async let stale = called.text(.get, "/stale")
            try await gate.reached()
            async let other = called.text()
            try await waiting(1, at: called)
            gate.open()
            let answers = try await [stale, other]
            #expect(answers == ["fresh", "x"])
            #expect(called.upstream.requests.map { "\($0.connection).\($0.turn)" } == ["1.1", "1.2", "2.1", "3.1"])
            #expect(called.upstream.record.peakConnections == 1)
        }
    }

    @Test("HTTP-10 Many tasks at once: each gets its own answer, and the limit holds")
    func many() async throws {
        try await CalledUpstream.with(configure: {
            $0.limits.connectionsPerOrigin = 4
            $0.eventLoops = 2
            // Other tests run at the same time.
            $0.timeouts.connect = .seconds(60)
        }) { called in
            called.upstream.on("*") { request, connection in
                try connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Length: \(request.path.utf8.count)\r\n\r\n\(request.path)"
                )
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<64 {
                    group.addTask {
                        for turn in 0..<20 {
                            let path = "/\(task)/\(turn)"
                            let answer = try await called.text(.get, path)
                            #expect(answer == path)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(called.upstream.requests.count == 64 * 20)
            #expect(called.upstream.record.peakConnections <= 8)
        }
    }
}
