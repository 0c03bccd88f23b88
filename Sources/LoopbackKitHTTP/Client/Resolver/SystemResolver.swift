/// The system's own name service (getaddrinfo(3)): its table of hosts, DNS, and whatever else it is told to ask.
///
/// A look-up holds a thread until it ends. There are at most four, made when there is something to look up and gone when
/// there is not; look-ups of one name at the same time share one. Whoever is cancelled goes on at once, and the thread
/// finds out alone. Four names whose servers don't answer hold up the others until the system gives them up: the time
/// limit is the caller's.
///
/// The addresses come in the system's order (RFC 6724): addresses that can't be reached from here are last, and IPv6
/// comes first where both families can. The families then take turns, beginning with the first one's (RFC 8305,
/// section 4).
public final class SystemResolver: HTTPResolver {
    private let lookups: NameLookups

    /// Makes a resolver; it holds nothing until it is asked.
    public init() { lookups = NameLookups(maximumThreads: 4, lookUp: systemAddresses) }

    /// Makes a resolver for tests, with something else in the system's place.
    package init(
        maximumThreads: Int,
        lookUp: @escaping @Sendable (String) throws(HTTPResolverError) -> [SocketAddress]
    ) {
        lookups = NameLookups(maximumThreads: maximumThreads, lookUp: lookUp)
    }

    /// The threads that are looking something up.
    package var threadCount: Int { lookups.threadCount }

    /// The callers that wait for an answer.
    package var waiterCount: Int { lookups.waiterCount }

    /// Looks a name up.
    ///
    /// - Parameters:
    ///   - name: a host's name in ASCII, or an address, which the system is not asked for.
    ///   - port: the port that the addresses get.
    /// - Returns: the addresses to try, best first; never empty.
    /// - Throws: `HTTPResolverError`, or `CancellationError`.
    public func addresses(of name: String, port: UInt16) async throws -> [SocketAddress] {
        let host = try? HTTPHost(lookUp: name)
        if let address = host?.address { return [SocketAddress(address, port: port)] }
        guard case .name(let text) = host, let valid = DNSName(text) else {
            throw HTTPResolverError(.invalidName, name: name)
        }
        let found = try await lookups.addresses(of: valid.text)
        let addresses = AddressOrder.alternating(found).map { $0.with(port: port) }
        guard !addresses.isEmpty else { throw HTTPResolverError(.notFound, name: name) }
        return addresses
    }
}

extension SocketAddress {
    fileprivate func with(port: UInt16) -> SocketAddress {
        switch self {
        case .ipv4(let word, _): .ipv4(word, port: port)
        case .ipv6(let high, let low, _, let zone): .ipv6(high, low, port: port, zone: zone)
        case .unix: self
        }
    }
}
