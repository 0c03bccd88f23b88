/// The coding `application/x-www-form-urlencoded` (URL standard, section 5).
extension FormFields {
    /// Decodes a query without its question mark, or the body of a form.
    ///
    /// Nothing is malformed: what is no escape stays as it is, bytes that are not UTF-8 become U+FFFD, `+` is a space,
    /// and a name without `=` has an empty value.
    ///
    /// - Parameters:
    ///   - bytes: the query or body.
    ///   - limit: the most fields that are taken.
    /// - Throws: `FormError` with code `tooManyFields` when there are more.
    public init(urlEncoded bytes: [UInt8], limit: Int = .max) throws(FormError) {
        self.init()
        let span = bytes.span
        var start = 0
        while start < span.count {
            let end = bytes[start...].firstIndex(of: 38) ?? bytes.count
            if end > start {
                guard count < limit else { throw FormError(.tooManyFields) }
                append(decoding: start..<end, of: span)
            }
            start = end + 1
        }
    }

    /// Decodes a query or form given as text, see `init(urlEncoded:limit:)` for bytes.
    public init(urlEncoded text: String) {
        // Without a limit nothing is thrown.
        self = (try? FormFields(urlEncoded: Array(text.utf8))) ?? FormFields()
    }

    private mutating func append(decoding pair: Range<Int>, of bytes: Span<UInt8>) {
        var equals = pair.lowerBound
        while equals < pair.upperBound, bytes[equals] != 61 { equals += 1 }
        let value = Swift.min(equals + 1, pair.upperBound)..<pair.upperBound
        append(
            Self.decoded(pair.lowerBound..<equals, of: bytes),
            Self.decoded(value, of: bytes)
        )
    }

    private static func decoded(_ range: Range<Int>, of bytes: Span<UInt8>) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(range.count)
        PercentEncoding.append(decoding: range, of: bytes, plusIsSpace: true, to: &decoded)
        return String(decoding: decoded, as: UTF8.self)
    }

    /// The fields as a query without its question mark, or as the body of a form.
    public var urlEncoded: [UInt8] {
        var bytes: [UInt8] = []
        for field in self {
            if !bytes.isEmpty { bytes.append(38) }
            Self.append(encoding: field.name, to: &bytes)
            bytes.append(61)
            Self.append(encoding: field.value, to: &bytes)
        }
        return bytes
    }

    private static func append(encoding text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            if byte == 32 { bytes.append(43) } else { PercentEncoding.append(byte, keeping: .form, to: &bytes) }
        }
    }
}

extension FormFields: CustomStringConvertible {
    /// The fields as a query.
    public var description: String { String(decoding: urlEncoded, as: UTF8.self) }
}
