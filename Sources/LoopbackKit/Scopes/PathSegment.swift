/// Percent-encoding of one path segment (RFC 3986, sections 2.1 and 3.3).
package enum PathSegment {
    /// Encodes everything but unreserved characters.
    ///
    /// A `~` in front is encoded too, though it is unreserved: what begins with it is reserved for markers.
    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            if isUnreserved(byte), !(index == 0 && byte == 126) {
                encoded.append(byte)
            } else {
                encoded.append(37)
                encoded.append(hexadecimalDigit(byte >> 4))
                encoded.append(hexadecimalDigit(byte & 15))
            }
        }
        return encoded
    }

    /// Decodes once; `nil` when a percent sign is not followed by two hexadecimal digits.
    package static func decode(_ segment: Span<UInt8>) -> [UInt8]? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(segment.count)
        var index = 0
        while index < segment.count {
            let byte = segment[index]
            if byte == 37 {
                guard let value = escapedByte(in: segment, at: index) else { return nil }
                decoded.append(value)
                index += 3
            } else {
                decoded.append(byte)
                index += 1
            }
        }
        return decoded
    }

    /// The byte that the escape at `index` stands for; `nil` when there is no escape.
    package static func escapedByte(in bytes: Span<UInt8>, at index: Int) -> UInt8? {
        guard bytes.count - index >= 3, bytes[index] == 37,
            let high = hexadecimalValue(bytes[index + 1]), let low = hexadecimalValue(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, 45, 46, 95, 126: true
        default: false
        }
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 55 + value }

    package static func hexadecimalValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 48...57: digit - 48
        case 65...70: digit - 55
        case 97...102: digit - 87
        default: nil
        }
    }
}
