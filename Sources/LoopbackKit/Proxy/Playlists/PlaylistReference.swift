internal import LoopbackKitHTTP

/// What kind of reference an address in a playlist is, as far as the proxy has to know (URL standard, section 4.4).
enum PlaylistReference {
    /// Whether a reference leaves the folder that the playlist's address names, and so the proxy's path.
    ///
    /// - Parameter reference: the address as it stands in the playlist, without white space around it.
    /// - Returns: whether it is an absolute one of `http` or `https`, begins at the scheme or at the root, or climbs.
    static func leavesFolder(_ reference: ArraySlice<UInt8>) -> Bool {
        // Browsers skip these wherever they stand.
        let text = reference.filter { $0 != 9 && $0 != 10 && $0 != 13 }
        if let scheme = scheme(of: text) { return scheme == Array("http".utf8) || scheme == Array("https".utf8) }
        guard let first = text.first else { return false }
        return isSlash(first) || climbs(text)
    }

    /// The scheme in lower case; `nil` for a relative reference.
    private static func scheme(of text: [UInt8]) -> [UInt8]? {
        guard let first = text.first, isLetter(first), let colon = text.firstIndex(of: UInt8(ascii: ":")) else {
            return nil
        }
        let name = text[..<colon]
        return name.allSatisfy { isLetter($0) || $0 &- 48 < 10 || [43, 45, 46].contains($0) }
            ? name.map(lowercase) : nil
    }

    /// Whether a relative path is above its base at any point.
    private static func climbs(_ text: [UInt8]) -> Bool {
        var depth = 0
        let path = text.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        for segment in path.split(omittingEmptySubsequences: false, whereSeparator: isSlash) {
            // A dot may be percent-encoded.
            switch PercentEncoding.decode(Array(segment)) {
            case [46]: break
            case [46, 46]: depth -= 1
            default: depth += 1
            }
            if depth < 0 { return true }
        }
        return false
    }

    /// Browsers take a backslash for a slash.
    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

    private static func isLetter(_ byte: UInt8) -> Bool { lowercase(byte) &- 97 < 26 }
}
