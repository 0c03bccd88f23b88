/// The version of a message: HTTP/1.0 or HTTP/1.1.
public enum HTTPVersion: UInt8, Sendable, Comparable, CustomStringConvertible {
    /// HTTP/1.0: no chunked coding, connections close unless both sides ask to keep them.
    case http1_0 = 0
    /// HTTP/1.1.
    case http1_1 = 1

    /// The version as it stands on the wire.
    public var description: String { self == .http1_1 ? "HTTP/1.1" : "HTTP/1.0" }

    /// Orders by age.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
