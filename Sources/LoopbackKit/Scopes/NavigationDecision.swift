internal import LoopbackKitHTTP

/// What an address means to a page's host that is about to go there.
///
/// | decision | what a host does |
/// | --- | --- |
/// | `sameDocument`, `generated` | lets the view go on: nothing is loaded |
/// | `inside` | lets the view go on, or shows the place by its own navigation |
/// | `otherScope` | opens that scope as the app sees fit |
/// | `stale` | loads `presentURL` in place of the address |
/// | `outside`, `system` | gives the address to the system, if the user is to get there at all |
/// | `refused` | nothing |
public enum NavigationDecision: Hashable, Sendable {
    /// A place in the document that the view shows, by its fragment, which is as it is written.
    case sameDocument(fragment: String)
    /// A place in the scope that the view shows.
    case inside(ScopePlace)
    /// A place in another scope, with a secret that opens it; in any scope when the view shows none.
    case otherScope(ScopePlace)
    /// An address of an earlier launch: the scope is registered, and this is the same place under its present secret.
    ///
    /// The URL holds the secret: it is for a web view and for no log.
    case stale(ScopePlace, presentURL: String)
    /// A document that a page makes itself and the server never sees: `about:blank`, `about:srcdoc`, and `blob:` of the
    /// own origin.
    case generated
    /// A web address of another origin.
    case outside
    /// An address that another app of the system handles, by its scheme in lower case.
    ///
    /// The schemes are `facetime`, `facetime-audio`, `geo`, `mailto`, `maps`, `mms`, `sip`, `sips`, `sms`, `smsto`, `tel`,
    /// `webcal` and `xmpp`. A host that hands over more of them looks at the address first.
    case system(scheme: String)
    /// An address that leads nowhere.
    case refused(Refusal)

    /// Why an address leads nowhere.
    public enum Refusal: String, Hashable, Sendable {
        /// It is not an absolute URL in the form that web views give: spaces, dot segments, encoded slashes.
        case malformed
        /// Its scheme is none that pages may navigate to: `javascript`, `data`, `file`, a foreign `blob`, an unknown one.
        case scheme
        /// It is on the own origin, and its secret opens nothing and never did.
        case secret
        /// It is on the own origin, and names no scope that is registered.
        case scope
        /// It is on the own origin, and is the library's own: its first name begins with `~`.
        case reserved
    }

    /// The schemes of `system`.
    fileprivate static let systemSchemes: Set<String> = [
        "facetime", "facetime-audio", "geo", "mailto", "maps", "mms", "sip", "sips", "sms", "smsto", "tel", "webcal",
        "xmpp",
    ]
}

extension ScopeSnapshot {
    /// Decides what an address means, without any I/O.
    ///
    /// - Parameters:
    ///   - url: the address, as the web view gives it.
    ///   - current: the address of the document that the view shows.
    /// - Returns: the decision.
    package func decide(_ url: String, from current: String?) -> NavigationDecision {
        guard let target = NavigationTarget(url) else { return .refused(.malformed) }
        guard target.isWeb else { return decide(withoutHost: target) }
        guard let isOwn = target.isOn(Array(origin.utf8)) else { return .refused(.malformed) }
        let current = current.flatMap { NavigationTarget($0) }
        if let fragment = target.fragment(in: current) { return .sameDocument(fragment: fragment) }
        return isOwn ? decide(own: target, from: current.flatMap { shownScope(of: $0) }) : .outside
    }

    private func decide(withoutHost target: NavigationTarget) -> NavigationDecision {
        let scheme = String(decoding: target.scheme, as: UTF8.self)
        let rest = target.bytes[target.rest]
        switch scheme {
        case "about":
            let name = rest.prefix { $0 != 63 && $0 != 35 }
            let isGenerated = name.elementsEqual("blank".utf8) || name.elementsEqual("srcdoc".utf8)
            return isGenerated ? .generated : .refused(.scheme)
        case "blob":
            return rest.starts(with: "\(origin)/".utf8) ? .generated : .refused(.scheme)
        default:
            return NavigationDecision.systemSchemes.contains(scheme) ? .system(scheme: scheme) : .refused(.scheme)
        }
    }

    private func decide(own target: NavigationTarget, from shown: ScopeReference?) -> NavigationDecision {
        let path = Array(target.bytes[target.path])
        let parts = ScopePath(path.span)
        let finding = find(parts, in: path.span)
        switch finding {
        case .closed where !SessionToken.hasForm(path.span.extracting(parts.secret)): return .refused(.secret)
        case .unknown: return .refused(.scope)
        case .closed, .found: break
        }
        guard let scope = scope(parts, in: path.span), scope.isServed else { return .refused(.scope) }
        let remainder = Array(path[parts.remainder])
        // What leads to the scope from anywhere is the place that it leads to.
        let rooted = Array(remainder[ReservedMarker.endOfRoots(in: remainder.span)...])
        guard !ReservedMarker.isFirst(in: rooted.span), ReservedMarker.find(in: rooted.span) == nil else {
            return .refused(.reserved)
        }
        guard
            let place = ScopePlace(
                scope: scope.reference,
                remainder: rooted,
                query: target.query,
                fragment: target.fragment
            )
        else { return .refused(.malformed) }
        guard case .closed = finding else { return place.scope == shown ? .inside(place) : .otherScope(place) }
        // Where each scope has its own secret, a document that knows none of another's must not learn it from the host.
        guard secrets == .perLaunch || shown == nil || shown == place.scope else { return .refused(.secret) }
        let address = ScopeAddress(origin: origin, secret: scope.secret, scope: scope.reference)
        let rest = rooted.dropFirst() + target.bytes[target.path.upperBound...]
        return .stale(place, presentURL: address.url + String(decoding: rest, as: UTF8.self))
    }

    /// The scope that a view's document belongs to, be it one of an earlier launch.
    private func shownScope(of current: NavigationTarget) -> ScopeReference? {
        guard current.isOn(Array(origin.utf8)) == true else { return nil }
        let path = Array(current.bytes[current.path])
        let parts = ScopePath(path.span)
        guard SessionToken.hasForm(path.span.extracting(parts.secret)) else { return nil }
        return scope(parts, in: path.span)?.reference
    }
}

extension NavigationDecision: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The decision without any secret.
    public var description: String {
        switch self {
        case .sameDocument: "same document"
        case .inside(let place): "inside: \(place.scope)"
        case .otherScope(let place): "other scope: \(place.scope)"
        case .stale(let place, _): "stale: \(place.scope)"
        case .generated: "generated"
        case .outside: "outside"
        case .system(let scheme): "system: \(scheme)"
        case .refused(let refusal): "refused: \(refusal.rawValue)"
        }
    }

    /// The decision without any secret.
    public var debugDescription: String { description }

    /// Shows nothing of the addresses.
    public var customMirror: Mirror { Mirror(self, children: ["decision": description], displayStyle: .enum) }
}
