/// Knows below which names anybody can get a name: `com`, `co.uk`, `github.io` (publicsuffix.org).
///
/// A cookie for such a name would go to strangers' sites, so it is refused (RFC 6265bis, section 5.7).
public protocol PublicSuffixes: Sendable {
    /// How many bytes at a name's end are its public suffix.
    ///
    /// - Parameter name: a host's name in lower-case ASCII, without a dot at its end.
    /// - Returns: the suffix's length, which is the whole name's when the name is one; `nil` when no list is there.
    func suffixLength(of name: String) -> Int?
}

/// No list: each host is a site of its own, and no cookie goes to another host than the one that has set it.
///
/// It is the safe choice where no list is there. A Domain attribute then has no effect but on the host itself: sites that
/// share a login between their hosts lose it.
public struct NoPublicSuffixes: PublicSuffixes {
    /// Makes it.
    public init() {}

    /// Always `nil`.
    public func suffixLength(of name: String) -> Int? { nil }
}

extension PublicSuffixes {
    /// Whether cookies may be for this domain and all hosts below it; `nil` when no list is there.
    func admits(domain: String) -> Bool? {
        let name = domain.withoutFinalDot
        guard !name.isEmpty else { return false }
        return suffixLength(of: name).map { $0 < name.utf8.count }
    }

    /// The name that a site has: the public suffix with one label more, or the host itself.
    ///
    /// - Parameter host: a host as the domain of a cookie, an address included.
    /// - Returns: the name.
    func site(of host: String) -> String {
        let name = host.withoutFinalDot
        // No host's name ends in a digit-only label or a bracket (URL standard, host parsing).
        let last = name.utf8.lastIndex(of: 46).map { name.utf8[$0...].dropFirst() } ?? name.utf8[...]
        guard last.last != 93, !last.allSatisfy({ $0 &- 48 < 10 }) else { return host }
        guard let length = suffixLength(of: name), length < name.utf8.count else { return name }
        // The dot in front of the suffix stands for no label.
        let rest = name.utf8.dropLast(min(max(length, 0), name.utf8.count) + 1)
        guard let dot = rest.lastIndex(of: 46) else { return name }
        return String(Substring(name.utf8[dot...].dropFirst()))
    }
}

extension String {
    /// The text without one dot at its end: a host's name is the same with it.
    var withoutFinalDot: String { utf8.last == 46 ? String(dropLast()) : self }
}
