/// How an answer's body is framed (RFC 9112, section 6).
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
