package import LoopbackKitHTTP

/// What an address is for, by IANA's registries of special addresses.
package struct AddressClass: Hashable, Sendable {
    /// The kinds of addresses.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A machine anywhere in the Internet.
        case global
        /// This machine, or no machine at all.
        case loopback, unspecified
        /// A machine of some network around this one.
        case `private`, linkLocal, shared, uniqueLocal, siteLocal
        /// Many machines.
        case multicast, broadcast
        /// Nobody, or nobody that answers a page's call.
        case documentation, benchmarking, discard, reserved, unallocated
        /// A service of the network one happens to be in.
        case anycast
        /// A form that carries an IPv4 address to where nobody can tell what becomes of it.
        case transition
    }

    /// The address that was judged: the IPv4 address inside a mapped or NAT64 form, else the address itself.
    package let judged: IPAddress
    /// What the address is for.
    package let kind: Kind
    /// The range that the address lies in; `nil` for all that is left of IPv4.
    package let range: SpecialRange?

    /// Judges an address by the narrowest range that it lies in.
    package init(of address: IPAddress) {
        judged = address.embeddedIPv4 ?? address
        let found = SpecialRange.narrowest(with: judged)
        range = found
        if let found {
            kind = found.kind
        } else if case .ipv4 = judged {
            kind = .global
        } else {
            kind = .unallocated
        }
    }
}

extension IPAddress {
    /// The IPv4 address that decides where a packet to this address ends.
    ///
    /// IPv4-mapped addresses (RFC 4291, section 2.5.5.2) are turned into IPv4 by the system, those of NAT64's well-known
    /// prefix (RFC 6052, section 2.1) by the network's translator. The other forms that carry one are refused as such.
    fileprivate var embeddedIPv4: IPAddress? {
        guard case .ipv6(let high, let low) = self else { return nil }
        let isMapped = high == 0 && low >> 32 == 0xFFFF
        let isTranslated = high == 0x0064_FF9B_0000_0000 && low >> 32 == 0
        return isMapped || isTranslated ? .ipv4(UInt32(truncatingIfNeeded: low)) : nil
    }
}
