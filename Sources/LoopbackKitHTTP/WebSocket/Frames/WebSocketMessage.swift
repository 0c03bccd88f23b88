/// A message of a WebSocket, whole (RFC 6455, section 5.6).
public enum WebSocketMessage: Hashable, Sendable {
    /// Text; on the wire it is UTF-8.
    case text(String)
    /// Bytes.
    case binary([UInt8])

    /// The number of bytes that the message has on the wire.
    var count: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .binary(let bytes): bytes.count
        }
    }
}
