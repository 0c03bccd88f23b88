/// An IPv4 or IPv6 address without a port.
public enum IPAddress: Hashable, Sendable {
    /// An IPv4 address in host byte order.
    case ipv4(UInt32)
    /// An IPv6 address of 16 bytes as two words in host byte order.
    case ipv6(UInt64, UInt64)
}
