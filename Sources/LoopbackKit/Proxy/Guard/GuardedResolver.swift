public import LoopbackKitHTTP

/// A resolver that hands over only addresses that the guard lets pass.
///
/// A name is looked up once. Since a client connects to the very addresses that it was given, an answer that changes
/// afterwards changes nothing.
public struct GuardedResolver: HTTPResolver {
    private let resolver: any HTTPResolver
    private let openings: Set<UpstreamOpening>
    private let ownPorts: @Sendable () -> Set<UInt16>
    private let localNetwork: @Sendable () -> LocalNetwork?

    /// Makes a resolver.
    ///
    /// - Parameters:
    ///   - resolver: what looks names up.
    ///   - openings: what may be called although it lies on this machine.
    ///   - ownPorts: gives the ports on which the server listens at the moment.
    ///   - localNetwork: gives this machine's addresses and networks of the moment; `nil` when they can't be read. It is
    ///     asked for each answer: networks come and go, also while a name service is slow.
    public init(
        _ resolver: any HTTPResolver,
        openings: Set<UpstreamOpening> = [],
        ownPorts: @escaping @Sendable () -> Set<UInt16>,
        localNetwork: @escaping @Sendable () -> LocalNetwork? = { LocalNetwork.current() }
    ) {
        self.resolver = resolver
        self.openings = openings
        self.ownPorts = ownPorts
        self.localNetwork = localNetwork
    }

    /// Looks a name up, and gives its addresses when every one of them may be called.
    ///
    /// - Parameters:
    ///   - name: a host's name in ASCII, or an address as in a URL; an address is checked, and not looked up.
    ///   - port: the port.
    /// - Returns: the addresses that were checked.
    /// - Throws: `GuardRefusal` when the host may not be called, and what the resolver throws.
    public func addresses(of name: String, port: UInt16) async throws -> [SocketAddress] {
        switch try host(of: name) {
        case .address(let address):
            try guardOfNow(localNetwork()).check(.address(address), port: port)
            return [SocketAddress(address, port: port)]
        case .name(let canonical):
            let host = HTTPHost.name(canonical)
            try guardOfNow(nil).check(host, port: port)  // a name alone says nothing of networks
            let addresses = try await resolver.addresses(of: canonical, port: port)
            guard !addresses.isEmpty else { throw HTTPResolverError(.notFound, name: canonical) }
            try guardOfNow(localNetwork()).check(addresses, of: host, port: port)
            return addresses
        }
    }

    private func guardOfNow(_ localNetwork: LocalNetwork?) -> SSRFGuard {
        SSRFGuard(openings: openings, ownPorts: ownPorts(), localNetwork: localNetwork)
    }

    private func host(of name: String) throws(GuardRefusal) -> HTTPHost {
        do {
            return try HTTPHost(lookUp: name)
        } catch {
            throw GuardRefusal(.malformedName)
        }
    }
}
