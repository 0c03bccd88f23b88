internal import LoopbackKitHTTP

/// Where a reference in a playlist leads, as far as the proxy has to know (URL standard, section 4.4).
enum PlaylistReference {
    /// To a place at or below the folder that the playlist's address names.
    case belowFolder
    /// To another place that the proxy can call: it is absolute, or begins at the scheme or at the root, or climbs.
    case elsewhere
    /// To what is none of the proxy's: data, keys of a system of their own, and the like.
    case otherScheme

    /// Reads a reference that has no white space around it.
    init(_ reference: ArraySlice<UInt8>) {
        // Browsers skip these wherever they stand.
        let text = reference.filter { $0 != 9 && $0 != 10 && $0 != 13 }
        if let scheme = Self.scheme(of: text) {
            let isCalled = [HTTPURL.Scheme.http, .https].contains { scheme.elementsEqual($0.rawValue.utf8) }
            self = isCalled ? .elsewhere : .otherScheme
        } else {
            self = text.first.map(URLPath.isSlash) == true || Self.climbs(text) ? .elsewhere : .belowFolder
        }
    }

    /// The scheme in lower case; `nil` for a relative reference.
    private static func scheme(of text: [UInt8]) -> [UInt8]? {
        guard let first = text.first, isLetter(first), let colon = text.firstIndex(of: UInt8(ascii: ":")) else {
            return nil
        }
        let name = text[..<colon]
        let isScheme = name.allSatisfy { isLetter($0) || $0 &- 48 < 10 || "+-.".utf8.contains($0) }
        return isScheme ? name.map(lowercase) : nil
    }

    /// Whether a relative path is above its base at any point.
    private static func climbs(_ text: [UInt8]) -> Bool {
        var depth = 0
        let path = text.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        for segment in path.split(omittingEmptySubsequences: false, whereSeparator: URLPath.isSlash) {
            switch URLPath.dots(segment) {
            case 1: continue
            case 2: depth -= 1
            default: depth += 1
            }
            if depth < 0 { return true }
        }
        return false
    }

    private static func isLetter(_ byte: UInt8) -> Bool { lowercase(byte) &- 97 < 26 }
}
