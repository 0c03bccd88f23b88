/// A request method: any token, with the well-known ones as static members.
///
/// Methods are case-sensitive (RFC 9110, section 9.1): `get` is not `GET`.
public struct HTTPMethod: Hashable, Sendable, CustomStringConvertible {
    /// The method as it stands on the wire.
    public let rawValue: String
    /// The name's bytes where there are at most eight, the first one lowest, and 0 for a longer name.
    ///
    /// Methods are compared with each request, and text costs more.
    package let word: UInt64

    /// Makes a method from a token; `nil` when the name is not one (RFC 9110, section 5.6.2).
    public init?(_ rawValue: String) {
        guard isToken(rawValue.utf8) else { return nil }
        self.init(token: rawValue)
    }

    /// Makes a method from a name that is known to be a token.
    package init(token: String) {
        self.init(token, token.utf8.count <= 8 ? token.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) } : 0)
    }

    private init(_ rawValue: String, _ word: UInt64) {
        self.rawValue = rawValue
        self.word = word
    }

    /// Compares byte by byte.
    public static func == (left: Self, right: Self) -> Bool {
        // A token is never empty, and has no NUL.
        left.word == right.word && (left.word != 0 || left.rawValue.utf8.elementsEqual(right.rawValue.utf8))
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// The method as it stands on the wire.
    public var description: String { rawValue }

    // Written out, so that the compiler can make them: else each use would ask whether they were made yet.

    /// `GET`: transfers the target's current representation.
    public static let get = HTTPMethod("GET", 0x544547)
    /// `HEAD`: the head of `GET` and no body.
    public static let head = HTTPMethod("HEAD", 0x44414548)
    /// `POST`: the target processes the body.
    public static let post = HTTPMethod("POST", 0x54534F50)
    /// `PUT`: the body replaces the target's representation.
    public static let put = HTTPMethod("PUT", 0x545550)
    /// `PATCH`: the body changes the target's representation (RFC 5789).
    public static let patch = HTTPMethod("PATCH", 0x4843544150)
    /// `DELETE`: removes the target's representation.
    public static let delete = HTTPMethod("DELETE", 0x4554454C4544)
    /// `OPTIONS`: asks what the target offers.
    public static let options = HTTPMethod("OPTIONS", 0x534E4F4954504F)
    /// `CONNECT`: asks for a tunnel.
    public static let connect = HTTPMethod("CONNECT", 0x5443454E4E4F43)
    /// `TRACE`: asks for a loop-back of the request.
    public static let trace = HTTPMethod("TRACE", 0x4543415254)
}

extension HTTPMethod {
    /// Whether several requests of this method are meant to do no more than one (RFC 9110, section 9.2.2).
    public var isIdempotent: Bool {
        switch self {
        case .get, .head, .options, .trace, .put, .delete: true
        default: false
        }
    }

    /// The usual methods by their bytes, without a look at their names as text.
    package init?(word: UInt64) {
        switch word {
        case Self.get.word: self = .get
        case Self.head.word: self = .head
        case Self.post.word: self = .post
        case Self.put.word: self = .put
        case Self.patch.word: self = .patch
        case Self.delete.word: self = .delete
        case Self.options.word: self = .options
        case Self.connect.word: self = .connect
        default: return nil
        }
    }
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
