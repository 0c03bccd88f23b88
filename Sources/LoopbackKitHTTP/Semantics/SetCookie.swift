/// A cookie that an answer sets, with its attributes (RFC 6265bis, section 4.1).
///
/// ```swift
/// var response = HTTPResponse(text: "Welcome.")
/// try response.fields.append(SetCookie("session", id, path: "/", isHTTPOnly: true, sameSite: .lax))
/// ```
public struct SetCookie: Hashable, Sendable {
    /// With which requests of other sites a cookie is sent.
    public enum SameSite: String, Sendable {
        /// With none.
        case strict = "Strict"
        /// With top-level navigations.
        case lax = "Lax"
        /// With all; needs `isSecure`.
        case none = "None"
    }

    /// The name, a token.
    public var name: String
    /// The value: visible ASCII without `"`, `,`, `;` and `\`; may stand in quotes.
    public var value: String
    /// The path below which it is sent; the request's folder when it is `nil`.
    public var path: String?
    /// The domain whose hosts get it; the request's host alone when it is `nil`.
    public var domain: String?
    /// How long it lives, in whole seconds; zero removes it, `nil` leaves it to `expires` or to the browser's session.
    public var maxAge: Duration?
    /// When it ends, for clients that don't know `maxAge`.
    public var expires: HTTPDate?
    /// Whether it is sent over secure connections only.
    public var isSecure: Bool
    /// Whether scripts can't see it.
    public var isHTTPOnly: Bool
    /// With which requests of other sites it is sent; the browser's default when it is `nil`.
    public var sameSite: SameSite?

    /// Makes a cookie; it is checked when it is written.
    public init(
        _ name: String,
        _ value: String,
        path: String? = nil,
        domain: String? = nil,
        maxAge: Duration? = nil,
        expires: HTTPDate? = nil,
        isSecure: Bool = false,
        isHTTPOnly: Bool = false,
        sameSite: SameSite? = nil
    ) {
        self.name = name
        self.value = value
        self.path = path
        self.domain = domain
        self.maxAge = maxAge
        self.expires = expires
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
    }

    /// The value of a Set-Cookie field.
    ///
    /// - Throws: `SetCookieError` for a cookie that browsers refuse or would take for another one.
    public func fieldValue() throws(SetCookieError) -> String {
        try check()
        var text = "\(name)=\(value)"
        if let path { text += "; Path=\(path)" }
        if let domain { text += "; Domain=\(domain)" }
        if let maxAge { text += "; Max-Age=\(Self.wholeSeconds(maxAge))" }
        if let expires { text += "; Expires=\(expires)" }
        if isSecure { text += "; Secure" }
        if isHTTPOnly { text += "; HttpOnly" }
        if let sameSite { text += "; SameSite=\(sameSite.rawValue)" }
        return text
    }

    private func check() throws(SetCookieError) {
        guard isToken(name.utf8) else { throw SetCookieError(.malformedName) }
        guard Self.isCookieValue(value.utf8) else { throw SetCookieError(.malformedValue) }
        guard name.utf8.count + value.utf8.count <= 4096 else { throw SetCookieError(.tooLarge) }
        if let path {
            let isValid = path.utf8.allSatisfy { $0 >= 32 && $0 < 127 && $0 != 59 }
            guard isValid, path.utf8.first == 47, path.utf8.count <= 1024 else { throw SetCookieError(.malformedPath) }
        }
        if let domain {
            let isValid = domain.utf8.allSatisfy { $0 == 45 || $0 == 46 || $0 &- 48 < 10 || lowercase($0) &- 97 < 26 }
            guard isValid, !domain.isEmpty, domain.utf8.count <= 255 else { throw SetCookieError(.malformedDomain) }
        }
        // RFC 6265bis, section 4.1.3; browsers compare the prefixes without case.
        let prefix = Array(name.utf8.prefix(9).map(lowercase))
        let isHost = prefix.starts(with: "__host-".utf8)
        guard !isHost || (path == "/" && domain == nil) else { throw SetCookieError(.brokenPrefix) }
        guard isSecure || !isHost && !prefix.elementsEqual("__secure-".utf8) else {
            throw SetCookieError(.brokenPrefix)
        }
        guard isSecure || sameSite != .some(.none) else { throw SetCookieError(.insecureSameSite) }
    }

    /// Rounded up, so that a short life is not none.
    private static func wholeSeconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return attoseconds > 0 && seconds < .max ? seconds + 1 : seconds
    }

    /// Cookie octets (RFC 6265bis, section 4.1.1), with or without quotes around them.
    private static func isCookieValue(_ value: String.UTF8View) -> Bool {
        var octets = value[...]
        if octets.count >= 2, octets.first == 34, octets.last == 34 { octets = octets.dropFirst().dropLast() }
        return octets.allSatisfy { $0 > 32 && $0 < 127 && $0 != 34 && $0 != 44 && $0 != 59 && $0 != 92 }
    }
}

/// A cookie that can't be set.
public struct SetCookieError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors; more may be added.
    public struct Code: Hashable, Sendable {
        fileprivate let name: String

        /// The name is no token.
        public static let malformedName = Code(name: "malformedName")
        /// The value holds what may not stand in one.
        public static let malformedValue = Code(name: "malformedValue")
        /// The path does not begin with a slash, or holds what may not stand in one.
        public static let malformedPath = Code(name: "malformedPath")
        /// The domain is no host name.
        public static let malformedDomain = Code(name: "malformedDomain")
        /// Name and value have more than 4,096 bytes together.
        public static let tooLarge = Code(name: "tooLarge")
        /// The name begins with `__Secure-` or `__Host-`, and the attributes break what these promise.
        public static let brokenPrefix = Code(name: "brokenPrefix")
        /// `SameSite=None` without `Secure`.
        public static let insecureSameSite = Code(name: "insecureSameSite")
    }

    /// What is wrong.
    public let code: Code

    /// Makes an error.
    public init(_ code: Code) { self.code = code }

    /// The code's name.
    public var description: String { code.name }
}

extension HTTPFields {
    /// Adds a Set-Cookie field.
    ///
    /// - Throws: `SetCookieError` for a cookie that can't be set.
    public mutating func append(_ cookie: SetCookie) throws(SetCookieError) {
        append(.setCookie, try cookie.fieldValue())
    }
}
