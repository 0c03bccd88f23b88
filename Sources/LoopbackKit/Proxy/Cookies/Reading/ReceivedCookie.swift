package import LoopbackKitHTTP

/// What a Set-Cookie field says, read as a client has to read it (RFC 6265bis, section 5.6).
///
/// Clients take more than servers may send: any bytes but controls, pairs without a name, attributes in any order. What
/// can't be understood is left out; only a field with control characters or with too large a pair is refused whole.
package struct ReceivedCookie: Hashable, Sendable {
    /// The most bytes that name and value have together.
    private static let largestPair = 4096
    /// The most bytes that an attribute's value has.
    private static let largestAttribute = 1024
    /// The longest life of a cookie, in seconds: 400 days (RFC 6265bis, section 5.5).
    package static let longestLife = 34_560_000

    /// The name; empty for a field without `=`.
    package let name: [UInt8]
    /// The value; quotes are part of it.
    package let value: [UInt8]
    /// How many seconds it lives, at most `longestLife`; with zero or less it ends at once.
    package private(set) var maxAge: Int?
    /// When it ends; `maxAge` counts before it.
    package private(set) var expires: HTTPDate?
    /// The domain in lower case, without a dot in front; empty where the last attribute is.
    package private(set) var domain: [UInt8] = []
    /// Whether there is a Path attribute at all.
    package private(set) var hasPath = false
    /// The path; `nil` stands for the default path.
    package private(set) var path: [UInt8]?
    /// Whether it goes over secure connections only.
    package private(set) var isSecure = false
    /// Whether scripts can't see it.
    package private(set) var isHTTPOnly = false
    /// With which requests it is sent.
    package private(set) var sameSite: SetCookie.SameSite?
    /// Whether it is kept apart for each top-level site.
    package private(set) var isPartitioned = false

    /// Reads a field's value; `nil` when it is ignored whole.
    package init?(_ field: [UInt8]) {
        guard !field.contains(where: Self.isControl) else { return nil }
        var parts = field[...]
        let pair = Self.next(&parts)
        let (name, value) = Self.split(pair)
        self.name = Array(value == nil ? [] : name)
        self.value = Array(value ?? name)
        guard self.name.count + self.value.count <= Self.largestPair else { return nil }
        while !parts.isEmpty {
            parts.removeFirst()
            let (name, value) = Self.split(Self.next(&parts))
            let text = value ?? []
            if text.count <= Self.largestAttribute { read(name, text) }
        }
    }

    /// Whether a byte may not stand in a cookie; a tab may.
    package static func isControl(_ byte: UInt8) -> Bool { byte < 32 && byte != 9 || byte == 127 }

    /// Takes what stands before the next semicolon.
    private static func next(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let end = rest.firstIndex(of: 59) ?? rest.endIndex
        defer { rest = rest[end...] }
        return rest[..<end]
    }

    /// What stands before and after the first equals sign, without white space around; `nil` when there is no such sign.
    private static func split(_ part: ArraySlice<UInt8>) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>?) {
        guard let equals = part.firstIndex(of: 61) else { return (trimmed(part), nil) }
        return (trimmed(part[..<equals]), trimmed(part[equals...].dropFirst()))
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes.drop { $0 == 32 || $0 == 9 }
        while let last = bytes.last, last == 32 || last == 9 { bytes.removeLast() }
        return bytes
    }

    private mutating func read(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
        switch name.count {
        case 4 where name.isWord("path"):
            hasPath = true
            path = value.first == 47 ? Array(value) : nil
        case 6 where name.isWord("domain"):
            domain = (value.first == 46 ? value.dropFirst() : value).map(lowercase)
        case 6 where name.isWord("secure"):
            isSecure = true
        case 7 where name.isWord("max-age"):
            maxAge = Self.life(value) ?? maxAge
        case 7 where name.isWord("expires"):
            expires = CookieDate.read(value) ?? expires
        case 8 where name.isWord("httponly"):
            isHTTPOnly = true
        case 8 where name.isWord("samesite"):
            sameSite = Self.sameSite(value)
        case 11 where name.isWord("partitioned"):
            isPartitioned = true
        default:
            break
        }
    }

    /// The seconds of a Max-Age attribute; `nil` for what is no number (section 5.6.2).
    private static func life(_ text: ArraySlice<UInt8>) -> Int? {
        let isNegative = text.first == 45
        let digits = isNegative ? text.dropFirst() : text
        guard !digits.isEmpty, digits.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
        // A number that is too large stays at the limit: it can't overflow.
        let seconds = digits.reduce(0) { min($0 * 10 + Int($1 - 48), longestLife) }
        return isNegative ? 0 : seconds
    }

    private static func sameSite(_ text: ArraySlice<UInt8>) -> SetCookie.SameSite? {
        if text.isWord("none") { return SetCookie.SameSite.none }
        if text.isWord("lax") { return .lax }
        return text.isWord("strict") ? .strict : nil
    }
}

extension ArraySlice<UInt8> {
    /// Whether these are the letters of a word in lower case, in any case.
    func isWord(_ word: StaticString) -> Bool {
        guard count == word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { letters in
            unsafe zip(self, letters).allSatisfy { lowercase($0) == $1 }
        }
    }

    /// Whether they begin with the letters of a word in lower case, in any case.
    func hasPrefix(word: StaticString) -> Bool { prefix(word.utf8CodeUnitCount).isWord(word) }
}
