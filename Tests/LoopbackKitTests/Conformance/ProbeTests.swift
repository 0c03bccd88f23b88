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
    /// Where the suite warns of what it allows; Docs/Conformance.md says why it stays so.
    private static let allowed: Set<String> = [
        "SMUG-TRANSFER_ENCODING", "SMUG-EXPECT-100-CL", "SMUG-TRAILER-HOST", "SMUG-TRAILER-AUTH", "SMUG-HEAD-CL-BODY",
        "SMUG-CL-TRAILING-SPACE", "SMUG-CL-DOUBLE-ZERO", "MAL-URL-BACKSLASH", "COMP-GET-WITH-CL-BODY",
        "COMP-HTTP12-VERSION", "MAL-CL-TAB-BEFORE-VALUE", "SMUG-CL0-BODY-POISON", "MAL-URL-PERCENT-NULL",
        "MAL-URL-PERCENT-CRLF",
    ]

    /// How many cases each level has.
    private static let levels = ["Must": 63, "Should": 20, "OughtTo": 1, "May": 7, "NotApplicable": 11]

    private static let validators = Validators(
        entityTag: EntityTag("v1"),
        lastModified: HTTPDate(secondsSince1970: 1_700_000_000)
    )

    /// Answers the usual methods at `/` with the body that came, conditions and WebSockets included, and at other paths
    /// with the fields.
    private static let handler: Router = {
        var router = Router()
        for method in [HTTPMethod.get, .post, .put, .patch, .delete] {
            router.on(method, "/") { request in try await answer(request) }
            router.on(method, "/*") { request in HTTPResponse(text: "\(request.fields)\n") }
        }
        return router
    }()

    private static func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        if request.fields.contains(.upgrade) { return .webSocket(answering: request) { _ in } }
        let body = try await request.body.collect(upTo: 1 << 20)
        let now = HTTPDate(secondsSince1970: 1_800_000_000)
        let outcome = Preconditions.evaluate(
            method: request.method,
            fields: request.fields,
            current: validators,
            now: now
        )
        if outcome == .notModified { return HTTPResponse(.notModified) }
        var response = HTTPResponse(body: .bytes(body))
        response.fields[.eTag] = validators.entityTag?.description
        response.fields[.lastModified] = validators.lastModified?.description
        return response
    }

    @Test("HTTP-3 HTTP-4 HTTP-8 Each case of Http11Probe holds, or is allowed for a reason")
    func corpus() async throws {
        let cases = try SharedData.decode("corpora/http11probe.json", as: [ProbeCase].self)
        let verdicts = try await withServer(handler: Self.handler) { port in
            try await onThread {
                try cases.map { probe in (probe, ProbeVerdict(probe, try Self.run(probe, port: port))) }
            }
        }
        for (probe, verdict) in verdicts {
            let expected: ProbeVerdict = Self.allowed.contains(probe.id) ? .allowed : .held
            #expect(verdict == expected, "\(probe.id): \(probe.expect)")
        }
        #expect(Dictionary(grouping: verdicts, by: \.0.level).mapValues(\.count) == Self.levels)
    }

    private static func run(_ probe: ProbeCase, port: UInt16) throws -> [ProbeStep] {
        let client = try RawClient(port: port)
        var steps: [ProbeStep] = []
        for step in probe.steps.indices where steps.last?.isClosed != true {
            let request = probe.request(step, host: "127.0.0.1:\(port)", after: steps.last?.answer)
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
