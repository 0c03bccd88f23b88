internal import Synchronization

/// A folder's place on the server, from registering it until `end()` or until nothing holds this object any more.
///
/// Several registrations of one scope share it; the address goes with the last of them.
public final class ScopeRegistration: Sendable, CustomStringConvertible {
    /// The scope's kind and id.
    public let scope: ScopeReference
    private let registry: ScopeRegistry
    private let hasEnded = Atomic(false)

    package init(_ scope: ScopeReference, registry: ScopeRegistry) {
        self.scope = scope
        self.registry = registry
    }

    deinit { end() }

    /// The scope's present address.
    ///
    /// It changes when the server had to move to another port.
    public var address: ScopeAddress { registry.address(of: scope) }

    /// The scope's present address as a URL that ends with a slash, with its secret.
    public var baseURL: String { address.url }

    /// Ends this registration; a second call does nothing.
    public func end() {
        guard !hasEnded.exchange(true, ordering: .relaxed) else { return }
        registry.release(scope)
    }

    /// The address without its secret.
    public var description: String { "\(address)" }
}
