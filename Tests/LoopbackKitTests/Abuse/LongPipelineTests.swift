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

/// Very many requests on one connection, and readers that come late.
@Suite("Abuse: long pipelines", .timeLimit(.minutes(5)))
struct LongPipelineTests {
    /// The system keeps a few megabytes for a reader (`tcp_wmem`, `tcp_rmem`); the engine, one answer and 64 KiB.
    private static let bound = 24 << 20

    /// Counts the bytes of the answers that were made.
    private final class Count: Sendable {
        private let made = Atomic(0)

        func add(_ count: Int) { made.add(count, ordering: .relaxed) }

        var value: Int { made.load(ordering: .relaxed) }

        /// Waits until the first megabyte is made, and then nothing more: ten turns of the loop in a row brought nothing.
        func waitUntilStill(_ pace: Pace) throws {
            var (last, still) = (-1, 0)
            while still < 10 {
                try pace.keep()
                still = value == last && value >= 1 << 20 ? still + 1 : 0
                last = value
            }
        }
    }

    /// Answers of one size, which tell their number: `/now/7`, `/later/7` or `/stream/7`.
    private static func handler(size: Int, _ count: Count) -> Router {
        let answer: @Sendable (HTTPRequest) -> [UInt8] = { request in
            let number = request.target.path.split(separator: "/").last.flatMap { Int($0) } ?? 0
            count.add(size)
            return body(number, size: size)
        }
        var router = Router()
        router.synchronous(.get, "/now") { _ in HTTPResponse(text: "now") }
        router.synchronous(.get, "/now/*") { HTTPResponse(body: .bytes(answer($0))) }
        router.get("/later/*") { HTTPResponse(body: .bytes(answer($0))) }
        router.get("/stream/*") { request in
            let bytes = answer(request)
            return HTTPResponse(body: .stream(length: bytes.count) { try await $0.write(bytes) })
        }
        return router
    }

    private static let filling = Wire.pattern(1 << 20)

    private static func body(_ number: Int, size: Int) -> [UInt8] {
        let digits = Array(String(1_000_000 + number).utf8)
        return digits + filling[digits.count..<size]
    }

    /// Reads answers that are all as long as the first one, and compares each with what it must be.
    private static func readAll(_ client: RawClient, count: Int, size: Int) throws {
        let head = try Array(client.readHeadBytes().utf8)
        client.putBack(head)
        let step = head.count + size
        var (number, kept) = (0, [UInt8]())
        kept.reserveCapacity(step + (1 << 17))
        while number < count {
            kept += try client.receivePart(atMost: 1 << 17).get()
            var start = 0
            while kept.count - start >= step, number < count {
                let isHead = isSame(head[..<15], kept, at: start)  // up to the status; the date may change
                let isBody = isSame(body(number, size: size)[...], kept, at: start + head.count)
                guard isHead, isBody else {
                    Issue.record("answer \(number) is not its own")
                    return
                }
                (number, start) = (number + 1, start + step)
            }
            kept.removeSubrange(..<start)
        }
        #expect(kept.isEmpty)
    }

    /// Byte by byte this would take most of the test's time in a debug build.
    private static func isSame(_ wanted: ArraySlice<UInt8>, _ bytes: [UInt8], at start: Int) -> Bool {
        unsafe wanted.withUnsafeBytes { wanted in
            unsafe bytes.withUnsafeBytes { bytes in
                guard let left = wanted.baseAddress, let right = bytes.baseAddress else { return false }
                return unsafe memcmp(left, right + start, wanted.count) == 0  // the caller has checked the length
            }
        }
    }

    private static func requests(_ range: Range<Int>, _ path: String) -> String {
        range.map { "GET \(path)\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined()
    }

    @Test("HTTP-1 A hundred thousand requests on one connection are each answered, in order", arguments: ["/now/"])
    func hundredThousand(path: String) async throws {
        let count = Count()
        try await withServer(handler: Self.handler(size: 10, count)) { port, server in
            let client = try RawClient(port: port)
            async let sent: Void = onThread {
                for start in stride(from: 0, to: 100_000, by: 1000) {
                    client.send(Self.requests(start..<start + 1000, path))
                }
            }
            try await onThread { try Self.readAll(client, count: 100_000, size: 10) }
            try await sent
            #expect(server.counts.accepted == 1)
            #expect(server.counts.answered == 100_000)
            client.close()
            await server.waitForConnections(0)
        }
    }

    @Test(
        "HTTP-5 Of ten thousand pipelined answers as many are made as the buffers hold, and all arrive at a late reader",
        arguments: ["/now/", "/later/", "/stream/"]
    )
    func late(path: String) async throws {
        let (size, total, count) = (6000, 10_000, Count())
        try await withServer(handler: Self.handler(size: size, count)) { port, server in
            let client = try RawClient(port: port, receiveBuffer: 1 << 16)
            async let sent: Void = onThread { client.send(Self.requests(0..<total, path)) }
            try await onThread {
                try count.waitUntilStill(Pace(port: port))
                #expect(count.value < Self.bound)
                try Self.readAll(client, count: total, size: size)
            }
            try await sent
            #expect(count.value == size * total)
        }
    }

    @Test(
        "HTTP-5 A hundred pipelined answers of a megabyte are made as their reader takes them",
        arguments: ["/now/", "/later/", "/stream/"]
    )
    func large(path: String) async throws {
        let (size, total, count) = (1 << 20, 100, Count())
        try await withServer(handler: Self.handler(size: size, count)) { port, server in
            try await onThread {
                let client = try RawClient(port: port, receiveBuffer: 1 << 16)
                client.send(Self.requests(0..<total, path))
                try count.waitUntilStill(Pace(port: port))
                #expect(count.value < Self.bound)
                try Self.readAll(client, count: total, size: size)
            }
        }
    }
}

extension RawClient {
    /// The next head as it came; what is behind it stays.
    fileprivate func readHeadBytes() throws -> String {
        var bytes: [UInt8] = []
        while true {
            bytes += try receivePart().get()
            guard let end = bytes.firstRange(of: [13, 10, 13, 10]) else { continue }
            putBack(bytes[end.upperBound...])
            return text(Array(bytes[..<end.upperBound]))
        }
    }
}
