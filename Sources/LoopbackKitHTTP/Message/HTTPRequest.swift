/// A request: its head, its body as a stream, and who sent it.
public struct HTTPRequest: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// What the request is for.
    public var target: RequestTarget { didSet { keepRest(of: oldValue) } }
    /// The message's version.
    public var version: HTTPVersion
    /// The fields of the head, in the order they came.
    public var fields: HTTPFields
    /// The body as it arrives.
    public var body: HTTPIncomingBody
    /// The address of the other side; `nil` for a request that did not come over a socket.
    public var peer: SocketAddress?
    package var extras: ExtrasBox?
    /// Where in the path begins what a route's `*` took, as long as nobody gave the parameters another value.
    package var restStart: Int?

    /// Makes a request, for tests and for handlers that call others.
    public init(
        method: HTTPMethod,
        target: RequestTarget,
        version: HTTPVersion = .http1_1,
        fields: HTTPFields = [:],
        body: HTTPIncomingBody = .empty,
        peer: SocketAddress? = nil
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.fields = fields
        self.body = body
        self.peer = peer
    }
}
