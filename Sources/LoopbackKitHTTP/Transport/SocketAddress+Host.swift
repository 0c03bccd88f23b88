#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension SocketAddress {
    /// Reads a host's address: `127.0.0.1`, `::1` (with a zone as in `fe80::1%2`, brackets or none), or `unix:` and a path.
    ///
    /// Names are not looked up, and an IPv4 address has four decimal parts: `nil` for everything else.
    ///
    /// - Parameters:
    ///   - host: the address.
    ///   - port: the port; a Unix socket has none.
    public init?(host: String, port: UInt16) {
        if host.utf8.starts(with: "unix:".utf8) {
            self = .unix(path: String(host.dropFirst(5)))
            return
        }
        guard !host.utf8.contains(0) else { return nil }
        var ipv4 = in_addr()
        if unsafe inet_pton(AF_INET, host, &ipv4) == 1 {
            self = .ipv4(UInt32(bigEndian: ipv4.s_addr), port: port)
            return
        }
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let parts = (isBracketed ? host.dropFirst().dropLast() : host[...])
            .split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        var ipv6 = in6_addr()
        guard let address = parts.first, unsafe inet_pton(AF_INET6, String(address), &ipv6) == 1 else { return nil }
        var zone: UInt32 = 0
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy({ 48...57 ~= $0 }), let index = UInt32(parts[1]) else { return nil }
            zone = index
        }
        let (high, low) = unsafe withUnsafeBytes(of: &ipv6) { bytes in  // 16 bytes in network order
            unsafe (
                UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
        self = .ipv6(high, low, port: port, zone: zone)
    }
}
