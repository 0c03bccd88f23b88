extension IPAddress {
    /// Reads an address in its strict form.
    ///
    /// An IPv4 address has four decimal parts without leading zeros; an IPv6 address is as RFC 4291, section 2.2 writes it,
    /// without brackets and without a zone. `nil` for everything else: what URLs allow beyond that is for `HTTPHost`.
    public init?(_ text: String) {
        var text = text
        let address = text.withUTF8 { bytes in unsafe Self(text: bytes.span) }  // read while it is there
        guard let address else { return nil }
        self = address
    }

    /// Reads an address in its strict form, see `init(_:)`.
    package init?(text: Span<UInt8>) {
        if text.firstIndex(of: UInt8(ascii: ":"), from: 0) < text.count {
            guard let (high, low) = Self.readIPv6(text) else { return nil }
            self = .ipv6(high, low)
        } else {
            guard let address = Self.readDottedIPv4(text) else { return nil }
            self = .ipv4(address)
        }
    }

    /// Four decimal parts without leading zeros (RFC 3986, section 3.2.2: `IPv4address`).
    private static func readDottedIPv4(_ text: Span<UInt8>) -> UInt32? {
        var address: UInt32 = 0
        var start = 0
        for part in 0..<4 {
            let end = text.firstIndex(of: UInt8(ascii: "."), from: start)
            // Three parts end at a dot, and the last one at the end.
            guard start <= end, (end < text.count) == (part < 3), let byte = readByte(text.extracting(start..<end))
            else { return nil }
            address = address << 8 | UInt32(byte)
            start = end + 1
        }
        return address
    }

    /// A number up to 255 without leading zeros.
    private static func readByte(_ digits: Span<UInt8>) -> UInt8? {
        guard (1...3).contains(digits.count), digits.count == 1 || digits[0] != UInt8(ascii: "0") else { return nil }
        var value: UInt16 = 0
        for index in 0..<digits.count {
            guard (48...57).contains(digits[index]) else { return nil }
            value = value * 10 + UInt16(digits[index] - 48)
        }
        return UInt8(exactly: value)
    }

    /// Groups of one to four hexadecimal digits, one `::` at most, and perhaps an IPv4 address in the place of the last two
    /// (URL standard, section 3.5, the IPv6 parser; it takes what RFC 4291, section 2.2 has).
    private static func readIPv6(_ text: Span<UInt8>) -> (UInt64, UInt64)? {
        var groups: [UInt16] = []
        var gap: Int?
        var index = 0
        if text.count >= 2, text[0] == colon, text[1] == colon { (gap, index) = (0, 2) }
        while index < text.count {
            guard groups.count < 8 else { return nil }
            let end = text.firstIndex(of: colon, from: index)
            if end == index {
                // The second colon of `::`; the first one ended the group before it.
                guard gap == nil, index > 0 else { return nil }
                gap = groups.count
                index += 1
                continue
            }
            let part = text.extracting(index..<end)
            if let group = readGroup(part) {
                groups.append(group)
            } else {
                guard end == text.count, let address = readDottedIPv4(part) else { return nil }
                groups.append(UInt16(truncatingIfNeeded: address >> 16))
                groups.append(UInt16(truncatingIfNeeded: address))
            }
            index = end + 1
            // A colon at the end is the second one of `::`, or a mistake.
            guard end < text.count, index == text.count else { continue }
            return nil
        }
        return words(of: groups, gap: gap)
    }

    private static let colon = UInt8(ascii: ":")

    private static func readGroup(_ digits: Span<UInt8>) -> UInt16? {
        guard (1...4).contains(digits.count) else { return nil }
        var value: UInt16 = 0
        for index in 0..<digits.count {
            guard let digit = PercentEncoding.hexadecimalValue(digits[index]) else { return nil }
            value = value << 4 | UInt16(digit)
        }
        return value
    }

    /// The two words of eight groups; a gap stands for as many zero groups as are missing, one at least.
    private static func words(of groups: [UInt16], gap: Int?) -> (UInt64, UInt64)? {
        var groups = groups
        if let gap {
            guard groups.count < 8 else { return nil }
            groups.insert(contentsOf: Array(repeating: 0, count: 8 - groups.count), at: gap)
        }
        guard groups.count == 8 else { return nil }
        let words = [groups[..<4], groups[4...]].map { $0.reduce(UInt64(0)) { $0 << 16 | UInt64($1) } }
        return (words[0], words[1])
    }
}
