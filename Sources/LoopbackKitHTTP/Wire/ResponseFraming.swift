/// How an answer's body is framed by its sender (RFC 9112, section 6).
package enum ResponseFraming: Hashable, Sendable {
    /// Nothing follows, and nothing is said of a length.
    case none
    /// So many bytes.
    case length(Int)
    /// The chunked coding; to a client of HTTP/1.0 the body ends with the connection instead.
    case chunked
    /// The body ends with the connection.
    case untilClose
}

/// What follows an answer's head, to its reader (RFC 9112, section 6.3).
package enum ResponseContent: Hashable, Sendable {
    /// Nothing: the next message begins.
    case none
    /// A body of so many bytes, at least one.
    case length(Int)
    /// A body in the chunked coding.
    case chunked
    /// A body that ends with the connection.
    case untilClose
    /// Bytes of another protocol, until the connection ends: the request was a CONNECT or an upgrade and was granted.
    case tunnel
}
