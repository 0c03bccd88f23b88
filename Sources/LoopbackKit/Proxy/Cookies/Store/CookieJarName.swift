/// Which jar a call's cookies lie in.
///
/// Each scope has a jar of its own, unless the host gives several scopes the same name.
public struct CookieJarName: Hashable, Sendable, CustomStringConvertible {
    /// `kind/id` for a scope's jar; `~` and the name for another, so that the two can't be the same.
    package let key: [UInt8]

    /// The jar of one scope.
    public init(_ scope: ScopeReference) { key = scope.key }

    /// A jar that scopes share, by a name of the host's choice; names are compared byte by byte.
    public init(shared name: String) { key = [126] + Array(name.utf8) }

    package init(key: [UInt8]) { self.key = key }

    /// The scope as it stands in an address, or `~` and the name.
    public var description: String { String(decoding: key, as: UTF8.self) }
}
