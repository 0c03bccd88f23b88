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
        let literal = SocketAddress(host: name, port: port)
        let host = literal?.host ?? .name(name)
        try guardOfNow().check(host, port: port)
        let addresses = if let literal { [literal] } else { try await resolver.addresses(of: name, port: port) }
        guard !addresses.isEmpty else { throw HTTPResolverError(.notFound, name: name) }
        try guardOfNow().check(addresses, of: host, port: port)
        return addresses
    }
}

extension SocketAddress {
    fileprivate var host: HTTPHost? {
        switch self {
        case .ipv4(let word, _): .address(.ipv4(word))
        case .ipv6(let high, let low, _, _): .address(.ipv6(high, low))
        case .unix: nil
        }
    }
}
