/// An address of the schemes `http` and `https`, read and written by the URL standard (url.spec.whatwg.org).
///
/// Whatever it was written like, its parts are in their one normal form: what is compared is what is called. Path and query
/// alone stay as they are where `init(scheme:authority:target:)` is told so. All parts are ASCII, so that comparing strings
/// is comparing bytes. A user's name and password have no place in it.
public struct HTTPURL: Hashable, Sendable {
    /// The two schemes.
    public enum Scheme: String, Hashable, Sendable {
        /// Without TLS, at port 80.
        case http
        /// With TLS, at port 443.
        case https

        /// The port that stands for none: 80 or 443.
        public var defaultPort: UInt16 { self == .http ? 80 : 443 }
    }

    /// The scheme.
    public let scheme: Scheme
    /// The host.
    public let host: HTTPHost
    /// The port; the scheme's own where none was written.
    public let port: UInt16
    /// The path, percent-encoded; it begins with `/`.
    public let path: String
    /// The query without its question mark, percent-encoded; `nil` without a question mark.
    public let query: String?
    /// What stands behind `#`, percent-encoded; `nil` without a `#`.
    ///
    /// It is never sent.
    public let fragment: String?

    package init(
        scheme: Scheme,
        host: HTTPHost,
        port: UInt16,
        path: String,
        query: String?,
        fragment: String? = nil
    ) {
        self.scheme = scheme
        self.host = host
        self.port = port
        self.path = path
        self.query = query
        self.fragment = fragment
    }

    /// Reads an absolute address.
    ///
    /// - Parameter text: the address, as a person or a page writes it.
    /// - Throws: `HTTPURLError` when it is none that can be called.
    public init(_ text: String) throws(HTTPURLError) {
        self = try URLParser(Array(text.utf8), base: nil).url()
    }

    /// Reads an address that may be relative to another one, as in a page's link or in the field Location.
    ///
    /// - Parameters:
    ///   - reference: the address or a part of one: `//host/path`, `/path`, `path`, `../path`, `?query`, `#fragment`.
    ///   - base: what it is relative to. Its fragment is not carried on.
    /// - Throws: `HTTPURLError` when the outcome is none that can be called.
    public init(_ reference: String, relativeTo base: HTTPURL) throws(HTTPURLError) {
        self = try URLParser(Array(reference.utf8), base: base).url()
    }

    /// Reads an address from bytes that may not be UTF-8, such as a field's value.
    ///
    /// Bytes that are not ASCII are percent-encoded as they are, except in the host, which has to be UTF-8.
    ///
    /// - Parameters:
    ///   - reference: the address, or a part of one when there is a base.
    ///   - base: what it is relative to, see `init(_:relativeTo:)`.
    /// - Throws: `HTTPURLError` when the outcome is none that can be called.
    package init(bytes reference: [UInt8], relativeTo base: HTTPURL?) throws(HTTPURLError) {
        self = try URLParser(reference, base: base).url()
    }
}

extension HTTPURL {
    /// Puts an address together whose path and query are to arrive byte for byte.
    ///
    /// The authority is read as in `init(_:)`. Nothing is escaped or resolved in the target, dot segments neither.
    ///
    /// - Parameters:
    ///   - scheme: the scheme.
    ///   - authority: host and port; a user's name is refused.
    ///   - target: the path, which begins with `/`, and perhaps a question mark and the query: printable ASCII without
    ///     spaces and `#`.
    /// - Throws: `HTTPURLError`, with the code `malformedTarget` for the path and query.
    public init(scheme: Scheme, authority: String, target: String) throws(HTTPURLError) {
        try self.init(scheme: scheme, authority: Array(authority.utf8), target: Array(target.utf8))
    }

    /// Puts an address together whose path and query are to arrive byte for byte, see `init(scheme:authority:target:)`.
    package init(scheme: Scheme, authority: [UInt8], target: [UInt8]) throws(HTTPURLError) {
        guard target.first == UInt8(ascii: "/"),
            target.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") })
        else { throw HTTPURLError(.malformedTarget) }
        let authority = try URLAuthority(authority[...])
        let end = target.firstIndex(of: UInt8(ascii: "?"))
        self.init(
            scheme: scheme,
            host: authority.host,
            port: authority.port ?? scheme.defaultPort,
            path: String(decoding: target[..<(end ?? target.count)], as: UTF8.self),
            query: end.map { String(decoding: target[($0 + 1)...], as: UTF8.self) }
        )
    }
}

extension HTTPURL: CustomStringConvertible {
    /// Scheme, host and port.
    public var origin: HTTPOrigin { HTTPOrigin(scheme: scheme, host: host, port: port) }

    /// Host and port as they stand in the field Host: the port only when it is not the scheme's own (RFC 9110, section 7.2).
    public var authority: String { origin.authority }

    /// What stands in a request line: path and query (RFC 9112, section 3.2.1).
    public var requestTarget: String { query.map { path + "?" + $0 } ?? path }

    /// The whole address (URL standard, section 4.5).
    public var description: String { "\(origin)\(requestTarget)\(fragment.map { "#\($0)" } ?? "")" }
}
