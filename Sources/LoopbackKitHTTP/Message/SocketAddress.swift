/// The address of one end of a connection.
public enum SocketAddress: Hashable, Sendable, CustomStringConvertible {
    /// An IPv4 address in host byte order, and a port.
    case ipv4(UInt32, port: UInt16)
    /// An IPv6 address of 16 bytes as two words in host byte order, a port, and the zone's index (0 for none).
    case ipv6(UInt64, UInt64, port: UInt16, zone: UInt32)
    /// A Unix socket; the path is empty for an unnamed one.
    case unix(path: String)

    /// 127.0.0.1.
    public static func loopback(port: UInt16) -> SocketAddress { .ipv4(0x7F00_0001, port: port) }

    /// The port; `nil` for a Unix socket.
    public var port: UInt16? {
        switch self {
        case .ipv4(_, let port), .ipv6(_, _, let port, _): port
        case .unix: nil
        }
    }

    /// The address as in a URL's authority, such as `127.0.0.1:8080` or `[0:0:0:0:0:0:0:1]:80`.
    public var description: String {
        switch self {
        case .ipv4(let address, let port):
            return "\(address >> 24).\(address >> 16 & 255).\(address >> 8 & 255).\(address & 255):\(port)"
        case .ipv6(let high, let low, let port, let zone):
            let words = [high, low].flatMap { word in [48, 32, 16, 0].map { String(word >> $0 & 0xFFFF, radix: 16) } }
            return "[\(words.joined(separator: ":"))\(zone == 0 ? "" : "%\(zone)")]:\(port)"
        case .unix(let path): return "unix:\(path)"
        }
    }
}
