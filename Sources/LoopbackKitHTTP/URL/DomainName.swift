/// A domain in the form that names are looked up by (URL standard, section 3.3, domain to ASCII).
enum DomainName {
    /// Maps a domain to lower-case ASCII, and refuses what no domain may hold.
    ///
    /// A domain of ASCII alone is only put to lower case: the standard looks into its `xn--` labels and takes it
    /// all the same when they are malformed.
    ///
    /// - Parameters:
    ///   - domain: the domain, percent-decoded.
    ///   - names: what maps letters outside of ASCII, where there is something.
    /// - Returns: the name, never empty.
    /// - Throws: `HTTPURLError` when it is none.
    static func ascii(_ domain: [UInt8], names: @autoclosure () -> InternationalNames?) throws(HTTPURLError) -> [UInt8]
    {
        var name = domain
        if domain.contains(where: { $0 >= 0x80 }) {
            // Characters that are forbidden can be parts of letters that are not (`<` with U+0338), so they are looked for
            // behind the mapping; NUL is not, and would end the name in C.
            guard UTF8Validator.accepts(domain), !domain.contains(0) else { throw HTTPURLError(.forbiddenCharacter) }
            guard let names = names() else { throw HTTPURLError(.needsIDNA) }
            name = try names.ascii(domain)
        }
        guard !name.isEmpty else { throw HTTPURLError(.emptyHost) }
        for index in name.indices {
            guard !isForbidden(name[index]) else { throw HTTPURLError(.forbiddenCharacter) }
            if (65...90).contains(name[index]) { name[index] |= 0x20 }
        }
        return name
    }

    /// Whether a byte may not stand in a domain (URL standard, section 3.1, forbidden domain code points), or is not ASCII.
    static func isForbidden(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F...0xFF: true
        case UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "<"),
            UInt8(ascii: ">"), UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "\\"),
            UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "|"):
            true
        default: false
        }
    }
}
