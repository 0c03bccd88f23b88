/// When a call sends and stores cookies and credentials (Fetch standard, section 2.2.5, credentials mode).
public enum CredentialMode: String, Hashable, Sendable, CaseIterable {
    /// Never.
    case omit
    /// To the page's own origin alone, which no other site is.
    case sameOrigin = "same-origin"
    /// Always.
    case include
}

/// What becomes of a redirect (Fetch standard, section 2.2.5, redirect mode).
public enum RedirectMode: String, Hashable, Sendable, CaseIterable {
    /// It is followed.
    case follow
    /// It is the answer, and the page sees no more than that there was one.
    case manual
    /// It is an error.
    case error
}

/// How a call is made: the first segment behind the proxy's marker, as `include`, `omit.manual` or `include.keepalive`.
///
/// The credential mode stands first; what differs from the usual follows in any order, each after a dot and once at most.
public struct ProxyMode: Hashable, Sendable {
    /// When cookies and credentials are sent and stored.
    public var credentials: CredentialMode
    /// What becomes of a redirect.
    public var redirects: RedirectMode
    /// Whether the call goes on when the page that made it is gone (`keepalive` of fetch, and `sendBeacon`).
    public var outlivesPage: Bool

    /// Makes a mode.
    public init(
        credentials: CredentialMode = .sameOrigin,
        redirects: RedirectMode = .follow,
        outlivesPage: Bool = false
    ) {
        self.credentials = credentials
        self.redirects = redirects
        self.outlivesPage = outlivesPage
    }

    /// Reads the segment; `nil` when a word is unknown, or two are about the same.
    ///
    /// It is compared byte by byte: no page's script escapes what needs no escape.
    package init?(segment: [UInt8]) {
        let words = segment.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard let credentials = words.first.flatMap(Self.value(CredentialMode.self)) else { return nil }
        var redirects: RedirectMode?
        var outlivesPage = false
        for word in words.dropFirst() {
            if redirects == nil, let mode = Self.value(RedirectMode.self)(word) {
                redirects = mode
            } else if !outlivesPage, word.elementsEqual(Self.keepalive.utf8) {
                outlivesPage = true
            } else {
                return nil
            }
        }
        self.init(credentials: credentials, redirects: redirects ?? .follow, outlivesPage: outlivesPage)
    }

    private static func value<Value: CaseIterable & RawRepresentable<String>>(
        _ type: Value.Type
    ) -> (ArraySlice<UInt8>) -> Value? {
        { word in type.allCases.first { word.elementsEqual($0.rawValue.utf8) } }
    }

    /// The mode as the segment of an address.
    package var segment: String {
        var segment = credentials.rawValue
        if redirects != .follow { segment += ".\(redirects.rawValue)" }
        if outlivesPage { segment += ".\(Self.keepalive)" }
        return segment
    }

    private static let keepalive = "keepalive"
}
