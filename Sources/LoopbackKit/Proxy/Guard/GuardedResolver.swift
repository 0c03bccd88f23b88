public import LoopbackKitHTTP

/// A resolver that hands over only addresses that the guard lets pass.
///
/// A name is looked up once. Since a client connects to the very addresses that it was given, an answer that changes
/// afterwards changes nothing.
public struct GuardedResolver: HTTPResolver {
    private let resolver: any HTTPResolver
    private let guardOfNow: @Sendable () -> SSRFGuard

    /// Makes a resolver.
    ///
    /// - Parameters:
    ///   - resolver: what looks names up.
    ///   - guardOfNow: makes the guard from what is true at the moment. It is asked before and after each look-up:
    ///     networks come and go, also while a name service is slow.
    public init(_ resolver: any HTTPResolver, guardOfNow: @escaping @Sendable () -> SSRFGuard) {
        self.resolver = resolver
        self.guardOfNow = guardOfNow
    }

    /// Looks a name up, and gives its addresses when every one of them may be called.
    ///
    /// - Parameters:
    ///   - name: a host's name in ASCII, or an address as in a URL; an address is checked, and not looked up.
    ///   - port: the port.
    /// - Returns: the addresses that were checked.
    /// - Throws: `GuardRefusal` when the host may not be called, and what the resolver throws.
    public func addresses(of name: String, port: UInt16) async throws -> [SocketAddress] {
        let host = try host(of: name)
        try guardOfNow().check(host, port: port)
        let addresses =
            switch host {
            case .address(let address): [SocketAddress(address, port: port)]
            // As the guard read it, which is not always as it was given.
            case .name(let name): try await resolver.addresses(of: name, port: port)
            }
        guard !addresses.isEmpty else { throw HTTPResolverError(.notFound, name: name) }
        if case .name = host { try guardOfNow().check(addresses, of: host, port: port) }
        return addresses
    }

    private func host(of name: String) throws(GuardRefusal) -> HTTPHost {
        do {
            return try HTTPHost(lookUp: name)
        } catch {
            throw GuardRefusal(.malformedName)
        }
    }
}
