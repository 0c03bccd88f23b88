/// The order in which a host's addresses are tried.
package enum AddressOrder {
    /// Leaves out what comes twice, and lets the families take turns, beginning with the first address's (RFC 8305,
    /// section 4): when one family leads nowhere, the second try is already another one.
    package static func alternating(_ addresses: [SocketAddress]) -> [SocketAddress] {
        var seen: Set<SocketAddress> = []
        let unique = addresses.filter { seen.insert($0).inserted }
        guard let first = unique.first else { return [] }
        let leading = unique.filter { $0.isIPv6 == first.isIPv6 }
        let others = unique.filter { $0.isIPv6 != first.isIPv6 }
        let turns = zip(leading, others).flatMap { [$0, $1] }
        return turns + leading.dropFirst(others.count) + others.dropFirst(leading.count)
    }
}

extension SocketAddress {
    fileprivate var isIPv6: Bool {
        if case .ipv6 = self { true } else { false }
    }
}
