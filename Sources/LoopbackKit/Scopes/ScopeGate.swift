package import LoopbackKitHTTP

/// The ordered checks that a request passes before it reaches a scope: secret, host, method, scope, site.
///
/// Syntax and framing come before all of them and are the engine's.
package struct ScopeGate: Sendable {
    /// What the checks lead to.
    package enum Verdict: Sendable {
        case refused(ScopeRefusal)
        /// OPTIONS: the methods are named and nothing is granted.
        case methods
        case admitted(Scope)
        /// A call to another site, by any method, which the proxy's own gate judges; what is called begins at this place
        /// of the path.
        case proxied(Scope, from: Int)

        /// Whether the request showed the secret under the right name.
        package var isTrusted: Bool {
            switch self {
            case .refused(.secret), .refused(.host): false
            case .refused, .methods, .admitted, .proxied: true
            }
        }
    }

    /// Whether pages of other origins may load audio, video and text tracks.
    package var admitsForeignMedia: Bool

    package init(admitsForeignMedia: Bool = false) { self.admitsForeignMedia = admitsForeignMedia }

    /// Checks a request.
    package func check(
        _ request: HTTPRequest,
        _ parts: ScopePath,
        in path: Span<UInt8>,
        snapshot: ScopeSnapshot,
        port: UInt16
    ) -> Verdict {
        let finding = snapshot.find(parts, in: path)
        if case .closed = finding { return .refused(.secret) }
        guard OwnName.isMeant(by: request, port: port) else { return .refused(.host) }
        let hasMarker = parts.hasMarker(in: path)
        if hasMarker, let start = parts.proxied(in: path) {
            guard case .found(let scope) = finding else { return .refused(.scope) }
            return .proxied(scope, from: start)
        }
        if request.method == .options { return .methods }
        guard request.method == .get || request.method == .head else { return .refused(.method) }
        guard case .found(let scope) = finding, !hasMarker || parts.hasServedMarker(in: path) else {
            return .refused(.scope)
        }
        guard admitsSite(of: request.fields) else { return .refused(.foreignSite) }
        return .admitted(scope)
    }

    /// The Fetch Metadata rule: a request that names its site comes from the own origin or from the user, or opens a
    /// document in a window of its own.
    private func admitsSite(of fields: HTTPFields) -> Bool {
        guard fields.contains(.secFetchSite) else { return true }
        // Two lines are no browser's doing.
        guard fields.hasOne(.secFetchSite) else { return false }
        if fields.value(of: .secFetchSite, equals: "same-origin") { return true }
        if fields.value(of: .secFetchSite, equals: "none") { return true }
        if fields.value(of: .secFetchMode, equals: "navigate") {
            return fields.value(of: .secFetchDest, equals: "document")
        }
        return admitsForeignMedia && isForMedia(fields)
    }

    private func isForMedia(_ fields: HTTPFields) -> Bool {
        fields.value(of: .secFetchDest, equals: "video") || fields.value(of: .secFetchDest, equals: "audio")
            || fields.value(of: .secFetchDest, equals: "track")
    }
}

extension HTTPFields {
    /// Whether exactly one line has this name.
    fileprivate func hasOne(_ name: HTTPFieldName) -> Bool {
        guard let index = storage.index(of: name) else { return false }
        return storage.index(of: name, from: index + 1) == nil
    }
}
