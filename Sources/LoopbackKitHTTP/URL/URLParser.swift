/// Reads an address by the URL standard, section 4.4, for the two schemes.
///
/// The standard has one state machine for all schemes. For these two it comes to cutting a text at its `#`, its `?`, its
/// scheme's colon and its slashes, in this order.
struct URLParser {
    /// What stands before the query, behind it, and behind the `#`.
    private let hierarchy: ArraySlice<UInt8>
    private let query: ArraySlice<UInt8>?
    private let fragment: ArraySlice<UInt8>?
    private let base: HTTPURL?

    /// Takes a text.
    ///
    /// - Parameters:
    ///   - text: the address; bytes that are not ASCII may be any.
    ///   - base: what it may be relative to.
    init(_ text: [UInt8], base: HTTPURL?) {
        var rest = Self.trimmed(text)[...]
        fragment = Self.cut(&rest, at: UInt8(ascii: "#"))
        query = Self.cut(&rest, at: UInt8(ascii: "?"))
        hierarchy = rest
        self.base = base
    }

    /// The text without controls and spaces around it, and without tabs and line breaks.
    private static func trimmed(_ text: [UInt8]) -> [UInt8] {
        var text = text[...].drop { $0 <= 0x20 }
        while let last = text.last, last <= 0x20 { text.removeLast() }
        return text.filter { $0 != 9 && $0 != 10 && $0 != 13 }
    }

    /// Takes what follows the first such byte, with the byte.
    private static func cut(_ text: inout ArraySlice<UInt8>, at byte: UInt8) -> ArraySlice<UInt8>? {
        guard let place = text.firstIndex(of: byte) else { return nil }
        defer { text = text[..<place] }
        return text[(place + 1)...]
    }

    /// The address.
    func url() throws(HTTPURLError) -> HTTPURL {
        guard let (scheme, rest) = try scheme() else {
            guard let base else { throw HTTPURLError(.notAbsolute) }
            return try relative(hierarchy, to: base)
        }
        // `http:path` is relative to an address of the same scheme.
        if let base, base.scheme == scheme, slashes(rest) < 2 { return try relative(rest, to: base) }
        return try absolute(rest.dropFirst(slashes(rest)), scheme)
    }

    /// The scheme and what follows its colon; `nil` when there is none.
    private func scheme() throws(HTTPURLError) -> (HTTPURL.Scheme, ArraySlice<UInt8>)? {
        guard let colon = hierarchy.firstIndex(of: UInt8(ascii: ":")), let first = hierarchy.first,
            Self.isLetter(first), hierarchy[..<colon].allSatisfy(Self.isSchemeByte)
        else { return nil }
        let name = String(decoding: hierarchy[..<colon].map { $0 | 0x20 }, as: UTF8.self)
        guard let scheme = HTTPURL.Scheme(rawValue: name) else { throw HTTPURLError(.unsupportedScheme) }
        return (scheme, hierarchy[(colon + 1)...])
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }

    /// Letters, digits, `+`, `-` and `.` (RFC 3986, section 3.1).
    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }

    /// How many slashes and backslashes, which are the same, stand in front.
    private func slashes(_ bytes: ArraySlice<UInt8>) -> Int { bytes.prefix(while: URLPath.isSlash).count }

    /// What begins with the authority.
    private func absolute(_ rest: ArraySlice<UInt8>, _ scheme: HTTPURL.Scheme) throws(HTTPURLError) -> HTTPURL {
        let end = rest.firstIndex(where: URLPath.isSlash) ?? rest.endIndex
        let authority = try URLAuthority(rest[..<end])
        var path = URLPath()
        path.append(rest[end...].dropFirst())
        return url(
            HTTPOrigin(scheme: scheme, host: authority.host, port: authority.port),
            path.text,
            query.map { URLCharacters.encode($0, keeping: URLCharacters.query) }
        )
    }

    private func relative(_ rest: ArraySlice<UInt8>, to base: HTTPURL) throws(HTTPURLError) -> HTTPURL {
        let slashes = slashes(rest)
        if slashes >= 2 { return try absolute(rest.dropFirst(slashes), base.scheme) }
        let query = query.map { URLCharacters.encode($0, keeping: URLCharacters.query) }
        guard !rest.isEmpty else { return url(base.origin, base.path, query ?? base.query) }
        var path = URLPath()
        if slashes == 0 { path.append(folder: base.path) }
        path.append(rest.dropFirst(slashes))
        return url(base.origin, path.text, query)
    }

    private func url(_ origin: HTTPOrigin, _ path: String, _ query: String?) -> HTTPURL {
        HTTPURL(
            scheme: origin.scheme,
            host: origin.host,
            port: origin.port,
            path: path,
            query: query,
            fragment: fragment.map { URLCharacters.encode($0, keeping: URLCharacters.fragment) }
        )
    }
}
