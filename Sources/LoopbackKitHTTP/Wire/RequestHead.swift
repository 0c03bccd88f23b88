/// How a request's body is framed (RFC 9112, section 6.3).
package enum MessageBody: Hashable, Sendable {
    /// Nothing follows the head.
    case none
    /// So many bytes follow, at least one.
    case length(Int)
    /// The chunked coding follows.
    case chunked

    /// Whether nothing follows the head.
    package var isEmpty: Bool {
        switch self {
        case .none, .length(0): true
        case .length, .chunked: false
        }
    }
}

/// What a connection needs to know of a request's head without a look at its fields; plain numbers, cheap to copy.
package struct RequestHead: Hashable, Sendable {
    /// Where the method stands.
    package var method = 0..<0
    /// The method as `HTTPMethod.word`.
    package var methodWord: UInt64 = 0
    /// The version; a later minor version counts as 1.1 (RFC 9110, section 6.2).
    package var version = HTTPVersion.http1_1
    /// The target's form.
    package var form = RequestTarget.Form.origin
    /// Where the target stands.
    package var target = 0..<0
    /// Where the target's path stands; empty in the authority and asterisk forms.
    package var path = 0..<0
    /// How the body is framed.
    package var body = MessageBody.none
    /// Whether the client wants the connection kept after the answer (RFC 9112, section 9.3).
    package var keepsAlive = true
    /// Whether the client waits for `100 Continue` before it sends the body that follows (RFC 9110, section 10.1.1).
    package var expectsContinue = false
    /// Whether the client offers another protocol on the connection (RFC 9110, section 7.8).
    package var hasUpgrade = false

    package init() {}

    /// The method, whose name stands in the head's bytes.
    package func method(in storage: HeadStorage) -> HTTPMethod {
        HTTPMethod(word: methodWord) ?? HTTPMethod(token: storage.string(method))
    }
}
