import LoopbackKitHTTP
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// With signals that no other test and no tool uses: they are sent to the whole test process.
@Suite("Stop signals", .timeLimit(.minutes(5)), .serialized)
struct StopSignalTests {
    private static let signals: Set<StopSignal> = [StopSignal(number: SIGUSR1), StopSignal(number: SIGUSR2)]

    private func send(_ number: CInt) { kill(getpid(), number) }

    /// Whether the signal does what it does by itself.
    private func isDefault(_ number: CInt) -> Bool {
        var action = sigaction()
        unsafe sigaction(number, nil, &action)
        #if canImport(Darwin)
        return unsafe unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == 0
        #else
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0
        #endif
    }

    @Test("HTTP-7 A signal ends the server after the answers under way", arguments: [SIGUSR1, SIGUSR2])
    func stops(number: CInt) async throws {
        let asked = Latch()
        let goOn = Latch()
        let server = HTTPServer { _ in
            asked.open()
            await goOn.wait()
            return HTTPResponse(text: "whole")
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run(stoppingOn: Self.signals) }
            let port = try required(try await server.listeningAddress.port)
            group.addTask {
                try await onThread {
                    let client = try RawClient(port: port)
                    #expect(try client.ask(Wire.get("/")).text == "whole")
                    #expect(client.receiveAll().end == .finished)
                }
            }
            await asked.wait()
            send(number)
            // The stop has begun when nobody takes connections any more.
            while (try? await onThread { try RawClient(port: port) }) != nil { await Task.yield() }
            goOn.open()
            try await group.waitForAll()
        }
        #expect(isDefault(SIGUSR1) && isDefault(SIGUSR2))
    }

    @Test("HTTP-7 Two servers of a process both stop at one signal")
    func both() async throws {
        let servers = [HTTPServer { _ in HTTPResponse() }, HTTPServer { _ in HTTPResponse() }]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for server in servers { group.addTask { try await server.run(stoppingOn: Self.signals) } }
            for server in servers { _ = try await server.listeningAddress }
            send(SIGUSR1)
            try await group.waitForAll()
        }
        #expect(isDefault(SIGUSR1))
    }

    @Test("HTTP-7 A server that ends by itself gives its signals back")
    func givenBack() async throws {
        let server = HTTPServer { _ in HTTPResponse() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run(stoppingOn: Self.signals) }
            _ = try await server.listeningAddress
            #expect(!isDefault(SIGUSR1))
            server.shutdown()
            try await group.waitForAll()
        }
        #expect(isDefault(SIGUSR1) && isDefault(SIGUSR2))
    }

    @Test("HTTP-7 A server that can't listen gives its signals back")
    func notListening() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.eventLoops = 0
        let server = HTTPServer(configuration: configuration) { _ in HTTPResponse() }
        await #expect(throws: HTTPServerError.self) { try await server.run(stoppingOn: Self.signals) }
        #expect(isDefault(SIGUSR1))
    }
}
