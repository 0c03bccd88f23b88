internal import LoopbackKitHTTP

/// The parts of an absolute URL that a web view is about to go to; anything else is no target.
struct NavigationTarget {
    let bytes: [UInt8]
    /// The scheme in lower case.
    let scheme: [UInt8]
    /// What follows the scheme's colon.
    let rest: Range<Int>

    /// Reads a URL in the form that web views give: no space, no control character, no backslash.
    init?(_ url: String) {
        let bytes = Array(url.utf8)
        guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != 0x5C }), let colon = bytes.firstIndex(of: 58) else {
            return nil
        }
        scheme = bytes[..<colon].map(lowercase)
        guard let first = scheme.first, (97...122).contains(first), scheme.allSatisfy(Self.isSchemeByte) else {
            return nil
        }
        self.bytes = bytes
        rest = colon + 1..<bytes.count
    }

    /// RFC 3986, section 3.1.
    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (48...57).contains(byte) || [43, 45, 46].contains(byte)
    }

    func hasScheme(_ name: String) -> Bool { scheme.elementsEqual(name.utf8) }

    var isWeb: Bool { hasScheme("http") || hasScheme("https") }

    /// Whether host and port of a web address are these; `nil` when it has none.
    func isOn(_ origin: [UInt8]) -> Bool? {
        guard bytes[rest].starts(with: [47, 47]), !authority.isEmpty else { return nil }
        return (scheme + [58, 47, 47] + bytes[authority]).elementsEqual(origin)
    }

    /// Host and port of a web address.
    private var authority: Range<Int> {
        let start = min(rest.lowerBound + 2, rest.upperBound)
        return start..<end(from: start) { $0 == 47 || $0 == 63 || $0 == 35 }
    }

    /// The path of a web address; empty, or begins with a slash.
    var path: Range<Int> { authority.upperBound..<end(from: authority.upperBound) { $0 == 63 || $0 == 35 } }

    /// What follows the number sign.
    var fragment: ArraySlice<UInt8>? {
        let start = end(from: rest.lowerBound) { $0 == 35 }
        return start < bytes.count ? bytes[(start + 1)...] : nil
    }

    /// What stands between the question mark and the number sign.
    var query: ArraySlice<UInt8>? {
        let start = path.upperBound
        guard start < bytes.count, bytes[start] == 63 else { return nil }
        return bytes[(start + 1)..<end(from: start) { $0 == 35 }]
    }

    private func end(from start: Int, where ends: (UInt8) -> Bool) -> Int {
        bytes[start...].firstIndex(where: ends) ?? bytes.count
    }

    /// The fragment, when that is all by which the address differs from another (HTML standard, section 7.4.2.2).
    func fragment(in current: NavigationTarget?) -> String? {
        guard let current, let fragment, page.elementsEqual(current.page) else { return nil }
        return String(decoding: fragment, as: UTF8.self)
    }

    /// The address without its fragment.
    private var page: ArraySlice<UInt8> { bytes.prefix { $0 != 35 } }
}
