/// A request that a client sends.
///
/// The client writes `Host`, `Content-Length`, `Transfer-Encoding`, `Connection` and `Upgrade` itself, from the address, the
/// body and `upgrade`; values for them and for `Keep-Alive` in `fields` are left out.
public struct HTTPClientRequest: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// What is asked for; its fragment stays here.
    public var url: HTTPURL
    /// The fields of the head.
    public var fields: HTTPFields
    /// The body.
    ///
    /// A stream is produced while the answer is awaited and read, and not at all once the connection is gone.
    public var body: HTTPOutgoingBody
    /// The protocol that the connection is to go over to (RFC 9110, section 7.8), such as `websocket`.
    public var upgrade: String?
    /// Whether the answer's body may rest as long as it likes, as an event stream does: `Timeouts.body` is not for it.
    package var mayRest = false

    /// Makes a request.
    public init(
        _ method: HTTPMethod = .get,
        _ url: HTTPURL,
        fields: HTTPFields = [:],
        body: HTTPOutgoingBody = .empty,
        upgrade: String? = nil
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.upgrade = upgrade
    }

    /// The second word of the request line: `host:port` for CONNECT (RFC 9112, section 3.2.3), else path and query.
    var requestTarget: String { method == .connect ? "\(url.host):\(url.port)" : url.requestTarget }

    /// Whether a second try can do no harm that the first did not: the method is idempotent and the body is still there
    /// (RFC 9112, section 9.3.1; RFC 9110, section 9.2.2).
    var mayBeSentAgain: Bool {
        guard method.isIdempotent, upgrade == nil else { return false }
        switch body.storage {
        case .empty, .bytes, .segments: return true
        case .stream, .upgrade: return false
        }
    }
}
