import Foundation
import LoopbackKit
import LoopbackKitHTTP

/// The requests of a page, as the server saw them.
struct RequestLog: Sendable {
    /// A request that no page should make, and why.
    struct Complaint: Hashable, Sendable, CustomStringConvertible {
        let request: String
        let reason: String

        var description: String { "\(reason): \(request)" }
    }

    private let answered: [AnsweredRequest]
    /// How often the gate turned a request away.
    let refusals: [ScopeRefusal]
    private let others: [LoopbackEvent.Kind]
    private let mount: String

    init(_ kinds: [LoopbackEvent.Kind], mount: String) {
        answered = kinds.compactMap { if case .answered(let request) = $0 { request } else { nil } }
        refusals = kinds.compactMap { if case .refused(let refusal) = $0 { refusal } else { nil } }
        others = kinds.filter {
            switch $0 {
            case .engineRefused, .responderFailed, .cookiesCleared: true
            default: false
            }
        }
        self.mount = mount
    }

    /// The files whose requests were answered with content or with "not modified".
    var paths: Set<String> {
        let paths = answered.filter { [200, 206, 304].contains($0.status.code) }.compactMap { path(of: $0) }
        return Set(paths.map { $0.isEmpty || $0.hasSuffix("/") ? "\($0)index.html" : $0 })
    }

    /// Every request, in order.
    var lines: [String] { answered.map(\.description) }

    /// The requests outside of the scope, those without an answer, and whatever else is wrong.
    ///
    /// - Parameters:
    ///   - missing: paths below the scope that may be "not found".
    ///   - backEnd: patterns of paths, below the scope or at the root, that a server of the page's own would answer.
    /// - Returns: what there is to complain of, in order.
    func complaints(missing: [String] = [], backEnd: [String] = []) -> [Complaint] {
        var complaints: [Complaint] = others.map { Complaint(request: "\($0)", reason: "event") }
        for request in answered where request.target != "/favicon.ico" || request.status.code != 204 {
            let place = path(of: request) ?? String(request.target.dropFirst().prefix { $0 != "?" })
            if request.status.isError, backEnd.contains(where: { Self.matches(place, $0) }) { continue }
            if request.scope == nil {
                complaints.append(Complaint(request: request.description, reason: "outside of the scope"))
            } else if ![200, 206, 304].contains(request.status.code) {
                let isExpected = request.status.code == 404 && missing.contains(path(of: request) ?? "/")
                if !isExpected { complaints.append(Complaint(request: request.description, reason: "not answered")) }
            }
        }
        return complaints
    }

    /// Whether a path is one that a pattern names; a `*` at its end stands for anything.
    static func matches(_ path: String, _ pattern: String) -> Bool {
        pattern.hasSuffix("*") ? path.hasPrefix(pattern.dropLast()) : path == pattern
    }

    /// A request's path below the scope, decoded and without its query; `~root/` leads to the scope from anywhere in it.
    private func path(of request: AnsweredRequest) -> String? {
        guard let start = request.target.range(of: mount) else { return nil }
        var rest = request.target[start.upperBound...].prefix { $0 != "?" }
        if let root = rest.range(of: "~root/") { rest = rest[root.upperBound...] }
        return String(rest).removingPercentEncoding ?? String(rest)
    }
}
