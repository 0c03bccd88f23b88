/// The addresses that begin with the same bits, such as `10.0.0.0/8` (RFC 4632, section 3.1; RFC 4291, section 2.3).
public struct IPPrefix: Hashable, Sendable {
    /// The first of the addresses.
    public let first: IPAddress
    /// How many bits they have in common: up to 32 for IPv4, up to 128 for IPv6.
    public let length: Int

    /// Makes a prefix.
    ///
    /// - Parameters:
    ///   - address: one of the addresses; its bits behind the length don't count.
    ///   - length: how many bits are common; what is out of range counts as the nearest that is in it.
    public init(_ address: IPAddress, length: Int) {
        switch address {
        case .ipv4(let word):
            self.length = min(max(length, 0), 32)
            first = .ipv4(word & Self.mask(self.length))
        case .ipv6(let high, let low):
            self.length = min(max(length, 0), 128)
            first = .ipv6(high & Self.mask(self.length), low & Self.mask(self.length - 64))
        }
    }

    /// The last of the addresses.
    public var last: IPAddress {
        switch first {
        case .ipv4(let word): .ipv4(word | ~Self.mask(length))
        case .ipv6(let high, let low): .ipv6(high | ~Self.mask(length), low | ~Self.mask(length - 64))
        }
    }

    /// Whether an address is one of them.
    ///
    /// One of the other family never is, also not as an IPv4-mapped address.
    public func contains(_ address: IPAddress) -> Bool {
        switch (first, address) {
        case (.ipv4(let own), .ipv4(let other)): other & Self.mask(length) == own
        case (.ipv6(let ownHigh, let ownLow), .ipv6(let high, let low)):
            high & Self.mask(length) == ownHigh && low & Self.mask(length - 64) == ownLow
        default: false
        }
    }

    /// A word whose first bits are set; Swift's shifts take counts below zero and beyond the width.
    private static func mask<Word: FixedWidthInteger>(_ length: Int) -> Word {
        length <= 0 ? 0 : ~0 << (Word.bitWidth - min(length, Word.bitWidth))
    }
}
