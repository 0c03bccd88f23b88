package import LoopbackKit
import LoopbackKitHTTP

/// Words for what happens, as text or as JSON lines; `nil` for what the options leave out.
package struct EventReporter: Sendable {
    let json: Bool
    let detail: HostOptions.Detail

    /// Makes a reporter that tells as much as the options ask for.
    package init(_ options: HostOptions) {
        json = options.json
        detail = options.detail
    }

    /// What the reporter has something to say about.
    package var wantedEvents: LoopbackEventDetail {
        detail == .verbose || json && detail != .quiet ? .everything : .noteworthy
    }

    /// What is told when every folder has its address, which holds the secret: its user asked for it.
    ///
    /// - Parameters:
    ///   - urls: the addresses, for the folders in their order.
    ///   - opening: the server's port, and whether it is another than the one that was due.
    ///   - due: the port that was asked for, if one was.
    /// - Returns: what to print.
    package func ready(_ urls: [String], _ opening: ServerOpening, due: UInt16?) -> String {
        if json { return "\(readyLine(urls, opening))" }
        guard detail != .quiet else { return urls.joined(separator: "\n") }
        var text = urls.count == 1 ? "Open this address in a browser:\n" : "Open these addresses in a browser:\n"
        for url in urls { text += "\n    \(url)" }
        text += "\n"
        if opening.originChanged {
            let taken = due.map { "Port \($0)" } ?? "The usual port"
            text += "\n\(taken) is taken, so this is port \(opening.port): pages find an empty storage there."
        }
        return text + "\nInterrupt (Ctrl-C) to stop."
    }

    private func readyLine(_ urls: [String], _ opening: ServerOpening) -> JSONLine {
        var line = JSONLine(event: "ready")
        line.add("url", urls.first ?? "")
        line.add("port", opening.port)
        if urls.count > 1 { line.add("urls", urls) }
        if opening.originChanged { line.add("originChanged", true) }
        return line
    }

    /// What is told of an event.
    package func report(_ event: LoopbackEvent) -> String? {
        guard isTold(event.kind) else { return nil }
        return json ? "\(line(event))" : "\(event)"
    }

    private func isTold(_ kind: LoopbackEvent.Kind) -> Bool {
        switch kind {
        case .answered(let request):
            // A script reads what it wants; a person wants to hear of what went wrong.
            json ? detail != .quiet : detail == .verbose || detail == .normal && request.status.code >= 400
        // That it was answered is an event too.
        case .refused: json && detail != .quiet || detail == .verbose
        case .state: json || detail != .quiet
        case .proxied(let event): isTold(event)
        default: detail != .quiet
        }
    }

    private func line(_ event: LoopbackEvent) -> JSONLine {
        switch event.kind {
        case .state(let state):
            var line = JSONLine(event: "state")
            line.add("state", state.phase.rawValue)
            line.add("generation", event.generation)
            line.add("text", "\(state)")
            return line
        case .answered(let request):
            var line = JSONLine(event: "request")
            line.add("method", request.method)
            line.add("target", request.target)
            line.add("status", request.status.code)
            if let scope = request.scope { line.add("scope", "\(scope)") }
            return line
        case .refused(let refusal):
            var line = JSONLine(event: "refused")
            line.add("reason", refusal.rawValue)
            return line
        case .proxied(let event): return self.line(event)
        default:
            var line = JSONLine(event: "notice")
            line.add("text", "\(event)")
            return line
        }
    }
}
