/// An address of the schemes `http` and `https`, read and written by the URL standard (url.spec.whatwg.org).
///
/// Whatever it was written like, its parts are in their one normal form: what is compared is what is called.
public struct HTTPURL: Hashable, Sendable {
    /// The two schemes.
    public enum Scheme: String, Hashable, Sendable {
        case http, https

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

    package init(scheme: Scheme, host: HTTPHost, port: UInt16, path: String, query: String?) {
        self.scheme = scheme
        self.host = host
        self.port = port
        self.path = path
        self.query = query
    }
}
