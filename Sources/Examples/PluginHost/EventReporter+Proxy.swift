package import LoopbackKit
import LoopbackKitHTTP

// What is told of pages' calls to other sites.

extension EventReporter {
    /// What standard error is told at the start, however quiet the rest is, when the guard is open; `nil` when it is not.
    package func warning(of openings: [UpstreamOpening]) -> String? {
        guard !openings.isEmpty else { return nil }
        let services = openings.map { "\n    \($0.host):\($0.port) at \($0.address)" }.joined()
        return """
            plugin-host: WARNING: THE GUARD IS OPEN. Every page that is served here can call these services of this machine:
            \(services)

            This is for development: a page that was loaded from elsewhere, or that loads code from elsewhere, gets at them too.
            """
    }

    /// The lines about the openings, behind the first line; none without `--json`.
    package func lines(of openings: [UpstreamOpening]) -> [String] {
        guard json else { return [] }
        return openings.map { opening in
            var line = JSONLine(event: "guardOpen")
            line.add("host", "\(opening.host)")
            line.add("port", opening.port)
            line.add("address", "\(opening.address)")
            return "\(line)"
        }
    }

    /// The line about a cookie file that was damaged, or that can't be written; standard error is told the same.
    package func cookieTrouble(_ text: String) -> String? {
        guard json else { return nil }
        var line = JSONLine(event: "cookies")
        line.add("text", text)
        return "\(line)"
    }

    func isTold(_ event: ProxyEvent) -> Bool {
        switch event {
        case .failed, .withheld: detail != .quiet
        // Media players' requests have no evidence: one video makes many of them.
        case .answered, .admittedWithoutEvidence: json ? detail != .quiet : detail == .verbose
        }
    }

    func line(_ event: ProxyEvent) -> JSONLine {
        var line = JSONLine(event: "proxy")
        switch event {
        case .answered(let method, let url, let status):
            line.add("outcome", "answered")
            line.add("method", method.rawValue)
            line.add("url", url)
            line.add("status", status.code)
        case .failed(let method, let url, let failure):
            line.add("outcome", "failed")
            line.add("method", method.rawValue)
            if let url { line.add("url", url) }
            line.add("stage", failure.stage.rawValue)
            line.add("reason", failure.reason)
            line.add("message", failure.message)
        case .admittedWithoutEvidence(let url):
            line.add("outcome", "admittedWithoutEvidence")
            line.add("url", url)
        case .withheld(let names, let url):
            line.add("outcome", "withheld")
            line.add("url", url)
            line.add("fields", names.map(\.rawName))
        }
        return line
    }
}
