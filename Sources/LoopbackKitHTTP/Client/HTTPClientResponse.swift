/// An answer that a client received: its head, and its body as it arrives.
public struct HTTPClientResponse: Sendable {
    /// The status.
    public let status: HTTPStatus
    /// The reason phrase, which may be empty (RFC 9112, section 4).
    public let reason: String
    /// The version that the other side speaks.
    public let version: HTTPVersion
    /// The fields of the head, in the order they came.
    public let fields: HTTPFields
    /// The body; trailers stand behind its end.
    ///
    /// Let go before its end, it closes its connection.
    public let body: HTTPIncomingBody
    /// The connection after a 101 or the 2xx to a CONNECT: bytes of another protocol in both directions.
    ///
    /// It is closed when it is let go.
    public let upgraded: (any DuplexStream)?
    /// The address that answered.
    public let peer: SocketAddress

    /// Makes an answer, for tests and for other senders than `HTTPClient`.
    public init(
        status: HTTPStatus,
        reason: String = "",
        version: HTTPVersion = .http1_1,
        fields: HTTPFields = [:],
        body: HTTPIncomingBody = .empty,
        upgraded: (any DuplexStream)? = nil,
        peer: SocketAddress
    ) {
        self.status = status
        self.reason = reason
        self.version = version
        self.fields = fields
        self.body = body
        self.upgraded = upgraded
        self.peer = peer
    }
}
