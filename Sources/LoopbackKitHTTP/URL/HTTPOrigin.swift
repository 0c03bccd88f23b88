/// Scheme, host and port of an address: what belongs together in a browser (RFC 6454; HTML standard, "origin").
public struct HTTPOrigin: Hashable, Sendable, CustomStringConvertible {
    /// The scheme.
    public let scheme: HTTPURL.Scheme
    /// The host.
    public let host: HTTPHost
    /// The port; the scheme's own where none was written.
    public let port: UInt16

    /// Makes an origin.
    ///
    /// - Parameters:
    ///   - scheme: the scheme.
    ///   - host: the host.
    ///   - port: the port; `nil` for the scheme's own.
    public init(scheme: HTTPURL.Scheme, host: HTTPHost, port: UInt16? = nil) {
        self.scheme = scheme
        self.host = host
        self.port = port ?? scheme.defaultPort
    }

    /// Whether connections to it are made with TLS.
    public var isSecure: Bool { scheme == .https }

    /// Host and port as they stand in the field Host: the port only when it is not the scheme's own (RFC 9110, section 7.2).
    public var authority: String {
        port == scheme.defaultPort ? host.description : host.description + ":" + String(port)
    }

    /// The origin as it stands in the field Origin: `https://example.com`, `http://[::1]:8080`.
    public var description: String { (scheme == .http ? "http://" : "https://") + authority }
}
