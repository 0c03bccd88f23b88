/// An answer: its head and its body.
///
/// The engine writes `Date`, `Content-Length`, `Transfer-Encoding`, `Connection` and `Keep-Alive` itself, from the body
/// and the connection's state; values for them in `fields` are left out (`Content-Length` of an answer to HEAD and of a
/// 304 excepted). `Connection: close` is asked for with `connection`.
public struct HTTPResponse: Sendable {
    /// What becomes of the connection after this answer.
    public struct ConnectionDirective: OptionSet, Sendable {
        /// The set's bits.
        public let rawValue: UInt8

        /// Makes a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Close the connection after the answer.
        public static let close = ConnectionDirective(rawValue: 1)
        /// The request showed that its sender is known: the connection is the last to go when the server is full, and
        /// may read its answer as slowly as it likes.
        public static let trust = ConnectionDirective(rawValue: 2)
    }

    /// The status.
    public var status: HTTPStatus
    /// The fields of the head.
    public var fields: HTTPFields
    /// The body.
    public var body: HTTPOutgoingBody
    /// What becomes of the connection.
    public var connection: ConnectionDirective = []

    /// Makes an answer.
    public init(_ status: HTTPStatus = .ok, fields: HTTPFields = [:], body: HTTPOutgoingBody = .empty) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// Makes an answer of plain UTF-8 text.
    public init(_ status: HTTPStatus = .ok, text: String) {
        self.init(
            status,
            fields: [.contentType: "text/plain; charset=utf-8"],
            body: .bytes(Array(text.utf8))
        )
    }
}
