/// An IPv4 or IPv6 address without a port.
public enum IPAddress: Hashable, Sendable {
    /// An IPv4 address in host byte order.
    case ipv4(UInt32)
    /// An IPv6 address of 16 bytes as two words in host byte order.
    case ipv6(UInt64, UInt64)

    /// Makes an address of its bytes in network order.
    ///
    /// - Parameter bytes: 4 bytes of an IPv4 address or 16 of an IPv6 address; `nil` for any other count.
    public init?(bytes: Span<UInt8>) {
        switch bytes.count {
        case 4: self = .ipv4(UInt32(truncatingIfNeeded: Self.word(bytes, 0..<4)))
        case 16: self = .ipv6(Self.word(bytes, 0..<8), Self.word(bytes, 8..<16))
        default: return nil
        }
    }

    private static func word(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
        var word: UInt64 = 0
        for index in range { word = word << 8 | UInt64(bytes[index]) }
        return word
    }

    /// The address's 4 or 16 bytes in network order.
    public var bytes: [UInt8] {
        switch self {
        case .ipv4(let address): [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: address >> $0) }
        case .ipv6(let high, let low):
            [high, low].flatMap { word in
                stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
            }
        }
    }

    /// The eight groups of an IPv6 address, the first one first.
    static func groups(_ high: UInt64, _ low: UInt64) -> [UInt16] {
        [high, low].flatMap { word in [48, 32, 16, 0].map { UInt16(truncatingIfNeeded: word >> UInt64($0)) } }
    }
}

extension IPAddress: CustomStringConvertible {
    /// The address as URLs have it, without brackets: `127.0.0.1`, `2001:db8::1` (URL standard, section 3.5).
    ///
    /// The longest run of zero groups is left out, the first one of several, and one group alone never is; an IPv4 address
    /// inside of an IPv6 one is written in groups too (RFC 5952, section 4).
    public var description: String {
        switch self {
        case .ipv4(let address):
            return Self.dotted(address)
        case .ipv6(let high, let low):
            let groups = Self.groups(high, low)
            let texts = groups.map { String($0, radix: 16) }
            guard let gap = Self.longestGap(of: groups) else { return texts.joined(separator: ":") }
            let front = texts[..<gap.lowerBound].joined(separator: ":")
            return "\(front)::\(texts[gap.upperBound...].joined(separator: ":"))"
        }
    }

    private static func dotted(_ address: UInt32) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(15)
        for shift in [24, 16, 8, 0] as [UInt32] {
            let part = UInt8(truncatingIfNeeded: address >> shift)
            if part >= 100 { text.append(48 + part / 100) }
            if part >= 10 { text.append(48 + part / 10 % 10) }
            text.append(48 + part % 10)
            if shift > 0 { text.append(UInt8(ascii: ".")) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The longest run of two or more zero groups.
    private static func longestGap(of groups: [UInt16]) -> Range<Int>? {
        var longest: Range<Int>?
        var start = 0
        for (index, group) in groups.enumerated() {
            guard group == 0 else {
                start = index + 1
                continue
            }
            let length = index + 1 - start
            if length > longest?.count ?? 1 { longest = start..<index + 1 }
        }
        return longest
    }
}

extension IPAddress {
    /// An end of a connection without its port.
    ///
    /// `nil` for a Unix socket, and for an IPv6 address with a zone: it means something on one of this machine's
    /// interfaces only, and would be another address without the zone.
    public init?(_ address: SocketAddress) {
        if case .ipv6(_, _, _, let zone) = address, zone != 0 { return nil }
        self.init(withoutZone: address)
    }

    /// An end of a connection without its port, and without its zone if it has one; `nil` for a Unix socket.
    public init?(withoutZone address: SocketAddress) {
        switch address {
        case .ipv4(let address, _): self = .ipv4(address)
        case .ipv6(let high, let low, _, _): self = .ipv6(high, low)
        case .unix: return nil
        }
    }
}

extension SocketAddress {
    /// The end of a connection at an address and a port, in no zone.
    public init(_ address: IPAddress, port: UInt16) {
        switch address {
        case .ipv4(let address): self = .ipv4(address, port: port)
        case .ipv6(let high, let low): self = .ipv6(high, low, port: port, zone: 0)
        }
    }
}
