internal import LoopbackKitHTTP

/// Which secret opens a scope.
public enum ScopeSecrets: Sendable {
    /// The launch's token opens every scope.
    case perLaunch
    /// Each scope has a secret of its own, so that a page knows no other scope's address.
    ///
    /// What pages on one origin share stays shared: storage, cookies, permissions and quota.
    case perScope
}

/// The scopes at one moment, never changed: what a request is looked up in.
package final class ScopeSnapshot: Sendable {
    /// What a path's secret and name lead to.
    package enum Finding: Sendable {
        /// The secret is wrong; nothing else is told.
        case closed
        /// The secret is right, and no scope of this name is registered.
        case unknown
        case found(Scope)
    }

    package let origin: String
    package let token: SessionToken
    package let secrets: ScopeSecrets
    private let scopes: [Scope]
    /// The scopes' keys, in the same order.
    private let keys: ByteKeys

    package init(origin: String, token: SessionToken, secrets: ScopeSecrets, scopes: some Sequence<Scope>) {
        self.origin = origin
        self.token = token
        self.secrets = secrets
        self.scopes = Array(scopes)
        var keys = ByteKeys()
        for scope in self.scopes { keys.append(scope.key) }
        self.keys = keys
    }

    /// Looks up a request's path.
    package func find(_ parts: ScopePath, in path: Span<UInt8>) -> Finding {
        switch secrets {
        case .perLaunch:
            guard token.matches(path.extracting(parts.secret)) else { return .closed }
            guard let scope = scope(parts, in: path), scope.isServed else { return .unknown }
            return .found(scope)
        case .perScope:
            let scope = scope(parts, in: path)
            // Without a scope the token, which nobody was told, is compared: the time is the same.
            let isOpen = (scope?.secret ?? token).matches(path.extracting(parts.secret))
            guard let scope, isOpen else { return .closed }
            return scope.isServed ? .found(scope) : .unknown
        }
    }

    /// The scope that a path names, whatever its secret.
    package func scope(_ parts: ScopePath, in path: Span<UInt8>) -> Scope? {
        if let scope = scope(key: path.extracting(parts.key)) { return scope }
        // The id may be written in another form than ours, such as `%7e` or an unencoded `!`.
        guard let kind = String(validating: bytes(path.extracting(parts.kind)), as: UTF8.self),
            let kind = ScopeKind(kind), let id = ScopeID(segment: path.extracting(parts.id))
        else { return nil }
        return scope(key: ScopeReference(kind: kind, id: id).key.span)
    }

    private func scope(key: Span<UInt8>) -> Scope? {
        keys.index(of: key).map { scopes[$0] }
    }

    /// The secrets that no log line may show.
    package var allSecrets: [SessionToken] { [token] + scopes.map(\.secret) }
}

/// The span's bytes as an array.
package func bytes(_ span: Span<UInt8>) -> [UInt8] {
    unsafe span.withUnsafeBufferPointer { unsafe Array($0) }  // copied within the call
}
