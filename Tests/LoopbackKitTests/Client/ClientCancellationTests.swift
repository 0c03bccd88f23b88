import Foundation
import LoopbackKitHTTP
import Testing

@Suite("HTTPClient: requests that nobody wants any more", .timeLimit(.minutes(2)))
struct ClientCancellationTests {
    /// Cancels a request when it has come to a stage, and sees that it ends so and its connection with it.
    private func cancel(
        _ called: CalledUpstream,
        _ method: HTTPMethod = .get,
        body: HTTPOutgoingBody = .empty,
        when stage: () async throws -> Void
    ) async throws {
        let task = Task { try await called.text(method, "/", body: body) }
        try await stage()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("PROXY-8 A request that is cancelled before its answer, in its body or its upload closes the connection")
    func stages() async throws {
        try await CalledUpstream.with { called in
            called.upstream.on("/", .stall)
            try await cancel(called) { try await called.upstream.wait { $0.requests.count == 1 } }
            try await called.upstream.wait { $0.ends == [.peerClosed] }

            let body = Gate()
            called.upstream.on("/", .head(.ok, ["Content-Length": "9"]), .bytes("half"), .wait(body), .stall)
            try await cancel(called) { try await body.reached() }
            body.open()
            try await called.upstream.wait { $0.ends.count == 2 }

            let upload = Gate()
            called.upstream.on("/", .leaveBody, .wait(upload), .stall)
            let endless = HTTPOutgoingBody.stream { writer in
                while true { try await writer.write([UInt8](repeating: 1, count: 100_000)) }
            }
            try await cancel(called, .post, body: endless) { try await upload.reached() }
            upload.open()
            try await called.upstream.wait { $0.ends.count == 3 }
            #expect(called.client.openConnections == 0)
        }
    }

    @Test("HTTP-10 A request that is cancelled in its look-up, its connecting or its handshake sends nothing")
    func early() async throws {
        let silent = try FullListener()
        let gate = Gate()
        let resolver = ScriptedResolver()
        resolver.answer("name.test", .waits(gate, .sockets([silent.address])))
        resolver.answer("connect.test", .sockets([silent.address]))
        var configuration = HTTPClientConfiguration(resolver: resolver)
        configuration.limits.connectionsPerOrigin = 1
        try await HTTPClient.run(configuration: configuration) { client in
            for (name, stage) in [("name.test", 0), ("connect.test", 1), ("name.test", 0), ("connect.test", 1)] {
                let asked = resolver.lookups.count
                let task = Task { try await client.send(HTTPClientRequest(.get, HTTPURL("http://\(name)/"))) }
                try await resolver.asked(times: asked + 1)
                while client.openConnections < stage { await Task.yield() }
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
                #expect(client.openConnections == 0)
            }
        }
    }

    @Test("HTTP-10 Cancelled in its handshake it closes the connection", .enabled(if: TestCertificates.canBeMade))
    func handshake() async throws {
        try await CalledUpstream.with(.silent, isSecure: true) { called in
            try await cancel(called) { try await called.upstream.wait { $0.connections.first?.bytesReceived != nil } }
            try await called.upstream.wait { $0.ends == [.peerClosed] }
            #expect(called.upstream.requests.isEmpty)
            #expect(called.client.openConnections == 0)
        }
    }

    @Test("HTTP-10 A task that is cancelled before it begins sends nothing")
    func before() async throws {
        try await CalledUpstream.with { called in
            called.upstream.on("/", .answer(.ok, "x"))
            let gate = Gate()
            let task = Task {
                try? await gate.opened()
                return try await called.text()
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(called.upstream.record.connections.isEmpty)
        }
    }

    @Test("PROXY-8 A body that is let go closes its connection; the upstream has sent no more than the buffers hold")
    func letGo() async throws {
        try await CalledUpstream.with(sendBuffer: 1 << 16) { called in
            called.upstream.on("/", .head(), .endlessBody())
            for number in 1...5 {
                do {
                    let response = try await called.send()
                    var parts = response.body.makeAsyncIterator()
                    _ = try await parts.next()
                }
                try await called.upstream.wait { $0.ends.count == number }
            }
            let most = (5 << 20) + RawSocket.mostBuffered
            #expect(called.upstream.record.connections.allSatisfy { $0.bytesSent < most })
            #expect(called.client.openConnections == 0)
        }
    }

    /// How many transfers are aborted; more in a run of its own.
    private static let abortCount =
        ProcessInfo.processInfo.environment["LOOPBACKKIT_ABORTS"].flatMap { Int($0) } ?? 2000

    @Test("PROXY-8 Thousands of aborted transfers leave no connection, no descriptor and nobody who waits")
    func many() async throws {
        let before = DescriptorCount.now
        try await CalledUpstream.with(configure: {
            $0.eventLoops = 2
            $0.limits.connectionsPerOrigin = 16
        }) { called in
            called.upstream.on("/stall", .stall)
            called.upstream.on("/body", .head(), .bytes("begun"), .stall)
            called.upstream.on("/upload", .leaveBody, .stall)
            called.upstream.on("/small", .answer(.ok, "x"))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<Self.abortCount {
                    if number >= 64 { try await group.next() }
                    #expect(called.client.openConnections <= 2 * 16)
                    group.addTask { try await Self.abort(number, called) }
                }
                try await group.waitForAll()
            }
            try await called.upstream.wait { $0.openConnections <= called.client.openConnections }
            #expect(called.client.waitingRequests == 0)
            #expect(try await called.text(.get, "/small") == "x")
        }
        // Other tests open and close some at the same time; a leak would be one for each transfer.
        #expect(DescriptorCount.now <= before + Self.abortCount / 4)
    }

    /// One transfer, ended in one of its stages.
    private static func abort(_ number: Int, _ called: CalledUpstream) async throws {
        switch number % 5 {
        case 0:
            var parts = try await called.send(.get, "/body").body.makeAsyncIterator()
            #expect(try await parts.next() == Array("begun".utf8))
        case 1: _ = try await called.send(.get, "/body")
        case 2: try await called.text(.get, "/small")
        default:
            let endless = HTTPOutgoingBody.stream { writer in
                while true { try await writer.write([UInt8](repeating: 1, count: 20_000)) }
            }
            let isUpload = number % 5 == 3
            let task = Task {
                try await called.text(
                    isUpload ? .post : .get,
                    isUpload ? "/upload" : "/stall",
                    body: isUpload ? endless : .empty
                )
            }
            for _ in 0..<number % 50 { await Task.yield() }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }
}

/// How many descriptors the process has open.
enum DescriptorCount {
    static var now: Int {
        #if os(Linux)
        let folder = "/proc/self/fd"
        #else
        let folder = "/dev/fd"
        #endif
        return (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
    }
}
