import Foundation
import LoopbackKitHTTP
import Testing

/// The cases of Http11Probe over real sockets.
@Suite(
    "Http11Probe",
    // The corpus is data of others and lies beside the package.
    .enabled(if: SharedData.has("corpora/http11probe.json"), "needs shared/corpora/http11probe.json"),
    .timeLimit(.minutes(2))
)
struct ProbeTests {
    /// What does not come out as the suite has it, and why it stays so.
    private static let judged: [String: String] = [:]

    /// Answers every method at `/` with the body that came, and at other paths with the fields.
    private static let handler = ClosureHandler { request in
        let body = try await request.body.collect(upTo: 1 << 20)
        if request.target.path == "/" { return HTTPResponse(body: .bytes(body)) }
        return HTTPResponse(text: "\(request.fields)\n")
    }

    @Test("HTTP-3 HTTP-4 HTTP-8 Each case of Http11Probe holds, or is judged")
    func corpus() async throws {
        let cases = try SharedData.decode("corpora/http11probe.json", as: [ProbeCase].self)
        let verdicts = try await withServer(handler: Self.handler) { port in
            try await onThread {
                try cases.map { probe in (probe, ProbeVerdict(probe, try Self.run(probe, port: port))) }
            }
        }
        #expect(verdicts.count == 102)
        for (probe, verdict) in verdicts {
            #expect((verdict != .missed) == (Self.judged[probe.id] == nil), "\(probe.id): \(probe.expect)")
        }
        for level in ["Must", "Should", "OughtTo", "May", "NotApplicable"] {
            let counted = verdicts.filter { $0.0.level == level }.map(\.1)
            let held = counted.count { $0 == .held }
            let allowed = verdicts.filter { $0.0.level == level && $0.1 == .allowed }.map(\.0.id)
            print("Http11Probe \(level): \(counted.count) cases, \(held) held, allowed: \(allowed)")
        }
    }

    private static func run(_ probe: ProbeCase, port: UInt16) throws -> [ProbeStep] {
        let client = try RawClient(port: port)
        var steps: [ProbeStep] = []
        for request in probe.requests(host: "127.0.0.1:\(port)") where steps.last?.isClosed != true {
            client.send(request)
            // Where silence holds too, an end stands for it: nobody has to wait.
            if probe.expect.hasSuffix("timeout") { client.finishSending() }
            var step = ProbeStep()
            step.answer = try? client.readResponse(isHead: request.starts(with: "HEAD ".utf8))
            if step.answer?["Connection"] == "close" || step.answer == nil {
                let (rest, end) = client.receiveAll()
                step.rest = rest
                step.isClosed = end != .timedOut
            }
            steps.append(step)
        }
        client.finishSending()
        steps[steps.count - 1].rest += client.receiveAll().bytes
        return steps
    }
}
