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
    /// Whether a failure before the answer's head is one of the network for the engine too, with the engine's own events:
    /// it is answered by a redirect that no engine follows, which tells nothing else.
    public var failsAsNetworkError = false
    /// Whether the call is an event stream, which the page reads by a WebSocket to this address.
    ///
    /// It is a GET that ends with its page, so `outlivesPage` means nothing to it.
    public var opensEventStream = false
    /// Whether a playlist passes as it is, for code that knows the other site's addresses and calls these itself.
    public var keepsPlaylists = false
    /// The name by which the page asks for the call's failure; `nil` when it doesn't.
    public var name: ProxyCallName?

    /// Makes a mode; what is not named here is set on it.
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
        self.init(credentials: credentials)
        var saysRedirects = false
        for word in words.dropFirst() {
            if !saysRedirects, let mode = Self.value(RedirectMode.self)(word) {
                redirects = mode
                saysRedirects = true
            } else if !take(word) {
                return nil
            }
        }
    }

    /// Takes a word that is not about redirects; `false` for one that is unknown or was there before.
    private mutating func take(_ word: ArraySlice<UInt8>) -> Bool {
        if let flag = Self.value(Flag.self)(word) {
            defer { self[flag] = true }
            return !self[flag]
        }
        guard name == nil, word.starts(with: Self.nameMark.utf8) else { return false }
        name = ProxyCallName(word.dropFirst(Self.nameMark.utf8.count))
        return name != nil
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
        for flag in Flag.allCases where self[flag] { segment += ".\(flag.rawValue)" }
        if let name { segment += ".\(Self.nameMark)\(name)" }
        return segment
    }

    /// The mode of addresses that an answer names, which others call: how its own call's failure is told is left out.
    package var ofReferences: ProxyMode {
        var mode = self
        mode.failsAsNetworkError = false
        mode.name = nil
        return mode
    }

    /// What a word alone says.
    private enum Flag: String, CaseIterable {
        case keepalive
        case networkError = "network-error"
        case events
        case asIs = "as-is"
    }

    private subscript(flag: Flag) -> Bool {
        get {
            switch flag {
            case .keepalive: outlivesPage
            case .networkError: failsAsNetworkError
            case .events: opensEventStream
            case .asIs: keepsPlaylists
            }
        }
        set {
            switch flag {
            case .keepalive: outlivesPage = newValue
            case .networkError: failsAsNetworkError = newValue
            case .events: opensEventStream = newValue
            case .asIs: keepsPlaylists = newValue
            }
        }
    }

    private static let nameMark = "call-"
}
