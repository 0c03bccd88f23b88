import LoopbackKitHTTP
import Synchronization

/// An upstream that answers what the cases of a page say.
///
/// A case has a folder of its own at the upstream, `/<key>/`. What answers a path in it the page says itself, by a POST to
/// `/control/plan`; so it opens gates, and learns what was seen (`/control/open`, `/control/state`, `/control/end`).
final class PlannedUpstream: Sendable {
    private struct Plan {
        let answers: [JSONValue]
        var given = 0
    }

    private struct State {
        /// By host and path.
        var plans: [String: Plan] = [:]
        /// By case and name.
        var gates: [String: Gate] = [:]
        var arrivals: [String: Int] = [:]
    }

    private let upstream: FaultUpstream
    private let state = Mutex(State())

    /// Takes an upstream's answers over.
    init(_ upstream: FaultUpstream) {
        self.upstream = upstream
        upstream.on("*") { [self] request in
            request.path.hasPrefix("/control/") ? [control(request)] : answer(request)
        }
    }

    /// Whether pages of every origin may call a host and read its answers: all but names below `test`.
    static func allowsAll(_ request: UpstreamRequest) -> Bool {
        let host = (request["Host"] ?? "").prefix { $0 != ":" }
        return !host.hasSuffix(".test")
    }

    // MARK: Cases' requests

    private func answer(_ request: UpstreamRequest) -> [UpstreamStep] {
        if request.method == "OPTIONS", request["Access-Control-Request-Method"] != nil { return [Self.preflight] }
        let plan: JSONValue? = state.withLock { state in
            guard var plan = state.plans[request.path], let last = plan.answers.last else { return nil }
            defer { state.plans[request.path] = plan }
            plan.given += 1
            return plan.given <= plan.answers.count ? plan.answers[plan.given - 1] : last
        }
        let key = request.path.split(separator: "/").first.map(String.init) ?? ""
        let steps = plan?.array ?? [["answer", ["body": "ok", "fields": [["Content-Type", "text/plain"]]]]]
        return steps.compactMap { step in PlannedStep(step: step) { gate("\(key).\($0)") }?.step }
    }

    private static let preflight = UpstreamStep { connection in
        let request = connection.request
        guard allowsAll(request) else {
            return try connection.send("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
        }
        try connection.send(
            "HTTP/1.1 204 No Content\r\n\(CrossOriginLeave.lines(request))"
                + "Access-Control-Allow-Methods: \(request["Access-Control-Request-Method"] ?? "")\r\n"
                + "Access-Control-Allow-Headers: \(request["Access-Control-Request-Headers"] ?? "")\r\n\r\n"
        )
    }

    /// A step that counts who comes to a gate, and waits there.
    private func gate(_ name: String) -> UpstreamStep {
        UpstreamStep { [self] connection in
            let gate = named(name)
            state.withLock { $0.arrivals[name, default: 0] += 1 }
            try connection.wait(at: gate)
        }
    }

    private func named(_ name: String) -> Gate {
        state.withLock { state in
            let gate = state.gates[name] ?? Gate()
            state.gates[name] = gate
            return gate
        }
    }

    // MARK: The page's own requests

    private func control(_ request: UpstreamRequest) -> UpstreamStep {
        UpstreamStep { [self] connection in
            try connection.readBody()
            let question = (try? JSONValue(text: connection.request.bodyText)) ?? .null
            let reply = reply(to: request.path, question)
            let answer = try (reply ?? .null).text
            try connection.send(
                "HTTP/1.1 \(reply == nil ? "400 Bad Request" : "200 OK")\r\nContent-Type: application/json\r\nContent-Length: \(answer.utf8.count)\r\n"
                    + "\(CrossOriginLeave.lines(request))\r\n\(answer)"
            )
        }
    }

    private func reply(to path: String, _ question: JSONValue) -> JSONValue? {
        let key = question["key"].string ?? ""
        switch path {
        case "/control/plan":
            let plan = Plan(answers: question["answers"].array)
            for step in plan.answers.flatMap(\.array) where PlannedStep(step: step, gate: gate) == nil { return nil }
            state.withLock { $0.plans[question["path"].string ?? ""] = plan }
            return true
        case "/control/open":
            named(question["gate"].string ?? "").open()
            return true
        case "/control/end":
            let gates = state.withLock { $0.gates.filter { $0.key.hasPrefix("\(key).") } }
            for gate in gates.values { gate.open() }
            return seen(key)
        default: return seen(key)
        }
    }

    private func seen(_ key: String) -> JSONValue {
        let arrivals = state.withLock { state in
            state.arrivals.compactMap { name, count in
                name.hasPrefix("\(key).")
                    ? (String(name.dropFirst(key.count + 1)), JSONValue.number(Double(count))) : nil
            }
        }
        let requests = SeenRequests(record: upstream.record, folder: "/\(key)/").list
        return ["gates": .object(Dictionary(arrivals) { first, _ in first }), "requests": .array(requests)]
    }
}
