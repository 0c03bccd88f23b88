import Foundation
import LoopbackKitHTTP
import Synchronization
import Testing

@Suite("SystemResolver", .timeLimit(.minutes(5)))
struct SystemResolverTests {
    private static let found: [SocketAddress] = [.ipv4(0x0808_0808, port: 0), .ipv6(1, 2, port: 0, zone: 0)]

    // MARK: The system

    @Test("HTTP-10 The system's table of hosts is asked")
    func localhost() async throws {
        let addresses = try await SystemResolver().addresses(of: "localhost", port: 8080)
        #expect(addresses.contains(.loopback(port: 8080)))
        #expect(Set(addresses).count == addresses.count)
        #expect(addresses.allSatisfy { $0.port == 8080 })
    }

    @Test(
        "HTTP-10 Addresses are read as in a URL and never looked up",
        arguments: [
            ("127.0.0.1", SocketAddress.loopback(port: 80)), ("0x7f.1", .loopback(port: 80)),
            ("[::1]", .ipv6(0, 1, port: 80, zone: 0)), ("::1", .ipv6(0, 1, port: 80, zone: 0)),
        ]
    )
    func literals(text: String, address: SocketAddress) async throws {
        let resolver = SystemResolver(maximumThreads: 1) { _ in [] }
        #expect(try await resolver.addresses(of: text, port: 80) == [address])
    }

    @Test(
        "HTTP-10 What can't be a name is refused without asking the system",
        arguments: [
            "", ".", "a\u{0}b", "a..b", "1.2.3.4.5", "fe80::1%lo", "unix:/run/x", "a b", "a/b",
            String(repeating: "a", count: 64), String(repeating: "abcdefg.", count: 32),
        ]
    )
    func invalidNames(name: String) async {
        let resolver = SystemResolver(maximumThreads: 1) { _ in Self.found }
        await #expect(throws: HTTPResolverError(.invalidName, name: name)) {
            try await resolver.addresses(of: name, port: 80)
        }
    }

    // MARK: Sharing

    @Test("HTTP-10 The addresses get the port, in the order to try them")
    func ports() async throws {
        let resolver = SystemResolver(maximumThreads: 1) { _ in Self.found + Self.found }
        let addresses = try await resolver.addresses(of: "site.example", port: 81)
        #expect(addresses == [.ipv4(0x0808_0808, port: 81), .ipv6(1, 2, port: 81, zone: 0)])
    }

    @Test("HTTP-10 An empty answer is an error, and so is the system's own")
    func errors() async {
        let empty = SystemResolver(maximumThreads: 1) { _ in [] }
        await #expect(throws: HTTPResolverError(.notFound, name: "site.example")) {
            try await empty.addresses(of: "site.example", port: 80)
        }
        let failing = SystemResolver(maximumThreads: 1) { name throws(HTTPResolverError) in
            throw HTTPResolverError(.unavailable, name: name)
        }
        await #expect(throws: HTTPResolverError(.unavailable, name: "site.example")) {
            try await failing.addresses(of: "site.example", port: 80)
        }
    }

    @Test("HTTP-10 Look-ups of one name at the same time share one, each with its own port")
    func sharing() async throws {
        let door = BlockingDoor()
        let calls = Mutex(0)
        let resolver = SystemResolver(maximumThreads: 4) { _ in
            calls.withLock { $0 += 1 }
            door.pass()
            return Self.found
        }
        try await withThrowingTaskGroup(of: UInt16?.self) { group in
            for port: UInt16 in 1...8 {
                group.addTask {
                    let name = port.isMultiple(of: 2) ? "site.example" : "SITE.example"
                    return try await resolver.addresses(of: name, port: port).first?.port
                }
            }
            await until { resolver.waiterCount == 8 }
            #expect(resolver.threadCount == 1)
            door.open()
            var ports: Set<UInt16> = []
            for try await case let port? in group { ports.insert(port) }
            #expect(ports == Set(1...8))
        }
        #expect(calls.withLock { $0 } == 1)
    }

    @Test("HTTP-10 More names than threads wait for their turn")
    func threads() async throws {
        let door = BlockingDoor()
        let running = Mutex((now: 0, most: 0))
        let resolver = SystemResolver(maximumThreads: 4) { _ in
            running.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            door.pass()
            running.withLock { $0.now -= 1 }
            return Self.found
        }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<12 {
                group.addTask { try await resolver.addresses(of: "site\(number).example", port: 80).count }
            }
            await until { running.withLock { $0.now } == 4 && resolver.waiterCount == 12 }
            #expect(resolver.threadCount == 4)
            door.open()
            var answers = 0
            for try await count in group { answers += count }
            #expect(answers == 24)
        }
        #expect(running.withLock { $0.most } == 4)
        await until { resolver.threadCount == 0 }
    }

    // MARK: Cancellation and the end

    @Test("HTTP-10 A cancelled look-up ends at once, and its thread finds out alone")
    func cancellation() async throws {
        let door = BlockingDoor()
        let resolver = SystemResolver(maximumThreads: 1) { _ in
            door.pass()
            return Self.found
        }
        let first = Task { try await resolver.addresses(of: "site.example", port: 80) }
        let second = Task { try await resolver.addresses(of: "site.example", port: 81) }
        await until { resolver.waiterCount == 2 }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(resolver.threadCount == 1)
        door.open()
        #expect(try await second.value.count == 2)
        await until { resolver.threadCount == 0 }
    }

    @Test("HTTP-10 A look-up that everybody gave up before its turn is not made")
    func givenUp() async throws {
        let door = BlockingDoor()
        let names = Mutex<[String]>([])
        let resolver = SystemResolver(maximumThreads: 1) { name in
            names.withLock { $0.append(name) }
            door.pass()
            return Self.found
        }
        let first = Task { try await resolver.addresses(of: "first.example", port: 80) }
        await until { names.withLock { $0 } == ["first.example"] }
        let second = Task { try await resolver.addresses(of: "second.example", port: 80) }
        await until { resolver.waiterCount == 2 }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        door.open()
        _ = try await first.value
        await until { resolver.threadCount == 0 }
        #expect(names.withLock { $0 } == ["first.example"])
    }

    @Test("HTTP-10 A task that is cancelled already looks nothing up")
    func cancelledBefore() async throws {
        let resolver = SystemResolver(maximumThreads: 1) { _ in Self.found }
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await resolver.addresses(of: "site.example", port: 80)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(resolver.threadCount == 0)
    }

    @Test("HTTP-10 A resolver that is let go while a thread is busy leaves nothing behind")
    func letGo() async throws {
        let door = BlockingDoor()
        let hasEnded = Latch()
        final class Witness: Sendable {
            let end: Latch
            init(end: Latch) { self.end = end }
            deinit { end.open() }
        }
        var task: Task<Int, any Error>?
        do {
            let witness = Witness(end: hasEnded)
            let resolver = SystemResolver(maximumThreads: 1) { [witness] _ in
                door.pass()
                _ = witness
                return Self.found
            }
            task = Task { try await resolver.addresses(of: "site.example", port: 80).count }
            await until { resolver.threadCount == 1 }
        }
        task?.cancel()
        _ = await task?.result
        task = nil
        door.open()
        await until { hasEnded.isOpen }
        #expect(hasEnded.isOpen)
    }
}

/// Waits for something that another thread is about to do.
private func until(_ isMet: () -> Bool) async {
    while !isMet(), !Task.isCancelled { await Task.yield() }
}

/// Holds threads until it is opened.
private final class BlockingDoor: Sendable {
    private let condition = NSCondition()
    nonisolated(unsafe) private var isOpen = false  // read and written under the condition's lock

    func open() {
        condition.withLock {
            unsafe isOpen = true
            condition.broadcast()
        }
    }

    func pass() {
        condition.withLock {
            while unsafe !isOpen { condition.wait() }
        }
    }
}
