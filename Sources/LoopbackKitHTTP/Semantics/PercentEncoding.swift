/// Percent-encoding of bytes in URLs (RFC 3986, section 2.1).
public enum PercentEncoding {
    /// The ASCII characters that stand for themselves; every other byte is escaped.
    public struct Allowed: Hashable, Sendable {
        private let low: UInt64
        private let high: UInt64

        /// Makes a set of a text's characters; characters outside ASCII, controls, the space and `%` are never in it.
        public init(_ characters: String) {
            var (low, high) = (UInt64(0), UInt64(0))
            for byte in characters.utf8 where byte > 32 && byte < 127 && byte != 37 {
                if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
            }
            self.low = low
            self.high = high
        }

        /// Letters, digits, `-`, `.`, `_` and `~` (RFC 3986, section 2.3): safe everywhere.
        public static let unreserved = Allowed(alphanumerics + "-._~")
        /// What may stand in one segment of a path (`pchar` of RFC 3986, section 3.3).
        public static let pathSegment = Allowed(alphanumerics + "-._~!$&'()*+,;=:@")
        /// What may stand in a name or value of a query, whose separators are `&` and `=`, and where `+` is a space.
        public static let queryValue = Allowed(alphanumerics + "-._~!$'()*,:@/?")
        /// What a form leaves as it is: letters, digits, `*`, `-`, `.` and `_` (URL standard, section 1.3).
        public static let form = Allowed(alphanumerics + "*-._")

        private static let alphanumerics = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

        /// Whether the byte is in the set.
        public func contains(_ byte: UInt8) -> Bool {
            guard byte < 128 else { return false }
            return (byte < 64 ? low >> UInt64(byte) : high >> UInt64(byte & 63)) & 1 == 1
        }
    }

    /// Encodes bytes.
    ///
    /// - Parameters:
    ///   - bytes: any bytes.
    ///   - allowed: the ones that stay.
    /// - Returns: ASCII alone, escapes with upper-case digits.
    public static func encode(_ bytes: some Sequence<UInt8>, keeping allowed: Allowed) -> [UInt8] {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.underestimatedCount)
        for byte in bytes { append(byte, keeping: allowed, to: &encoded) }
        return encoded
    }

    /// Encodes the UTF-8 bytes of a text.
    ///
    /// - Parameters:
    ///   - text: any text.
    ///   - allowed: the ASCII characters that stay.
    /// - Returns: ASCII alone, escapes with upper-case digits.
    public static func encode(_ text: String, keeping allowed: Allowed) -> String {
        String(decoding: encode(text.utf8, keeping: allowed), as: UTF8.self)
    }

    /// Decodes once, as browsers do: a percent sign without two hexadecimal digits stays (URL standard, section 1.3).
    public static func decode(_ bytes: [UInt8]) -> [UInt8] {
        let span = bytes.span
        var decoded: [UInt8] = []
        decoded.reserveCapacity(span.count)
        append(decoding: 0..<span.count, of: span, plusIsSpace: false, to: &decoded)
        return decoded
    }

    /// Decodes a text once, see `decode(_:)` for bytes; bytes that are not UTF-8 then become U+FFFD.
    public static func decode(_ text: String) -> String {
        String(decoding: decode(Array(text.utf8)), as: UTF8.self)
    }

    /// Decodes once; `nil` when a percent sign is not followed by two hexadecimal digits.
    public static func decodeStrictly(_ bytes: Span<UInt8>) -> [UInt8]? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == 37 {
                guard let value = escapedByte(in: bytes, at: index) else { return nil }
                decoded.append(value)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }
}

extension PercentEncoding {
    /// The byte that the escape at `index` stands for; `nil` when there is no escape.
    package static func escapedByte(in bytes: Span<UInt8>, at index: Int) -> UInt8? {
        guard bytes.count - index >= 3, bytes[index] == 37,
            let high = hexadecimalValue(bytes[index + 1]), let low = hexadecimalValue(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }

    /// The value of a hexadecimal digit in either case.
    package static func hexadecimalValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 48...57: digit - 48
        case 65...70: digit - 55
        case 97...102: digit - 87
        default: nil
        }
    }

    /// Adds a byte, escaped unless it is allowed.
    static func append(_ byte: UInt8, keeping allowed: Allowed, to encoded: inout [UInt8]) {
        guard !allowed.contains(byte) else { return encoded.append(byte) }
        encoded.append(37)
        encoded.append(hexadecimalDigit(byte >> 4))
        encoded.append(hexadecimalDigit(byte & 15))
    }

    /// Adds what a range stands for; what is no escape stands for itself.
    static func append(
        decoding range: Range<Int>,
        of bytes: Span<UInt8>,
        plusIsSpace: Bool,
        to decoded: inout [UInt8]
    ) {
        let part = bytes.extracting(range)
        var index = 0
        while index < part.count {
            if let value = escapedByte(in: part, at: index) {
                decoded.append(value)
                index += 3
            } else {
                decoded.append(plusIsSpace && part[index] == 43 ? 32 : part[index])
                index += 1
            }
        }
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 55 + value }
}
