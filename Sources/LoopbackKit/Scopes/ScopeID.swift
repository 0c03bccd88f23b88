/// The id of a scope: any non-empty text but `.` and `..`.
///
/// In an address it is one segment, whatever it holds: `a/b` is `a%2Fb`. Ids are compared byte by byte, so that the two
/// Unicode forms of an accent are two ids.
public struct ScopeID: Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The id as the host gave it.
    public let rawValue: String
    /// The id as a path segment, in the one form that this library writes.
    package let encoded: [UInt8]

    /// Makes an id; `nil` when the text is empty, `.` or `..`, which no path segment can hold (RFC 3986, section 5.2.4).
    public init?(_ rawValue: String) {
        let bytes = Array(rawValue.utf8)
        guard !bytes.isEmpty, bytes != [46], bytes != [46, 46] else { return nil }
        self.rawValue = rawValue
        encoded = PathSegment.encode(bytes)
    }

    /// Makes an id from a literal; a literal that is not an id is a programmer's error and traps.
    public init(stringLiteral value: String) {
        guard let id = ScopeID(value) else { preconditionFailure("a scope's id is not empty, . or ..") }
        self = id
    }

    /// Reads an id from a path segment in any percent-encoded form; `nil` when it is not one.
    package init?(segment: Span<UInt8>) {
        guard let bytes = PathSegment.decode(segment), let text = String(validating: bytes, as: UTF8.self) else {
            return nil
        }
        self.init(text)
    }

    /// The id as the host gave it.
    public var description: String { rawValue }
}

extension ScopeID: Hashable {
    /// Compares byte by byte.
    public static func == (left: Self, right: Self) -> Bool { left.encoded == right.encoded }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(encoded) }
}
