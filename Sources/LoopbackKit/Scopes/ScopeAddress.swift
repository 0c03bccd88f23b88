/// Which scope is meant, without its secret: kind and id.
public struct ScopeReference: Hashable, Sendable, CustomStringConvertible {
    /// The kind.
    public let kind: ScopeKind
    /// The id.
    public let id: ScopeID

    /// Names a scope.
    public init(kind: ScopeKind, id: ScopeID) {
        self.kind = kind
        self.id = id
    }

    /// `kind/id` as it stands in an address.
    package var key: [UInt8] { Array(kind.rawValue.utf8) + [47] + id.encoded }

    /// `kind/id` as it stands in an address.
    public var description: String { String(decoding: key, as: UTF8.self) }
}

/// The address of a scope: `http://127.0.0.1:PORT/<secret>/<kind>/<id>/`.
///
/// The secret is the launch's token, or the scope's own: see `ScopeSecrets`.
public struct ScopeAddress: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    /// Scheme, host and port, such as `http://127.0.0.1:58731`.
    public let origin: String
    /// Which scope it is.
    public let scope: ScopeReference
    /// What opens it.
    package let secret: SessionToken

    package init(origin: String, secret: SessionToken, scope: ScopeReference) {
        self.origin = origin
        self.secret = secret
        self.scope = scope
    }

    /// The whole address with its secret and a slash at the end, for a web view and for nothing that is logged.
    public var url: String { "\(origin)/\(secret.revealed)/\(scope)/" }

    /// The address without its secret.
    public var description: String { "\(origin)/\(secret)/\(scope)/" }

    /// The address without its secret.
    public var debugDescription: String { description }

    /// Shows the origin and the scope, not the secret.
    public var customMirror: Mirror {
        Mirror(self, children: ["origin": origin, "scope": scope], displayStyle: .struct)
    }

    /// Hashes the origin and the scope.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(origin)
        hasher.combine(scope)
    }
}
