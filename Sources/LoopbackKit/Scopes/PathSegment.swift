internal import LoopbackKitHTTP

/// Percent-encoding of one path segment in the one form that this library writes (RFC 3986, sections 2.1 and 3.3).
package enum PathSegment {
    /// Encodes everything but unreserved characters.
    ///
    /// A `~` in front is encoded too, though it is unreserved: what begins with it is reserved for markers.
    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.first == 126 else { return PercentEncoding.encode(bytes, keeping: .unreserved) }
        return Array("%7E".utf8) + PercentEncoding.encode(bytes.dropFirst(), keeping: .unreserved)
    }

    /// Decodes once; `nil` when a percent sign is not followed by two hexadecimal digits.
    package static func decode(_ segment: Span<UInt8>) -> [UInt8]? { PercentEncoding.decodeStrictly(segment) }
}
