public import LoopbackKitHTTP

/// Decides which hosts and addresses pages may call through the proxy.
///
/// It is asked twice: before a host's name is looked up, and for the addresses that were found. The connection must then
/// go to one of these very addresses: a second look-up may answer something else (DNS rebinding).
///
/// What it can't know: the router's outer address, networks behind the ones that this machine is part of when they use
/// global addresses, and translators' prefixes (NAT64) other than the well-known one.
public struct SSRFGuard: Sendable {
    /// What may be called although it lies on this machine.
    public var openings: Set<UpstreamOpening>
    /// The ports on which the server itself listens; no opening opens them.
    public var ownPorts: Set<UInt16>
    /// This machine's addresses and networks; `nil` when they could not be read: no address passes then.
    public var localNetwork: LocalNetwork?

    /// Makes a guard.
    ///
    /// - Parameters:
    ///   - openings: what may be called although it lies on this machine.
    ///   - ownPorts: the ports on which the server itself listens.
    ///   - localNetwork: this machine's addresses and networks of now, as `LocalNetwork.current()` reads them.
    public init(openings: Set<UpstreamOpening> = [], ownPorts: Set<UInt16>, localNetwork: LocalNetwork?) {
        self.openings = openings
        self.ownPorts = ownPorts
        self.localNetwork = localNetwork
    }

    // MARK: Before the look-up

    /// Checks what a page calls; for an address this is the whole check.
    ///
    /// - Parameter url: what it calls.
    /// - Throws: `GuardRefusal` when it may not.
    public func check(_ url: HTTPURL) throws(GuardRefusal) { try check(url.host, port: url.port) }

    /// Checks a host and a port; for an address this is the whole check.
    ///
    /// - Parameters:
    ///   - host: the host.
    ///   - port: the port.
    /// - Throws: `GuardRefusal` when they may not be called.
    public func check(_ host: HTTPHost, port: UInt16) throws(GuardRefusal) {
        guard !BadPorts.contains(port) else { throw GuardRefusal(.blockedPort) }
        switch host {
        case .address(let address):
            if let reason = reason(against: address, of: host, port: port) { throw GuardRefusal(reason) }
        case .name(let name):
            if let reason = reason(against: name, port: port) { throw GuardRefusal(reason) }
        }
    }

    private func reason(against text: String, port: UInt16) -> GuardRefusal.Reason? {
        guard let name = DNSName(text) else { return .malformedName }
        if ownPorts.contains(port), name.isWithin("localhost") { return .ownServer }
        if openings.contains(where: { $0.host == .name(text) && $0.port == port }) { return nil }
        if LocalNames.domain(of: name) != nil { return .localName }
        return name.isSingleLabel ? .singleLabelName : nil
    }

    // MARK: After the look-up

    /// Checks every address that a host's name leads to: one that may not be called spoils the others.
    ///
    /// - Parameters:
    ///   - addresses: what the look-up gave.
    ///   - host: the host that was looked up.
    ///   - port: the port to call.
    /// - Throws: `GuardRefusal` when one of the addresses may not be called.
    public func check(_ addresses: [SocketAddress], of host: HTTPHost, port: UInt16) throws(GuardRefusal) {
        for address in addresses {
            if let reason = reason(against: address, of: host, port: port) {
                throw GuardRefusal(reason, isOfAnswer: true)
            }
        }
    }

    private func reason(against address: SocketAddress, of host: HTTPHost, port: UInt16) -> GuardRefusal.Reason? {
        guard address.port == port, !BadPorts.contains(port) else { return .blockedPort }
        switch address {
        case .ipv4(let word, _): return reason(against: .ipv4(word), of: host, port: port)
        case .ipv6(let high, let low, _, zone: 0): return reason(against: .ipv6(high, low), of: host, port: port)
        case .ipv6: return .linkLocalAddress  // only addresses of one link have a zone
        case .unix: return .ownAddress
        }
    }

    private func reason(against address: IPAddress, of host: HTTPHost, port: UInt16) -> GuardRefusal.Reason? {
        let addressClass = AddressClass(of: address)
        guard let localNetwork else { return .networkUnknown }
        // Loopback alone: a page that asks for the own port everywhere would find which private address is this machine's.
        if ownPorts.contains(port), [.loopback, .unspecified].contains(addressClass.kind) { return .ownServer }
        let isOpen = openings.contains { $0.host == host && $0.port == port && $0.address == address }
        if isOpen { return nil }
        if let reason = GuardRefusal.Reason(addressClass.kind) { return reason }
        if localNetwork.addresses.contains(addressClass.judged) { return .ownAddress }
        return localNetwork.isConnected(addressClass.judged) ? .connectedNetwork : nil
    }
}

extension GuardRefusal.Reason {
    /// Why an address of a kind is refused; `nil` for those that are not.
    init?(_ kind: AddressClass.Kind) {
        switch kind {
        case .global: return nil
        case .loopback, .unspecified: self = .loopbackAddress
        case .private, .uniqueLocal, .siteLocal: self = .privateAddress
        case .linkLocal: self = .linkLocalAddress
        case .shared: self = .sharedAddress
        case .multicast, .broadcast: self = .multicastAddress
        case .documentation: self = .documentationAddress
        case .benchmarking, .discard, .reserved, .unallocated, .anycast: self = .reservedAddress
        case .transition: self = .transitionAddress
        }
    }
}
