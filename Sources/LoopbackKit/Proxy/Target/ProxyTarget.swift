public import LoopbackKitHTTP

/// What a page calls through the proxy: `<mode>/<scheme>/<authority>/<path>?<query>` behind the proxy's marker.
///
/// The other site's hierarchy stays in the path, so that relative addresses in what it answers lead through the proxy too.
/// Path and query arrive there byte for byte.
public struct ProxyTarget: Hashable, Sendable {
    /// The marker's segment.
    package static let marker = ReservedMarker.proxy.segment

    /// How the call is made.
    public var mode: ProxyMode
    /// What is called.
    public var url: HTTPURL

    /// Makes a target.
    public init(url: HTTPURL, mode: ProxyMode = ProxyMode()) {
        self.url = url
        self.mode = mode
    }

    /// Reads what follows the marker.
    ///
    /// Dot segments are left as they are, for browsers resolve them before they send; only a path whose dot segments climb
    /// above its authority, which would then be another one's, is refused.
    ///
    /// - Parameters:
    ///   - path: what follows the marker in the request's path, still percent-encoded; it begins with `/`. Without a path
    ///     behind the authority it is `/`.
    ///   - query: the request's query without its question mark; `nil` without a question mark.
    /// - Throws: `ProxyFailure` of the stage `refused` when it is no address that can be called.
    package init(path: Span<UInt8>, query: [UInt8]?) throws(ProxyFailure) {
        var parts = TargetSegments(path)
        guard let mode = ProxyMode(segment: parts.next()) else {
            throw .refusedAddress("malformedMode", "The credential mode of the proxy's address is none.")
        }
        let name = parts.next()
        guard let scheme = Self.scheme(name) else {
            throw .refusedAddress("unsupportedScheme", "Only http and https can be called.")
        }
        guard let authority = Self.authority(parts.next()) else {
            throw .refusedAddress("malformedAuthority", "The host and port of the proxy's address are malformed.")
        }
        var target = parts.rest
        // A query would begin there that was not judged as one.
        guard !target.contains(UInt8(ascii: "?")) else { throw .refusedAddress(HTTPURLError(.malformedTarget)) }
        guard Self.staysInside(target) else {
            throw .refusedAddress("climbingPath", "The path of the proxy's address leads out of its host.")
        }
        if target.isEmpty { target.append(UInt8(ascii: "/")) }
        if let query {
            target.append(UInt8(ascii: "?"))
            target += query
        }
        self.mode = mode
        do throws(HTTPURLError) {
            url = try HTTPURL(scheme: scheme, authority: authority, target: target)
        } catch {
            throw .refusedAddress(error)
        }
    }

    /// The mode of an address, whatever is wrong with the rest of it.
    package static func mode(of path: Span<UInt8>) -> ProxyMode? {
        var parts = TargetSegments(path)
        return ProxyMode(segment: parts.next())
    }

    /// The authority of a segment; `nil` for a dot segment, and for one that is not percent-encoded once.
    ///
    /// It is not decoded a second time by the host's parser: no host has a percent sign.
    private static func authority(_ segment: [UInt8]) -> [UInt8]? {
        guard URLPath.dots(segment[...]) == nil, let authority = PercentEncoding.decodeStrictly(segment.span),
            !authority.contains(UInt8(ascii: "%"))
        else { return nil }
        return authority
    }

    /// The address relative to the scope's own, such as `~proxy/include/https/example.com/a/b?c`; with the fragment, if
    /// there is one.
    public var address: String { "\(Self.marker)/\(addressBehindMarker)" }

    /// The way from what answers for this target up to the marker, such as `../../../../`: what is put before another
    /// target's `addressBehindMarker` in the answer, it needs neither the launch's token nor the scope's address.
    ///
    /// The target's address must have a path behind the authority, if only a slash.
    package var wayToMarker: String {
        // Mode, scheme and authority, and the folders of the path as browsers count them.
        var folder = URLPath()
        folder.append(folder: url.path)
        let depth = 3 + folder.text.utf8.count { $0 == UInt8(ascii: "/") }
        return String(repeating: "../", count: depth)
    }

    /// What follows the marker and its slash.
    package var addressBehindMarker: String {
        var authority = PercentEncoding.encode(url.authority, keeping: Self.authorityCharacters)
        // A browser would resolve a host of dots away.
        if URLPath.dots(Array(authority.utf8)[...]) != nil { authority += ":\(url.port)" }
        let fragment = url.fragment.map { "#\($0)" } ?? ""
        return "\(mode.segment)/\(url.scheme.rawValue)/\(authority)\(url.requestTarget)\(fragment)"
    }

    /// What a segment of a path may hold, and the brackets of IPv6 addresses, which browsers leave in a path.
    private static let authorityCharacters = PercentEncoding.Allowed(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-._~!$&'()*+,;=:@[]"
    )

    private static func scheme(_ name: [UInt8]) -> HTTPURL.Scheme? {
        if name.elementsEqual("http".utf8) { return .http }
        return name.elementsEqual("https".utf8) ? .https : nil
    }

    /// Whether a path's dot segments lead no higher than its beginning.
    private static func staysInside(_ path: [UInt8]) -> Bool {
        var depth = 0
        for segment in path.dropFirst().split(omittingEmptySubsequences: false, whereSeparator: URLPath.isSlash) {
            switch URLPath.dots(segment) {
            case 1: continue
            case 2: depth -= 1
            default: depth += 1
            }
            if depth < 0 { return false }
        }
        return true
    }
}

/// Takes a path apart, one segment at a time.
private struct TargetSegments {
    private let path: [UInt8]
    private var start = 0

    init(_ path: Span<UInt8>) { self.path = bytes(path) }

    /// What is behind the segments that were taken.
    var rest: [UInt8] { Array(path[start...]) }

    /// The segment behind the slash that the rest begins with; empty when there is none.
    mutating func next() -> [UInt8] {
        guard start < path.count, path[start] == UInt8(ascii: "/") else { return [] }
        let end = path.span.firstIndex(of: UInt8(ascii: "/"), from: start + 1)
        defer { start = end }
        return Array(path[(start + 1)..<end])
    }
}

extension ProxyFailure {
    fileprivate static func refusedAddress(_ reason: String, _ message: String) -> ProxyFailure {
        ProxyFailure(.refused, reason, message)
    }

    /// What is wrong with an address, in words for the page's developer.
    package static func refusedAddress(_ error: HTTPURLError) -> ProxyFailure {
        let message =
            switch error.code {
            case .notAbsolute: "The address is relative, and there is nothing that it is relative to."
            case .unsupportedScheme: "Only http and https can be called."
            case .credentials: "An address with a user's name or password can't be called."
            case .emptyHost: "The address has no host."
            case .forbiddenCharacter: "The host has a character that no host may have."
            case .malformedIPv4: "The host ends in a number, and is no IPv4 address."
            case .malformedIPv6: "What stands in brackets is no IPv6 address."
            case .malformedPort: "The port is not a number up to 65535."
            case .needsIDNA: "The host has letters outside of ASCII, and this system can't map them: write it as xn--."
            case .invalidName: "The host has letters that no name may have."
            case .malformedTarget: "The path or query has characters that have to be percent-encoded."
            default: "The address can't be called."
            }
        return .refusedAddress(error.code.name, message)
    }
}
