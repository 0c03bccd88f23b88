/// The versions of TLS that are spoken; older ones are broken (RFC 8996).
package enum TLSVersion: Int, Comparable, Sendable {
    /// TLS 1.2 (RFC 5246), by its number on the wire.
    case tls12 = 0x0303
    /// TLS 1.3 (RFC 8446).
    case tls13 = 0x0304

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
