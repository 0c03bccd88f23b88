import BenchmarkLoad
import LoopbackKitHTTP
import Synchronization
import Testing

@Suite("Benchmarks: the load generator", .timeLimit(.minutes(5)))
struct LoadGeneratorTests {
    private static let handler: Router = {
        var router = Router()
        router.synchronous(.get, "/hello") { _ in HTTPResponse(text: "Hello World!") }
        router.get("/large") { _ in HTTPResponse(text: String(repeating: "x", count: 1_000_000)) }
        router.get("/streamed") { _ in
            HTTPResponse(body: .stream { writer in try await writer.write(Array("Hello World!".utf8)) })
        }
        router.post("/upload", bodyLimit: .max) { request in
            var count = 0
            for try await part in request.body { count += part.count }
            return HTTPResponse(text: "\(count)")
        }
        return router
    }()

    private func get(_ path: String, _ fields: String = "") -> [UInt8] {
        Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(fields)\r\n".utf8)
    }

    /// Sends requests to a server of the handler, so many that each connection has several.
    private func report(
        _ requests: [[UInt8]],
        _ expected: ExpectedAnswer,
        handler: any HTTPHandler = handler,
        limit: Int = 96,
        _ change: @Sendable @escaping (inout LoadPlan) -> Void = { _ in }
    ) async throws -> LoadReport {
        try await withServer(handler: handler) { port in
            try await onThread {
                var plan = LoadPlan(port: port, requests: requests, expected: expected)
                plan.requestLimit = limit
                change(&plan)
                return try LoadGenerator(plan, window: LoadWindow(warmUp: 0, seconds: 50)).run()
            }
        }
    }

    private func expectGood(_ report: LoadReport, answers: Int = 96) {
        #expect(report.faults.isEmpty, "\(report.faults)")
        #expect(report.answers == answers)
        #expect(report.latency.total == UInt64(answers))
    }

    @Test(
        "KIT-2 Answers are counted, on one or many connections and threads, one by one or pipelined",
        arguments: [1, 16]
    )
    func answers(depth: Int) async throws {
        for (connections, threads) in [(1, 1), (9, 1), (9, 2)] {
            let report = try await report([get("/hello")], ExpectedAnswer(length: 12)) { plan in
                (plan.connections, plan.threads, plan.depth) = (connections, threads, depth)
            }
            expectGood(report)
            #expect(report.threadShares.count == threads)
        }
    }

    @Test(
        "KIT-2 Bodies larger than a read are counted without a copy, and uploads larger than a socket's room are sent"
    )
    func large() async throws {
        let large = try await report([get("/large")], ExpectedAnswer(length: 1_000_000), limit: 9) {
            $0.connections = 3
        }
        expectGood(large, answers: 9)
        let head = "POST /upload HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 8000000\r\n\r\n"
        let upload = Array(head.utf8) + Array(repeating: 97, count: 8_000_000)
        let uploads = try await report([upload], ExpectedAnswer(length: 7), limit: 4) { $0.connections = 2 }
        expectGood(uploads, answers: 4)
    }

    @Test("KIT-2 With a connection for each request, an answer counts when the server has closed")
    func reconnecting() async throws {
        let report = try await report([get("/hello", "Connection: close\r\n")], ExpectedAnswer(length: 12)) { plan in
            (plan.connections, plan.reconnects) = (4, true)
        }
        expectGood(report)
    }

    @Test("KIT-2 A close that the server announces is no fault, and the connection is replaced")
    func announcedClose() async throws {
        expectGood(try await report([get("/hello", "Connection: close\r\n")], ExpectedAnswer(length: 12)))
    }

    @Test(
        "KIT-2 A wrong answer is found and does not count",
        arguments: [
            ("/hello", ExpectedAnswer(length: 11), LoadFaults.Kind.length),
            ("/nothing", ExpectedAnswer(length: 12), .status),
            ("/streamed", ExpectedAnswer(length: 12), .malformed),
        ]
    )
    func wrongAnswers(path: String, expected: ExpectedAnswer, kind: LoadFaults.Kind) async throws {
        for reconnects in [false, true] {
            let fields = reconnects ? "Connection: close\r\n" : ""
            let report = try await report([get(path, fields)], expected) { $0.reconnects = reconnects }
            #expect(report.faults[kind] == 96, "\(report.faults)")
            #expect(report.answers == 0)
        }
    }

    @Test("KIT-2 One wrong answer among right ones is found")
    func oneWrongAnswer() async throws {
        let report = try await report([get("/hello"), get("/hello"), get("/large")], ExpectedAnswer(length: 12))
        #expect(report.faults[.length] == 32)
        #expect(report.answers == 64)
    }

    @Test("KIT-2 A server that is gone is a fault")
    func nobodyListens() async throws {
        let listener = try #require(LoadSocket.listen())
        LoadSocket.close(listener.descriptor)
        let report = try await onThread {
            let plan = LoadPlan(port: listener.port, requests: [get("/")], expected: ExpectedAnswer(length: 1))
            return try LoadGenerator(plan, window: LoadWindow(warmUp: 0, seconds: 0.05)).run()
        }
        #expect(report.faults[.connect] == 1)
    }

    @Test("KIT-2 A request that is never answered is a fault")
    func neverAnswered() async throws {
        let listener = try #require(LoadSocket.listen())
        defer { LoadSocket.close(listener.descriptor) }
        let report = try await onThread {
            var plan = LoadPlan(port: listener.port, requests: [get("/")], expected: ExpectedAnswer(length: 1))
            var window = LoadWindow(warmUp: 0, seconds: 0.05)
            window.grace = 0
            // One is due in that time, whether or not the thread had its turn by then.
            plan.pace = .open(requestsPerSecond: 20)
            return try LoadGenerator(plan, window: window).run()
        }
        #expect(report.faults[.unanswered] == 1)
    }

    @Test("KIT-2 A plan without requests or connections is refused")
    func emptyPlan() {
        let noRequests = LoadPlan(port: 1, requests: [], expected: ExpectedAnswer(length: 1))
        var noConnections = LoadPlan(port: 1, requests: [get("/")], expected: ExpectedAnswer(length: 1))
        noConnections.connections = 0
        for plan in [noRequests, noConnections] {
            #expect(throws: LoadError(.invalidPlan)) {
                try LoadGenerator(plan, window: LoadWindow(warmUp: 0, seconds: 0.05)).run()
            }
        }
    }

    // MARK: The open pace

    @Test("KIT-2 At a rate, so many requests are sent as are due, whatever the server's speed")
    func rate() async throws {
        let report = try await withServer(handler: Self.handler) { port in
            try await onThread {
                var plan = LoadPlan(port: port, requests: [get("/hello")], expected: ExpectedAnswer(length: 12))
                (plan.connections, plan.pace) = (4, .open(requestsPerSecond: 1000))
                var window = LoadWindow(warmUp: 0, seconds: 0.2)
                window.grace = 20_000_000_000
                return try LoadGenerator(plan, window: window).run()
            }
        }
        expectGood(report, answers: 200)
    }

    @Test("KIT-2 A stall is charged to all requests that it kept from being sent, not to one")
    func coordinatedOmission() async throws {
        let stalling = StallingHandler()
        let report = try await report([get("/")], ExpectedAnswer(length: 4), handler: stalling, limit: 200) { plan in
            plan.pace = .open(requestsPerSecond: 1000)
        }
        expectGood(report, answers: 200)
        // The first request is held for a tenth of a second: half of the requests are due in it and wait for up to 100 ms.
        let late = try #require(report.latency.percentile(0.8))
        #expect(late > 20_000_000)
    }
}

/// Holds its first answer for a tenth of a second: the stall that is measured.
private final class StallingHandler: HTTPHandler {
    private let isFirst = Atomic(true)

    func handle(_ request: HTTPRequest) -> HTTPHandling {
        guard isFirst.exchange(false, ordering: .relaxed) else { return .now(HTTPResponse(text: "done")) }
        return .later { _ in
            try await Task.sleep(for: .milliseconds(100))
            return HTTPResponse(text: "done")
        }
    }
}
