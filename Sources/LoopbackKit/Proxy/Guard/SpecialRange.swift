package import LoopbackKitHTTP

/// A range of addresses with a purpose of its own.
package struct SpecialRange: Hashable, Sendable {
    /// The addresses.
    package let prefix: IPPrefix
    /// What they are for.
    package let kind: AddressClass.Kind
    /// The range's name in its registry.
    package let name: String
    /// The document that says so.
    package let source: String

    fileprivate init(_ prefix: IPPrefix, _ kind: AddressClass.Kind, _ name: String, _ source: String) {
        self.prefix = prefix
        self.kind = kind
        self.name = name
        self.source = source
    }

    /// The narrowest range with an address in it.
    static func narrowest(with address: IPAddress) -> SpecialRange? {
        let rows = if case .ipv4 = address { ipv4 } else { ipv6 }
        var found: SpecialRange?
        for row in rows where row.prefix.contains(address) && row.prefix.length > found?.prefix.length ?? -1 {
            found = row
        }
        return found
    }
}

// The registries "IANA IPv4 Special-Purpose Address Registry", "IANA IPv6 Special-Purpose Address Registry" and
// "Internet Protocol Version 6 Address Space". Ranges that they call globally reachable are rows too where no web site
// can be: anycast services are answered by whoever runs one nearby.
extension SpecialRange {
    /// The ranges of IPv4; all other addresses are global.
    package static let ipv4: [SpecialRange] = [
        v4([0, 0, 0, 0], 8, .unspecified, "\"This network\"", "RFC 791, section 3.2"),
        v4([10, 0, 0, 0], 8, .private, "Private-Use", "RFC 1918"),
        v4([100, 64, 0, 0], 10, .shared, "Shared Address Space (carrier-grade NAT)", "RFC 6598"),
        v4([127, 0, 0, 0], 8, .loopback, "Loopback", "RFC 1122, section 3.2.1.3"),
        v4([169, 254, 0, 0], 16, .linkLocal, "Link Local", "RFC 3927"),
        v4([172, 16, 0, 0], 12, .private, "Private-Use", "RFC 1918"),
        v4([192, 0, 0, 0], 24, .reserved, "IETF Protocol Assignments", "RFC 6890, section 2.1"),
        v4([192, 0, 0, 0], 29, .reserved, "IPv4 Service Continuity Prefix", "RFC 7335"),
        v4([192, 0, 0, 8], 32, .reserved, "IPv4 dummy address", "RFC 7600"),
        v4([192, 0, 0, 9], 32, .anycast, "Port Control Protocol Anycast", "RFC 7723"),
        v4([192, 0, 0, 10], 32, .anycast, "Traversal Using Relays around NAT Anycast", "RFC 8155"),
        v4([192, 0, 0, 170], 31, .reserved, "NAT64/DNS64 Discovery", "RFC 8880"),
        v4([192, 0, 2, 0], 24, .documentation, "Documentation (TEST-NET-1)", "RFC 5737"),
        v4([192, 31, 196, 0], 24, .anycast, "AS112-v4", "RFC 7535"),
        v4([192, 52, 193, 0], 24, .anycast, "AMT", "RFC 7450"),
        v4([192, 88, 99, 0], 24, .transition, "Deprecated (6to4 Relay Anycast)", "RFC 7526"),
        v4([192, 168, 0, 0], 16, .private, "Private-Use", "RFC 1918"),
        v4([192, 175, 48, 0], 24, .anycast, "Direct Delegation AS112 Service", "RFC 7534"),
        v4([198, 18, 0, 0], 15, .benchmarking, "Benchmarking", "RFC 2544"),
        v4([198, 51, 100, 0], 24, .documentation, "Documentation (TEST-NET-2)", "RFC 5737"),
        v4([203, 0, 113, 0], 24, .documentation, "Documentation (TEST-NET-3)", "RFC 5737"),
        v4([224, 0, 0, 0], 4, .multicast, "Multicast", "RFC 5771"),
        v4([240, 0, 0, 0], 4, .reserved, "Reserved", "RFC 1112, section 4"),
        v4([255, 255, 255, 255], 32, .broadcast, "Limited Broadcast", "RFC 8190"),
    ]

    /// The ranges of IPv6; all addresses outside them are unallocated.
    ///
    /// The two forms that are judged by the IPv4 address inside (`::ffff:0:0/96`, `64:ff9b::/96`) are no rows.
    package static let ipv6: [SpecialRange] = [
        v6([0, 0, 0, 0, 0, 0, 0, 0], 128, .unspecified, "Unspecified Address", "RFC 4291, section 2.5.2"),
        v6([0, 0, 0, 0, 0, 0, 0, 1], 128, .loopback, "Loopback Address", "RFC 4291, section 2.5.3"),
        v6([0, 0, 0, 0, 0, 0], 96, .transition, "IPv4-Compatible", "RFC 4291, section 2.5.5.1"),
        v6([0, 0, 0, 0, 0xFFFF, 0], 96, .transition, "IPv4-Translated", "RFC 2765, section 2.1"),
        v6([0x64, 0xFF9B, 1], 48, .transition, "IPv4-IPv6 Translation, local use", "RFC 8215"),
        v6([0x100, 0, 0, 0], 64, .discard, "Discard-Only", "RFC 6666"),
        v6([0x100, 0, 0, 1], 64, .discard, "Dummy IPv6 Prefix", "RFC 9780"),
        v6([0x2000], 3, .global, "Global Unicast", "RFC 4291, section 2.4"),
        v6([0x2001], 23, .reserved, "IETF Protocol Assignments", "RFC 2928"),
        v6([0x2001, 0], 32, .transition, "Teredo", "RFC 4380"),
        v6([0x2001, 1, 0, 0, 0, 0, 0, 1], 128, .anycast, "Port Control Protocol Anycast", "RFC 7723"),
        v6([0x2001, 1, 0, 0, 0, 0, 0, 2], 128, .anycast, "Traversal Using Relays around NAT Anycast", "RFC 8155"),
        v6([0x2001, 1, 0, 0, 0, 0, 0, 3], 128, .anycast, "DNS-SD Service Registration Protocol Anycast", "RFC 9665"),
        v6([0x2001, 2, 0], 48, .benchmarking, "Benchmarking", "RFC 5180"),
        v6([0x2001, 3], 32, .anycast, "AMT", "RFC 7450"),
        v6([0x2001, 4, 0x112], 48, .anycast, "AS112-v6", "RFC 7535"),
        v6([0x2001, 0x10], 28, .reserved, "Deprecated (ORCHID)", "RFC 4843"),
        v6([0x2001, 0x20], 28, .reserved, "ORCHIDv2", "RFC 7343"),
        v6([0x2001, 0x30], 28, .reserved, "Drone Remote ID Protocol Entity Tags", "RFC 9374"),
        v6([0x2001, 0xDB8], 32, .documentation, "Documentation", "RFC 3849"),
        v6([0x2002], 16, .transition, "6to4", "RFC 3056"),
        v6([0x2620, 0x4F, 0x8000], 48, .anycast, "Direct Delegation AS112 Service", "RFC 7534"),
        v6([0x3FFF, 0], 20, .documentation, "Documentation", "RFC 9637"),
        v6([0x5F00], 16, .reserved, "Segment Routing (SRv6) SIDs", "RFC 9602"),
        v6([0xFC00], 7, .uniqueLocal, "Unique-Local", "RFC 4193"),
        v6([0xFE80], 10, .linkLocal, "Link-Local Unicast", "RFC 4291, section 2.5.6"),
        v6([0xFEC0], 10, .siteLocal, "Deprecated (Site-Local)", "RFC 3879"),
        v6([0xFF00], 8, .multicast, "Multicast", "RFC 4291, section 2.7"),
    ]

    private static func v4(
        _ bytes: [UInt8],
        _ length: Int,
        _ kind: AddressClass.Kind,
        _ name: String,
        _ source: String
    ) -> SpecialRange {
        let word = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return SpecialRange(IPPrefix(.ipv4(word), length: length), kind, name, source)
    }

    /// A row of IPv6 from an address's first groups.
    private static func v6(
        _ groups: [UInt16],
        _ length: Int,
        _ kind: AddressClass.Kind,
        _ name: String,
        _ source: String
    ) -> SpecialRange {
        let all = (groups + [UInt16](repeating: 0, count: 8)).prefix(8)
        let high = all.prefix(4).reduce(UInt64(0)) { $0 << 16 | UInt64($1) }
        let low = all.suffix(4).reduce(UInt64(0)) { $0 << 16 | UInt64($1) }
        return SpecialRange(IPPrefix(.ipv6(high, low), length: length), kind, name, source)
    }
}
