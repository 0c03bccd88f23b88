import LoopbackKitHTTP
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// In processes of their own, whose descriptors are few and are counted.
@Suite("Abuse: descriptors", .timeLimit(.minutes(5)))
struct DescriptorFloodTests {
    @Test("HTTP-6 Where descriptors run out new clients take the place of idle ones, and busy ones are left alone")
    func exhausted() async {
        await #expect(processExitsWith: .success) {
            try await withAttackedServer { _, server, _ in
                // Sockets that are there before the limit is: the server alone meets it.
                let port = try required(try await server.listeningAddress.port)
                let busy = try RawClient(port: port)
                try await onThread {
                    busy.send(Wire.get("/endless"))
                    _ = busy.receive(until: "....")
                }
                let waiting = (0..<30).map { _ in RawSocket.make() }
                leaveDescriptors(8)
                for socket in waiting {
                    check(unsafe RawSocket.call(connect, socket, 0x7F00_0001, port) == 0)
                    let reply = try await onThread { answer(to: Wire.get("/now"), on: socket) }
                    check(reply.hasSuffix("now"))
                }
                try await onThread { check(busy.read(count: 1 << 20).count == 1 << 20) }
                check(server.counts.accepted == 31 && server.counts.openConnections <= 9)
            }
        }
    }

    @Test("HTTP-6 Where nothing can be closed for them new clients wait, and are served when descriptors are free")
    func waits() async {
        await #expect(processExitsWith: .success) {
            let recorder = EventRecorder()
            try await withAttackedServer { configuration in
                configuration.observe = recorder.record
            } _: { port, server, _ in
                let busy = try RawClient(port: port)
                try await onThread {
                    busy.send(Wire.get("/endless"))
                    _ = busy.receive(until: "....")
                }
                let waiting = RawSocket.make()
                leaveDescriptors(0)
                check(unsafe RawSocket.call(connect, waiting, 0x7F00_0001, port) == 0)
                let number = try await recorder.first { if case .acceptFailed(let number) = $0 { number } else { nil } }
                check(number == EMFILE && server.counts.accepted == 1)
                busy.reset()
                let reply = try await onThread { answer(to: Wire.get("/now"), on: waiting) }
                check(reply.hasSuffix("now"))
            }
        }
    }

    #if os(Linux)
    @Test("HTTP-7 After forty stops under attack no descriptor and no thread is left")
    func leaks() async {
        await #expect(processExitsWith: .success) {
            var first: [Int] = []
            for round in 0..<40 {
                try await withAttackedServer { configuration in
                    configuration.timeouts.stop = .zero
                    configuration.eventLoops = 2
                } _: { port, _, _ in
                    try await onThread {
                        for request in [Wire.get("/endless"), Wire.get("/file"), Wire.get("/wait"), "GET / HT", ""] {
                            try RawClient(port: port).send(request)
                        }
                        let kept = try RawClient(port: port)
                        kept.send(AttackedServer.upgrade("/flood"))
                        check(kept.read(count: 1000).count == 1000)
                    }
                }
                // The first rounds open what the process keeps.
                if round == 10 { first = try entries() }
            }
            // A thread that has told of its end may still be there for a moment.
            let patience = ContinuousClock.now + .seconds(20)
            while try entries()[1] > first[1], ContinuousClock.now < patience { await Task.yield() }
            check(try entries()[1] <= first[1])
            check(try entries()[0] <= first[0])
        }
    }
    #endif
}

#if os(Linux)
/// The numbers of the process's descriptors and threads.
private func entries() throws -> [Int] {
    try ["/proc/self/fd", "/proc/self/task"].map { path in
        guard let folder = unsafe opendir(path) else { throw Missing() }
        defer { unsafe closedir(folder) }
        var count = 0
        while unsafe readdir(folder) != nil { count += 1 }
        return count
    }
}
#endif

/// Ends the process with a failure that names the line.
private func check(_ isTrue: Bool, line: CInt = #line) {
    if !isTrue { exit(line & 127 | 64) }
}

/// Asks on a connected socket, and gives what comes first.
private func answer(to request: String, on socket: CInt) -> String {
    let bytes = Array(request.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe transmit(socket, $0) }
    var received: [UInt8] = []
    while !text(received).hasSuffix("now") {
        var result = IOResult.blocked
        received += unsafe [UInt8](unsafeUninitializedCapacity: 4096) { room, count in
            result = unsafe receive(socket, into: UnsafeMutableRawBufferPointer(room))
            if case .bytes(let taken) = result { count = taken }
        }
        guard case .bytes(let count) = result, count > 0 else { break }
    }
    return text(received)
}
