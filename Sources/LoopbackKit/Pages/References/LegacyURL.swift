internal import LoopbackKitHTTP

/// A URL in the parts that tell whether it lies below a legacy base.
struct LegacyURL: Hashable, Sendable {
    /// The scheme in lower case; `nil` when the URL has none.
    let scheme: [UInt8]?
    /// The host in lower case with its port; `nil` when the URL has none.
    let authority: [UInt8]?
    /// Where the path begins.
    let pathStart: Int

    /// Finds the parts of a URL that begins with a scheme, with `//` or with `/`; `nil` for a relative one.
    init?(_ url: [UInt8]) {
        let schemeEnd = Self.schemeEnd(of: url)
        scheme = schemeEnd.map { url[..<$0].map(lowercase) }
        var start = schemeEnd.map { $0 + 1 } ?? 0
        // Engines take a backslash for a slash, except behind a scheme that they don't know.
        let isSpecial = scheme.map { Self.special.contains($0) } ?? true
        func isSlash(_ index: Int) -> Bool { index < url.count && (url[index] == 47 || isSpecial && url[index] == 92) }
        if isSlash(start), isSlash(start + 1) {
            start += 2
            var end = start
            while end < url.count, !isSlash(end), url[end] != 63, url[end] != 35 { end += 1 }
            let host = url[start..<end].map(lowercase)
            // `file://localhost/` is `file:///`.
            authority = scheme == Self.file && host == Self.localhost ? [] : host
            start = end
        } else {
            guard scheme != nil || isSlash(0) else { return nil }
            authority = scheme == Self.file ? [] : nil
        }
        pathStart = start
    }

    /// Whether a URL with these parts and that path lies below a base.
    ///
    /// - Returns: where the rest begins in the URL's bytes, or `nil`.
    func rest(of url: [UInt8], below base: LegacyURL, path: ArraySlice<UInt8>) -> Int? {
        guard isSameSite(as: base) else { return nil }
        let base = path.last == 47 ? path.dropLast() : path
        let end = pathStart + base.count
        guard end <= url.count, url[pathStart..<end].elementsEqual(base) else { return nil }
        guard end == url.count || [47, 92, 63, 35].contains(url[end]) || base.isEmpty else { return nil }
        return end
    }

    /// http, https and no scheme at all are one: pages of either called the other's files.
    private func isSameSite(as base: LegacyURL) -> Bool {
        guard authority == base.authority else { return false }
        if scheme == base.scheme { return true }
        func isWeb(_ scheme: [UInt8]?) -> Bool { scheme.map { Self.web.contains($0) } ?? true }
        return authority != nil && isWeb(scheme) && isWeb(base.scheme)
    }

    /// Where the colon behind a scheme is (URL standard, "scheme state").
    static func schemeEnd(of url: [UInt8]) -> Int? {
        guard let first = url.first, lowercase(first) &- 97 < 26 else { return nil }
        for (index, byte) in url.enumerated() {
            if byte == 58 { return index }
            guard lowercase(byte) &- 97 < 26 || byte &- 48 < 10 || [43, 45, 46].contains(byte) else { return nil }
        }
        return nil
    }

    private static let file = Array("file".utf8)
    private static let localhost = Array("localhost".utf8)
    private static let web: [[UInt8]] = [Array("http".utf8), Array("https".utf8)]
    private static let special: [[UInt8]] = web + [file, Array("ftp".utf8), Array("ws".utf8), Array("wss".utf8)]
}

extension LegacyBase {
    /// How URLs below it may begin, each with a slash at its end: one on the web with either scheme or with none.
    package var spellings: [String] {
        let bytes = Array(prefix.utf8)
        guard let parts = LegacyURL(bytes) else { return [] }
        var path = String(decoding: bytes[parts.pathStart...], as: UTF8.self)
        if !path.hasSuffix("/") { path += "/" }
        let scheme = parts.scheme.map { String(decoding: $0, as: UTF8.self) + ":" } ?? ""
        guard let authority = parts.authority.map({ "//" + String(decoding: $0, as: UTF8.self) }) else {
            return [scheme + path]
        }
        let schemes = ["https:", "http:", ""]
        return (schemes.contains(scheme) ? schemes : [scheme]).map { $0 + authority + path }
    }
}
