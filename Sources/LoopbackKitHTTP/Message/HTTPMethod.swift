/// A request method: any token, with the well-known ones as static members.
///
/// Methods are case-sensitive (RFC 9110, section 9.1): `get` is not `GET`.
public struct HTTPMethod: Hashable, Sendable, CustomStringConvertible {
    /// The method as it stands on the wire.
    public let rawValue: String

    /// Makes a method from a token; `nil` when the name is not one (RFC 9110, section 5.6.2).
    public init?(_ rawValue: String) {
        guard isToken(rawValue.utf8) else { return nil }
        self.rawValue = rawValue
    }

    /// Makes a method from a name that is known to be a token.
    package init(token: String) { rawValue = token }

    /// The method as it stands on the wire.
    public var description: String { rawValue }

    /// `GET`: transfers the target's current representation.
    public static let get = HTTPMethod(token: "GET")
    /// `HEAD`: the head of `GET` and no body.
    public static let head = HTTPMethod(token: "HEAD")
    /// `POST`: the target processes the body.
    public static let post = HTTPMethod(token: "POST")
    /// `PUT`: the body replaces the target's representation.
    public static let put = HTTPMethod(token: "PUT")
    /// `PATCH`: the body changes the target's representation (RFC 5789).
    public static let patch = HTTPMethod(token: "PATCH")
    /// `DELETE`: removes the target's representation.
    public static let delete = HTTPMethod(token: "DELETE")
    /// `OPTIONS`: asks what the target offers.
    public static let options = HTTPMethod(token: "OPTIONS")
    /// `CONNECT`: asks for a tunnel.
    public static let connect = HTTPMethod(token: "CONNECT")
    /// `TRACE`: asks for a loop-back of the request.
    public static let trace = HTTPMethod(token: "TRACE")
}

/// Whether the bytes form a token (RFC 9110, section 5.6.2): one or more `tchar`.
package func isToken(_ bytes: some Sequence<UInt8>) -> Bool {
    var isEmpty = true
    for byte in bytes {
        guard isTokenByte(byte) else { return false }
        isEmpty = false
    }
    return !isEmpty
}

/// Whether the byte may stand in a token (RFC 9110, section 5.6.2).
@inline(__always)
package func isTokenByte(_ byte: UInt8) -> Bool {
    // One bit for each of the 128 ASCII characters: ! # $ % & ' * + - . ^ _ ` | ~ digits and letters.
    let low: UInt64 = 0x03FF_6CFA_0000_0000
    let high: UInt64 = 0x57FF_FFFF_C7FF_FFFE
    guard byte < 128 else { return false }
    return (byte < 64 ? low >> UInt64(byte) : high >> UInt64(byte & 63)) & 1 == 1
}
