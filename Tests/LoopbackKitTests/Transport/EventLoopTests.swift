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

@Suite("EventLoop", .timeLimit(.minutes(5)))
struct EventLoopTests {
    private actor Resident {
        nonisolated let loop: EventLoop
        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }
        private(set) var visits = 0

        init(_ loop: EventLoop) { self.loop = loop }

        func visit() -> Bool {
            visits += 1
            return loop.isIsolatingCurrentContext() == true
        }
    }

    private func withLoop(_ body: (EventLoop) async throws -> Void) async throws {
        let loop = try EventLoop()
        try loop.start()
        do {
            try await body(loop)
        } catch {
            await loop.stop()
            throw error
        }
        await loop.stop()
    }

    @Test("HTTP-1 An actor on the loop runs on its thread, and others don't")
    func identity() async throws {
        try await withLoop { loop in
            let resident = Resident(loop)
            #expect(await resident.visit())
            #expect(loop.isIsolatingCurrentContext() == false)
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<100 { group.addTask(executorPreference: loop) { loop.isCurrent } }
                for await isOnLoop in group { #expect(isOnLoop) }
            }
        }
    }

    @Test("HTTP-7 Jobs that come after the loop's end still run, one at a time")
    func lateJobs() async throws {
        let loop = try EventLoop()
        try loop.start()
        let resident = Resident(loop)
        await loop.stop()
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<500 { group.addTask { await resident.visit() } }
            for await isOnLoop in group { #expect(isOnLoop) }
        }
        #expect(await resident.visits == 500)
        let isCalled = Atomic(false)
        loop.post { isCalled.store(true, ordering: .relaxed) }
        let wasCalled = isCalled.load(ordering: .relaxed)
        #expect(wasCalled)
    }

    private final class Counts: Sendable {
        let called = Atomic(0)
        let elsewhere = Atomic(0)
    }

    @Test("HTTP-7 What many threads post is called on the loop, all of it, also around its end")
    func posting() async throws {
        let loop = try EventLoop()
        try loop.start()
        let counts = Counts()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await onThread {
                        for _ in 0..<2000 {
                            loop.post {
                                counts.called.add(1, ordering: .relaxed)
                                if !loop.isCurrent { counts.elsewhere.add(1, ordering: .relaxed) }
                            }
                        }
                    }
                }
            }
            group.addTask { await loop.stop() }
            try await group.waitForAll()
        }
        #expect(counts.called.load(ordering: .relaxed) == 16_000)
        #expect(counts.elsewhere.load(ordering: .relaxed) == 0)
    }

    private final class Watcher: ReadinessHandler {
        let seen: AsyncStream<String>.Continuation

        init(_ seen: AsyncStream<String>.Continuation) { self.seen = seen }

        func ready(_ readiness: Readiness) {
            if readiness.contains(.readable) { seen.yield("readable") }
        }

        func deadlinePassed() { seen.yield("deadline") }
    }

    @Test("HTTP-6 A watched descriptor is heard of, has one deadline, and nothing after it is forgotten")
    func watching() async throws {
        let (stream, seen) = AsyncStream<String>.makeStream()
        let (watcher, isForgotten) = (Watcher(seen), Latch())
        var pair: [CInt] = [0, 0]
        guard unsafe socketpair(AF_UNIX, streamSocket, 0, &pair) == 0 else { throw Missing() }
        let (watched, other) = (pair[0], pair[1])
        defer {
            close(watched)
            close(other)
        }
        makeNonBlocking(watched)
        try await withLoop { loop in
            loop.post { #expect(loop.watch(watched, handler: watcher)) }
            var byte: UInt8 = 1
            #expect(unsafe write(other, &byte, 1) == 1)
            #expect(await stream.first { _ in true } == "readable")
            loop.post { loop.setDeadline(watched, loop.now + 1) }
            #expect(await stream.first { _ in true } == "deadline")
            loop.post {
                loop.setDeadline(watched, loop.now + 1)
                loop.callAgain(watched, .readable)
                loop.forget(watched)
                isForgotten.open()
            }
            await isForgotten.wait()
            #expect(unsafe write(other, &byte, 1) == 1)
        }
        seen.finish()
        #expect(await stream.first { _ in true } == nil)
    }

    @Test("HTTP-7 A connection that a listener takes does not block, and sends at once")
    func acceptedSocket() async throws {
        let listener = try Listener.bind(to: .loopback(port: 0), backlog: 1)
        let client = try RawClient(port: try required(listener.address.port))
        var accepted = listener.accept()
        while case .failure(let error) = accepted, error.isEmpty { accepted = listener.accept() }
        let (descriptor, peer) = try accepted.get()
        defer { close(descriptor) }
        var value: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        #expect(unsafe getsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &value, &size) == 0)
        #expect(value != 0)
        #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
        guard case .ipv4(0x7F00_0001, _) = peer else { throw Missing() }
        client.close()
    }
}
