import LoopbackKitHTTP
import Synchronization
import Testing

@Suite("HTTPClient's life", .timeLimit(.minutes(5)))
struct ClientLifeTests {
    @Test("HTTP-10 A client that does not run yet or any more refuses requests, and runs once")
    func notRunning() async throws {
        let client = HTTPClient()
        let url = try HTTPURL("http://127.0.0.1:9/")
        #expect(try await clientError { try await client.send(HTTPClientRequest(.get, url)) }?.code == .notRunning)
        client.shutdown()
        #expect(try await clientError { try await client.run() }?.code == .notRunning)
        let other = try await HTTPClient.run { $0 }
        #expect(try await clientError { try await other.send(HTTPClientRequest(.get, url)) }?.code == .notRunning)
        #expect(try await clientError { try await other.run() }?.code == .notRunning)
    }

    @Test("HTTP-10 Cancelling run() ends it and its connections")
    func cancelled() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .answer(.ok, "x"))
            let resolver = ScriptedResolver()
            resolver.answer("*", .sockets([upstream.address]))
            let client = HTTPClient(configuration: HTTPClientConfiguration(resolver: resolver))
            let running = Task { try await client.run() }
            let called = CalledUpstream(upstream: upstream, client: client)
            while try await called.failure() != nil { await Task.yield() }
            #expect(client.openConnections == 1)
            running.cancel()
            try await running.value
            #expect(client.openConnections == 0)
            try await upstream.wait { $0.openConnections == 0 }
        }
    }

    @Test("HTTP-10 A shutdown fails what is under way in every stage, and nothing hangs")
    func shutdown() async throws {
        let silent = try FullListener()
        let (lookUp, held) = (Gate(), Gate())
        try await FaultUpstream.with { upstream in
            upstream.on("/stall", .wait(held), .stall)
            upstream.on("/body", .head(), .bytes("begun"), .wait(held), .stall)
            upstream.on("/upload", .leaveBody, .wait(held), .stall)
            upstream.on("/idle", .answer(.ok, "x"))
            let resolver = ScriptedResolver()
            resolver.answer("*", .sockets([upstream.address]))
            resolver.answer("connect.test", .sockets([silent.address, upstream.address]))
            resolver.answer("lookup.test", .waits(lookUp, .sockets([upstream.address])))
            var configuration = HTTPClientConfiguration(resolver: resolver)
            configuration.limits.connectionsPerOrigin = 3
            configuration.timeouts.nextAddress = .seconds(60)
            let client = HTTPClient(configuration: configuration)
            let called = CalledUpstream(upstream: upstream, client: client)
            let running = Task { try await client.run() }
            while try await clientError({ try await called.text(.get, "/idle", host: "idle.test") }) != nil {
                await Task.yield()
            }
            let codes = try await withThrowingTaskGroup(of: HTTPClientError.Code?.self) { group in
                for (path, host) in [
                    ("/stall", "held.test"), ("/body", "held.test"), ("/idle", "connect.test"),
                    ("/idle", "lookup.test"),
                ] {
                    group.addTask { try await clientError { try await called.text(.get, path, host: host) }?.code }
                }
                group.addTask {
                    let endless = HTTPOutgoingBody.stream { writer in
                        while true { try await writer.write([UInt8](repeating: 1, count: 100_000)) }
                    }
                    return try await clientError {
                        try await called.text(.post, "/upload", host: "held.test", body: endless)
                    }?.code
                }
                try await held.reached(times: 3)
                for _ in 0..<3 {
                    group.addTask { try await clientError { try await called.text(host: "held.test") }?.code }
                }
                while client.waitingRequests < 3 { await Task.yield() }
                try await resolver.asked(times: 3)
                while client.openConnections < 5 { await Task.yield() }
                client.shutdown()
                try await running.value
                #expect(client.openConnections == 0)
                lookUp.open()
                held.open()
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(codes == [HTTPClientError.Code?](repeating: .notRunning, count: 8))
            #expect(upstream.record.requests(to: "/idle").count == 1)
            try await upstream.wait { $0.openConnections == 0 }
        }
    }

    @Test("HTTP-10 A shutdown at any moment under load: each request has its answer or its error")
    func shutdownUnderLoad() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .answer(.ok, "x"))
            let resolver = ScriptedResolver()
            resolver.answer("*", .sockets([upstream.address]))
            for round in 0..<60 {
                var configuration = HTTPClientConfiguration(resolver: resolver)
                configuration.eventLoops = 2
                configuration.limits.connectionsPerOrigin = 3
                let ended = try await HTTPClient.run(configuration: configuration) { client in
                    try await withThrowingTaskGroup(of: HTTPClientError.Code?.self) { group in
                        for _ in 0..<12 {
                            group.addTask {
                                try await clientError {
                                    while true {
                                        try await CalledUpstream(upstream: upstream, client: client).text()
                                    }
                                }?.code
                            }
                        }
                        for _ in 0..<round * 3 { await Task.yield() }
                        client.shutdown()
                        return try await group.reduce(into: []) { $0.append($1) }
                    }
                }
                #expect(ended == [HTTPClientError.Code?](repeating: .notRunning, count: 12))
            }
            try await upstream.wait { $0.openConnections == 0 }
        }
    }

    // MARK: On a server's loop

    @Test("HTTP-10 Requests of a server's handler stay on its loop, and their parts come there")
    func guest() async throws {
        let threads = Mutex<Set<UInt>>([])
        try await CalledUpstream.with { called in
            called.upstream.on("/", .chunkedHead(), .chunk("one"), .chunk("two"), .lastChunk())
            var configuration = HTTPServerConfiguration()
            configuration.address = .loopback(port: 0)
            configuration.eventLoops = 1
            let note: @Sendable () -> Void = { threads.withLock { _ = $0.insert(ThreadNumber.current) } }
            let server = HTTPServer(configuration: configuration) { _ in
                note()
                let response = try await called.send()
                note()
                for try await _ in response.body { note() }
                return HTTPResponse(text: "done")
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await server.run() }
                let port = try await server.listeningAddress.port ?? 0
                for _ in 0..<20 {
                    let answer = try await onThread { try RawClient.get("/", port: port) }
                    #expect(answer.contains("done"))
                }
                #expect(called.client.openConnections == 1)
                server.shutdown()
                try await group.waitForAll()
            }
            #expect(threads.withLock { $0.count } == 1)
            // The server's loop is gone, and its connections with it.
            try await called.upstream.wait { $0.openConnections == 0 }
            #expect(called.client.openConnections == 0)
            #expect(try await called.text() == "onetwo")
        }
    }

    @Test("HTTP-10 A server that is cancelled while its handlers' requests are under way leaves none of them")
    func serverEnds() async throws {
        try await CalledUpstream.with { called in
            called.upstream.on("/", .head(), .bytes("begun"), .stall)
            var configuration = HTTPServerConfiguration()
            configuration.address = .loopback(port: 0)
            let server = HTTPServer(configuration: configuration) { _ in
                let response = try await called.send()
                return HTTPResponse(
                    body: .stream { writer in
                        for try await part in response.body { try await writer.write(part) }
                    }
                )
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await server.run() }
                let address = try await server.listeningAddress
                var clients: [RawClient] = []
                for _ in 0..<8 {
                    let client = try RawClient(address: address)
                    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                    clients.append(client)
                }
                try await called.upstream.wait { $0.requests.count == 8 }
                group.cancelAll()
                try? await group.waitForAll()
            }
            try await called.upstream.wait { $0.openConnections == 0 }
            #expect(called.client.openConnections == 0)
        }
    }

    @Test("HTTP-10 A client whose shutdown comes while a server's handlers use it fails them, and the server goes on")
    func clientEnds() async throws {
        let codes = Watched<[HTTPClientError.Code?]>([])
        try await CalledUpstream.with { called in
            called.upstream.on("/", .stall)
            var configuration = HTTPServerConfiguration()
            configuration.address = .loopback(port: 0)
            let server = HTTPServer(configuration: configuration) { _ in
                let code = try await clientError { try await called.text() }?.code
                codes.change { $0.append(code) }
                return HTTPResponse(text: "failed")
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await server.run() }
                let port = try await server.listeningAddress.port ?? 0
                async let answer = onThread { try RawClient.get("/", port: port) }
                try await called.upstream.wait { $0.requests.count == 1 }
                called.client.shutdown()
                let first = try await answer
                #expect(first.contains("failed"))
                #expect(try await onThread { try RawClient.get("/", port: port) }.contains("failed"))
                server.shutdown()
                try await group.waitForAll()
            }
            #expect(codes.value == [.notRunning, .notRunning])
        }
    }
}
