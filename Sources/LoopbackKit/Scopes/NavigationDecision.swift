internal import LoopbackKitHTTP

/// What an address means to a page's host that is about to go there.
public enum NavigationDecision: Hashable, Sendable {
    /// An address under the scope that the view shows.
    case inside(ScopeReference)
    /// An address under another scope, with a secret that opens it.
    case otherScope(ScopeReference)
    /// An address of an earlier launch: the scope is registered, and this is the same place under its present secret.
    ///
    /// The URL holds the secret: it is for a web view and for no log.
    case stale(ScopeReference, presentURL: String)
    /// A web address of another origin.
    case outside
    /// An address that leads nowhere.
    case refused(Refusal)

    /// Why an address leads nowhere.
    public enum Refusal: String, Hashable, Sendable {
        /// It is not an absolute URL in the form that web views give: control characters, spaces, dot segments.
        case malformed
        /// Its scheme is neither http nor https.
        case scheme
        /// It is on the own origin, and its secret opens nothing and never did.
        case secret
        /// It is on the own origin, and names no scope that is registered.
        case scope
    }
}

extension ScopeSnapshot {
    /// Decides what an address means, without any I/O.
    ///
    /// - Parameters:
    ///   - url: the address, as the web view gives it.
    ///   - current: the scope that the view shows.
    /// - Returns: the decision.
    package func decide(_ url: String, from current: ScopeReference?) -> NavigationDecision {
        let bytes = Array(url.utf8)
        guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != 0x5C }) else { return .refused(.malformed) }
        guard let authority = WebAuthority(bytes) else { return .refused(.scheme) }
        let own = Array(origin.utf8)
        guard authority.isPlain, bytes[authority.host].elementsEqual(own.dropFirst(OwnName.plainScheme.count)) else {
            return .outside
        }
        let end = bytes[authority.host.upperBound...].firstIndex { $0 == 63 || $0 == 35 } ?? bytes.count
        return decide(path: Array(bytes[authority.host.upperBound..<end]), tail: bytes[end...], from: current)
    }

    private func decide(path: [UInt8], tail: ArraySlice<UInt8>, from current: ScopeReference?) -> NavigationDecision {
        guard !hasDotSegment(path) else { return .refused(.malformed) }
        let parts = ScopePath(path.span)
        switch find(parts, in: path.span) {
        case .found(let scope):
            return scope.reference == current ? .inside(scope.reference) : .otherScope(scope.reference)
        case .unknown:
            return .refused(.scope)
        case .closed:
            guard SessionToken.hasForm(path.span.extracting(parts.secret)) else { return .refused(.secret) }
            guard let scope = scope(parts, in: path.span), scope.content != nil else { return .refused(.scope) }
            let address = ScopeAddress(origin: origin, secret: scope.secret, scope: scope.reference)
            let rest = path[parts.remainder].dropFirst() + tail
            return .stale(scope.reference, presentURL: address.url + String(decoding: rest, as: UTF8.self))
        }
    }

    /// Whether a segment is `.` or `..` in any form: the place that it leads to is another one than it says.
    private func hasDotSegment(_ path: [UInt8]) -> Bool {
        path.split(separator: 47).contains { segment in
            let decoded = PathSegment.decode(Array(segment).span)
            return decoded == [46] || decoded == [46, 46]
        }
    }
}

/// Where host and port stand in an http or https URL.
private struct WebAuthority {
    let host: Range<Int>
    /// Whether the scheme is http.
    let isPlain: Bool

    init?(_ url: [UInt8]) {
        isPlain = OwnName.hasPlainScheme(url.span)
        let scheme = isPlain ? OwnName.plainScheme : Array("https://".utf8)
        guard url.count > scheme.count, url.prefix(scheme.count).map(lowercase) == scheme else { return nil }
        let end = url[scheme.count...].firstIndex { $0 == 47 || $0 == 63 || $0 == 35 } ?? url.count
        guard end > scheme.count else { return nil }
        host = scheme.count..<end
    }
}
