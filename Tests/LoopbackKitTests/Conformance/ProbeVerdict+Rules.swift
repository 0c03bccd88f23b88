/// The suite's rules, each found by the text of what the case expects.
extension ProbeVerdict {
    /// Statuses that hold a case, and those that are allowed.
    private struct Statuses {
        var held: [ClosedRange<Int>]
        var allowed: [ClosedRange<Int>] = []
    }

    private static let success = 200...299

    private static let statuses: [String: Statuses] = [
        "400 or close": Statuses(held: [400...400]),
        "400/431 or close": Statuses(held: [400...400, 431...431]),
        "400/414/431 or close": Statuses(held: [400...400, 414...414, 431...431]),
        "400/501 or close": Statuses(held: [400...400, 501...501]),
        "400/505 or close": Statuses(held: [400...400, 505...505]),
        "400/close/timeout": Statuses(held: [400...400]),
        "400/505/close/timeout": Statuses(held: [400...400, 505...505]),
        "400 or 2xx": Statuses(held: [400...400], allowed: [success]),
        "400 or 2xx/404": Statuses(held: [400...400], allowed: [200...499]),
        "400/405 or 200": Statuses(held: [400...400, 405...405, 501...501], allowed: [success]),
        "417 or 2xx": Statuses(held: [417...417], allowed: [success]),
        "200 or 505": Statuses(held: [], allowed: [success, 505...505]),
        "200 or 416": Statuses(held: [200...205, 416...416], allowed: [206...206]),
        "non-101 (426 preferred)": Statuses(held: [426...426], allowed: [200...425, 427...599]),
        "!101": Statuses(held: [200...599]),
        "400/431 (rejected) or 2xx (survived)": Statuses(held: [400...400, 431...431, success]),
        "Reject/drop (pass), normalize (fail), preserve (warn)": Statuses(held: [400...599]),
        "Reject/drop (pass), normalize casing (fail), preserve (warn)": Statuses(held: [400...599]),
        "2xx (no crash)": Statuses(held: [success, 400...400], allowed: [404...404]),
    ]

    /// Judges what a server did with a case.
    init(_ probe: ProbeCase, _ steps: [ProbeStep]) {
        let first = steps[0]
        if let range = probe.statusRange {
            // Written out: the optimizer of Swift 6.3.1 fails on `status.map { ... } ?? ...` here.
            guard let status = first.status else {
                self = probe.allowClose && first.isClosed ? .held : .missed
                return
            }
            self = range.lo...range.hi ~= status ? .held : .missed
        } else if let statuses = Self.statuses[probe.expect] {
            self.init(first, statuses)
        } else {
            self.init(steps, expect: probe.expect)
        }
    }

    private init(_ step: ProbeStep, _ statuses: Statuses) {
        guard let status = step.status else {
            self = step.isClosed ? .held : .missed
            return
        }
        let isHeld = statuses.held.contains { $0 ~= status }
        self = isHeld ? .held : statuses.allowed.contains { $0 ~= status } ? .allowed : .missed
    }

    /// The rules that look at more than a status.
    private init(_ steps: [ProbeStep], expect: String) {
        let first = steps[0]
        let body = first.answer?.text ?? ""
        let isRefused = first.status == 400 || first.answer == nil && first.isClosed
        let isHeld: Bool
        switch expect {
        case "2xx + echo": isHeld = first.isSuccess && ["hello", "hello world", "helloworld"].contains(body)
        case "2xx + close": isHeld = first.isSuccess && first.isClosed
        case "2xx with no body": isHeld = first.isSuccess && first.rest.isEmpty
        case "2xx with Date header": isHeld = first.isSuccess && first.answer?["Date"] != nil
        case "IMF-fixdate format": isHeld = first.answer?["Date"].map { $0.utf8.count == 29 } == true
        case "405/501, or 200 without Auth":
            isHeld = [405, 501].contains(first.status) || first.isSuccess && !body.contains("secret-token")
        case "400/501 or 2xx+close", "400 or 2xx+close":
            isHeld = [400, 501].contains(first.status) || first.answer == nil && first.isClosed
        case "400, or close": isHeld = isRefused
        case "400, or close (no extra response)":
            isHeld = isRefused && !first.rest.contains("HTTP/1.".utf8)
        case "400/close preferred; poisoned follow-up = warn":
            self = isRefused ? .held : first.isSuccess ? .allowed : .missed
            return
        case "2xx + 2xx": isHeld = steps.count == 2 && steps.allSatisfy(\.isSuccess)
        case "2xx with Cookie in body": isHeld = first.isSuccess && body.contains("Cookie:")
        case "2xx with foo=bar in body": isHeld = first.isSuccess && body.contains("foo=bar")
        case "2xx with a=1, b=2, c=3 in body":
            isHeld = first.isSuccess && ["a=1", "b=2", "c=3"].allSatisfy { body.contains($0) }
        case "304": isHeld = first.isSuccess && steps.count == 2 && steps[1].status == 304
        case "200": isHeld = steps.count == 2 && steps[1].isSuccess
        default: isHeld = false
        }
        self = isHeld ? .held : .missed
    }
}
