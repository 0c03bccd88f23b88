/// IPv4 addresses in every form that URLs allow: `127.0.0.1`, `127.1`, `0x7F.1`, `0177.0.0.1`, `2130706433` (URL standard,
/// section 3.5, the IPv4 parser).
enum LooseIPv4 {
    /// Whether a name's last part is a number: it is an address then, or nothing (URL standard, the ends-in-a-number
    /// checker).
    static func endsInNumber(_ name: [UInt8]) -> Bool {
        // One dot at the end is no part.
        let end = name.last == UInt8(ascii: ".") ? name.count - 1 : name.count
        let start = name[..<end].lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? 0
        let last = name[start..<end]
        guard !last.isEmpty else { return false }
        return last.allSatisfy { (48...57).contains($0) } || number(last) != nil
    }

    /// Reads an address; `nil` when the name has more than four parts, a part that is no number, or one too large.
    static func read(_ name: [UInt8]) -> UInt32? {
        let parts = parts(of: name)
        guard (1...4).contains(parts.count) else { return nil }
        let numbers = parts.compactMap(number)
        guard numbers.count == parts.count, let last = numbers.last else { return nil }
        // The last part stands for all the bytes that are left.
        guard last < 1 << UInt64(8 * (5 - numbers.count)), numbers.dropLast().allSatisfy({ $0 <= 255 }) else {
            return nil
        }
        var address = last
        for (index, number) in numbers.dropLast().enumerated() { address |= number << UInt64(8 * (3 - index)) }
        return UInt32(exactly: address)
    }

    /// The parts between dots; one dot at the end is no part.
    private static func parts(of name: [UInt8]) -> [ArraySlice<UInt8>] {
        let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count > 1 && parts.last?.isEmpty == true ? parts.dropLast() : parts
    }

    /// A number in decimal, octal behind `0`, or hexadecimal behind `0x`; nothing behind `0x` is 0.
    ///
    /// A number that is too large for any part is given as 2^32, however many digits it has.
    private static func number(_ text: ArraySlice<UInt8>) -> UInt64? {
        guard let first = text.first else { return nil }
        var digits = text
        var radix: UInt64 = 10
        if first == UInt8(ascii: "0"), text.count > 1 {
            digits.removeFirst()
            radix = 8
            if let mark = digits.first, mark | 0x20 == UInt8(ascii: "x") {
                digits.removeFirst()
                radix = 16
            }
        }
        var value: UInt64 = 0
        for digit in digits {
            guard let digit = PercentEncoding.hexadecimalValue(digit), UInt64(digit) < radix else { return nil }
            value = min(value * radix + UInt64(digit), 1 << 32)
        }
        return value
    }
}
