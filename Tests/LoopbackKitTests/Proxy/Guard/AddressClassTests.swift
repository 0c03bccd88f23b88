import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("AddressClass")
struct AddressClassTests {
    @Test("PROXY-3 The first and the last address of each special range have its kind", arguments: RangeCase.all)
    func endsOfRanges(range: RangeCase) throws {
        #expect(try AddressClass(of: range.first).kind == range.kind)
        #expect(try AddressClass(of: range.last).kind == range.kind)
    }

    @Test(
        "PROXY-3 One address before and one behind each special range have the neighbour's kind",
        arguments: RangeCase.all
    )
    func neighboursOfRanges(range: RangeCase) throws {
        if let before = range.before {
            #expect(try AddressClass(of: range.first.moved(by: -1)).kind == before)
        }
        if let after = range.after {
            #expect(try AddressClass(of: range.last.moved(by: 1)).kind == after)
        }
    }

    /// Ranges at whose ends narrower ones lie.
    private static let wideRanges = [
        ("240.0.0.0", "255.255.255.255"), ("::", "::ffff:ffff"),
        ("2000::", "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"), ("2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"),
    ]

    @Test(
        "PROXY-3 A range has its kind where no narrower one lies",
        arguments: [
            ("240.0.0.0", AddressClass.Kind.reserved), ("255.255.255.254", .reserved), ("::2", .transition),
            ("::ffff:ffff", .transition), ("::1:0:0", .unallocated), ("2000::", .global),
            ("1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .unallocated), ("4000::", .unallocated),
            ("3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .global), ("2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", .reserved),
            ("2001:200::", .global), ("2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .global),
        ]
    )
    func wideRanges(text: String, kind: AddressClass.Kind) throws {
        #expect(AddressClass(of: try #require(IPAddress(text))).kind == kind)
    }

    @Test("PROXY-3 Each special range has a case with its ends, and tells its name and source")
    func casesAreComplete() throws {
        let rows = SpecialRange.ipv4 + SpecialRange.ipv6
        let ends = try RangeCase.all.map { [try $0.first, try $0.last] }
        let wide = try Self.wideRanges.map { try [$0.0, $0.1].map { try #require(IPAddress($0)) } }
        #expect(Set(rows.map { [$0.prefix.first, $0.prefix.last] }) == Set(ends + wide))
        #expect(rows.count == ends.count + wide.count)
        #expect(rows.allSatisfy { !$0.name.isEmpty && !$0.source.isEmpty })
    }

    @Test(
        "PROXY-3 A mapped or NAT64 address is judged by the IPv4 address inside",
        arguments: ["::ffff:", "64:ff9b::"],
        [
            ("8.8.8.8", AddressClass.Kind.global), ("127.0.0.1", .loopback), ("10.1.2.3", .private),
            ("169.254.169.254", .linkLocal), ("100.64.0.1", .shared), ("0.0.0.0", .unspecified),
            ("255.255.255.255", .broadcast), ("224.0.0.1", .multicast), ("192.0.2.1", .documentation),
        ]
    )
    func embedded(prefix: String, inside: (String, AddressClass.Kind)) throws {
        let addressClass = AddressClass(of: try #require(IPAddress(prefix + inside.0)))
        #expect(addressClass.kind == inside.1)
        #expect(addressClass.judged == IPAddress(inside.0))
    }

    @Test(
        "PROXY-3 The other forms with an IPv4 address inside are refused, also with a public one",
        arguments: [
            "::8.8.8.8", "::ffff:0:8.8.8.8", "64:ff9b:1::8.8.8.8", "2002:808:808::1", "2001:0:808:808::1",
        ]
    )
    func otherForms(text: String) throws {
        #expect(AddressClass(of: try #require(IPAddress(text))).kind == .transition)
    }

    @Test(
        "PROXY-3 Next to the forms that are judged by the inside nothing passes",
        arguments: [
            "::fffe:ffff:ffff", "::1:0:0:0", "64:ff9a:ffff:ffff:ffff:ffff:ffff:ffff", "64:ff9b::1:0:0", "64:ff9c::1",
            "1:0:0:ffff::808:808",
        ]
    )
    func besideEmbedded(text: String) throws {
        #expect(AddressClass(of: try #require(IPAddress(text))).kind == .unallocated)
    }

    @Test(
        "PROXY-3 Public addresses are global",
        arguments: ["8.8.8.8", "1.1.1.1", "223.255.255.255", "2606:4700:4700::1111", "2a00:1450:4001:80b::200e"]
    )
    func publicAddresses(text: String) throws {
        #expect(AddressClass(of: try #require(IPAddress(text))).kind == .global)
    }
}

/// A special range as its registry writes it, and what lies beside it.
struct RangeCase: Sendable, CustomTestStringConvertible {
    private let ends: (String, String)
    let kind: AddressClass.Kind
    /// The kind of the address before the first one; `nil` where there is none, or where it lies in a wider range with
    /// other parts.
    let before: AddressClass.Kind?
    let after: AddressClass.Kind?

    var first: IPAddress { get throws { try #require(IPAddress(ends.0)) } }
    var last: IPAddress { get throws { try #require(IPAddress(ends.1)) } }
    var testDescription: String { "\(ends.0) to \(ends.1)" }

    private init(
        _ first: String,
        _ last: String,
        _ kind: AddressClass.Kind,
        _ before: AddressClass.Kind?,
        _ after: AddressClass.Kind?
    ) {
        ends = (first, last)
        self.kind = kind
        self.before = before
        self.after = after
    }

    static let all: [RangeCase] = ipv4 + ipv6

    private static let ipv4: [RangeCase] = [
        RangeCase("0.0.0.0", "0.255.255.255", .unspecified, nil, .global),
        RangeCase("10.0.0.0", "10.255.255.255", .private, .global, .global),
        RangeCase("100.64.0.0", "100.127.255.255", .shared, .global, .global),
        RangeCase("127.0.0.0", "127.255.255.255", .loopback, .global, .global),
        RangeCase("169.254.0.0", "169.254.255.255", .linkLocal, .global, .global),
        RangeCase("172.16.0.0", "172.31.255.255", .private, .global, .global),
        RangeCase("192.0.0.0", "192.0.0.255", .reserved, .global, .global),
        RangeCase("192.0.0.0", "192.0.0.7", .reserved, .global, .reserved),
        RangeCase("192.0.0.8", "192.0.0.8", .reserved, .reserved, .anycast),
        RangeCase("192.0.0.9", "192.0.0.9", .anycast, .reserved, .anycast),
        RangeCase("192.0.0.10", "192.0.0.10", .anycast, .anycast, .reserved),
        RangeCase("192.0.0.170", "192.0.0.171", .reserved, .reserved, .reserved),
        RangeCase("192.0.2.0", "192.0.2.255", .documentation, .global, .global),
        RangeCase("192.31.196.0", "192.31.196.255", .anycast, .global, .global),
        RangeCase("192.52.193.0", "192.52.193.255", .anycast, .global, .global),
        RangeCase("192.88.99.0", "192.88.99.255", .transition, .global, .global),
        RangeCase("192.168.0.0", "192.168.255.255", .private, .global, .global),
        RangeCase("192.175.48.0", "192.175.48.255", .anycast, .global, .global),
        RangeCase("198.18.0.0", "198.19.255.255", .benchmarking, .global, .global),
        RangeCase("198.51.100.0", "198.51.100.255", .documentation, .global, .global),
        RangeCase("203.0.113.0", "203.0.113.255", .documentation, .global, .global),
        RangeCase("224.0.0.0", "239.255.255.255", .multicast, .global, .reserved),
        // Its last address is the next row's.
        RangeCase("255.255.255.255", "255.255.255.255", .broadcast, .reserved, nil),
    ]

    private static let ipv6: [RangeCase] = [
        RangeCase("::", "::", .unspecified, nil, .loopback),
        RangeCase("::1", "::1", .loopback, .unspecified, .transition),
        RangeCase("::ffff:0:0:0", "::ffff:0:ffff:ffff", .transition, .unallocated, .unallocated),
        RangeCase("64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", .transition, .unallocated, .unallocated),
        RangeCase("100::", "100::ffff:ffff:ffff:ffff", .discard, .unallocated, .discard),
        RangeCase("100:0:0:1::", "100::1:ffff:ffff:ffff:ffff", .discard, .discard, .unallocated),
        RangeCase("2001::", "2001:0:ffff:ffff:ffff:ffff:ffff:ffff", .transition, .global, .reserved),
        RangeCase("2001:1::1", "2001:1::1", .anycast, .reserved, .anycast),
        RangeCase("2001:1::2", "2001:1::2", .anycast, .anycast, .anycast),
        RangeCase("2001:1::3", "2001:1::3", .anycast, .anycast, .reserved),
        RangeCase("2001:2::", "2001:2:0:ffff:ffff:ffff:ffff:ffff", .benchmarking, .reserved, .reserved),
        RangeCase("2001:3::", "2001:3:ffff:ffff:ffff:ffff:ffff:ffff", .anycast, .reserved, .reserved),
        RangeCase("2001:4:112::", "2001:4:112:ffff:ffff:ffff:ffff:ffff", .anycast, .reserved, .reserved),
        RangeCase("2001:10::", "2001:1f:ffff:ffff:ffff:ffff:ffff:ffff", .reserved, .reserved, .reserved),
        RangeCase("2001:20::", "2001:2f:ffff:ffff:ffff:ffff:ffff:ffff", .reserved, .reserved, .reserved),
        RangeCase("2001:30::", "2001:3f:ffff:ffff:ffff:ffff:ffff:ffff", .reserved, .reserved, .reserved),
        RangeCase("2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", .documentation, .global, .global),
        RangeCase("2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .transition, .global, .global),
        RangeCase("2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff", .anycast, .global, .global),
        RangeCase("3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", .documentation, .global, .global),
        RangeCase("5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .reserved, .unallocated, .unallocated),
        RangeCase("fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .uniqueLocal, .unallocated, .unallocated),
        RangeCase("fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .linkLocal, .unallocated, .siteLocal),
        RangeCase("fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .siteLocal, .linkLocal, .multicast),
        RangeCase("ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .multicast, .siteLocal, nil),
    ]
}

extension IPAddress {
    /// The address so many places further on.
    func moved(by offset: Int) -> IPAddress {
        switch self {
        case .ipv4(let word): return .ipv4(word &+ UInt32(truncatingIfNeeded: offset))
        case .ipv6(let high, let low):
            let value = (UInt128(high) << 64 | UInt128(low)) &+ UInt128(truncatingIfNeeded: offset)
            return .ipv6(UInt64(value >> 64), UInt64(truncatingIfNeeded: value))
        }
    }
}
