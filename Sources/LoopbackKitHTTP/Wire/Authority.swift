/// Checks of `host[:port]` as it stands in Host and in targets (RFC 3986, section 3.2; RFC 9110, section 4.2).
enum Authority {
    /// What the check found.
    struct Parts {
        var hostIsEmpty: Bool
        /// `nil` when no digit is there.
        var port: Int?
    }

    /// Host and port, or `nil` when they are malformed.
    ///
    /// User information is refused (RFC 9110, section 4.2.4), and so is a comma, though the grammar of names has it: it
    /// is how several Host lines look when they were joined on the way.
    static func parse(_ bytes: HeadBytes, _ range: Range<Int>) -> Parts? {
        var index = range.lowerBound
        if index < range.upperBound, bytes[index] == 91 {
            guard let close = bytes.first(93, in: range), isIPv6(bytes, index + 1..<close) else { return nil }
            index = close + 1
        } else {
            // Addresses and most names have none of the rarer bytes.
            index = bytes.endOfName(from: index, to: range.upperBound)
            while index < range.upperBound, isNameByte(bytes[index]) {
                if bytes[index] == 37 {
                    guard isEscape(bytes, index, end: range.upperBound) else { return nil }
                }
                index += 1
            }
        }
        let hostIsEmpty = index == range.lowerBound
        guard index < range.upperBound else { return Parts(hostIsEmpty: hostIsEmpty, port: nil) }
        guard bytes[index] == 58 else { return nil }
        index += 1
        // The digits may be missing (RFC 3986, section 3.2.3).
        guard index < range.upperBound else { return Parts(hostIsEmpty: hostIsEmpty, port: nil) }
        guard let port = bytes.decimal(index..<range.upperBound), port <= 65535 else { return nil }
        return Parts(hostIsEmpty: hostIsEmpty, port: port)
    }

    /// Whether a byte may stand in a registered name: unreserved, `%`, and the sub-delimiters without the comma.
    @inline(__always)
    private static func isNameByte(_ byte: UInt8) -> Bool {
        // One bit for each of the 128 ASCII characters: ! $ % & ' ( ) * + - . ; = _ ~ digits and letters.
        let low: UInt64 = 0x2BFF_6FF2_0000_0000
        let high: UInt64 = 0x47FF_FFFE_87FF_FFFE
        guard byte < 128 else { return false }
        return (byte < 64 ? low >> UInt64(byte) : high >> UInt64(byte & 63)) & 1 == 1
    }

    private static func isEscape(_ bytes: HeadBytes, _ index: Int, end: Int) -> Bool {
        index + 2 < end && hexadecimalValue(bytes[index + 1]) != nil && hexadecimalValue(bytes[index + 2]) != nil
    }

    /// Whether a range is an IPv6 address as RFC 3986, section 3.2.2 writes it: eight groups, or fewer around one `::`,
    /// and the last two may be an IPv4 address.
    ///
    /// Addresses of a later version are refused: none was ever defined. A zone's name does not belong on the wire
    /// (RFC 9844).
    private static func isIPv6(_ bytes: HeadBytes, _ range: Range<Int>) -> Bool {
        var groups = 0
        var index = range.lowerBound
        var hasGap = range.count >= 2 && bytes[index] == 58 && bytes[index + 1] == 58
        if hasGap { index += 2 }
        while index < range.upperBound {
            let end = bytes.first(58, in: index..<range.upperBound) ?? range.upperBound
            if bytes.first(46, in: index..<end) != nil {
                guard end == range.upperBound, isIPv4(bytes, index..<end) else { return false }
                groups += 2
                break
            }
            guard (1...4).contains(end - index) else { return false }
            for digit in index..<end where hexadecimalValue(bytes[digit]) == nil { return false }
            groups += 1
            guard end < range.upperBound else { break }
            index = end + 1
            guard index < range.upperBound else { return false }
            if bytes[index] == 58 {
                guard !hasGap else { return false }
                hasGap = true
                index += 1
            }
        }
        return hasGap ? groups < 8 : groups == 8
    }

    private static func isIPv4(_ bytes: HeadBytes, _ range: Range<Int>) -> Bool {
        var groups = 0
        var digits = 0
        var value = 0
        for index in range {
            if bytes[index] == 46 {
                guard digits > 0 else { return false }
                groups += 1
                digits = 0
                value = 0
                continue
            }
            guard isDigit(bytes[index]), digits == 0 || value > 0 else { return false }
            value = value * 10 + Int(bytes[index] - 48)
            digits += 1
            guard value <= 255 else { return false }
        }
        return groups == 3 && digits > 0
    }
}

/// The value of a hexadecimal digit.
@inline(__always)
func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte &- 48 }
    let letter = (byte | 0x20) &- 97
    return letter < 6 ? letter &+ 10 : nil
}
