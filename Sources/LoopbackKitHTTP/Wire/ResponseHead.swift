/// What a client needs to know of an answer's head without a look at its fields.
package struct ResponseHead: Hashable, Sendable {
    /// The status; codes from 600 on are none that a server may send, and count as errors of the server's
    /// (RFC 9110, section 15).
    package var status = HTTPStatus.ok
    /// The version; a later minor version counts as 1.1 (RFC 9110, section 6.2).
    package var version = HTTPVersion.http1_1
    /// Where the reason phrase stands, which may be empty: nothing depends on it (RFC 9112, section 4).
    package var reason = 0..<0
    /// What follows the head.
    package var content = ResponseContent.none
    /// Whether another request may follow on the connection once the body was read (RFC 9112, section 9.3).
    package var keepsAlive = true

    /// Whether another answer to the same request follows (RFC 9110, section 15.2): 1xx but for 101, which is the last
    /// one of this protocol.
    package var isInterim: Bool { status.code < 200 && status != .switchingProtocols }

    package init() {}
}

/// An answer that breaks the rules of its protocol or passes a limit: the connection is of no use any more.
package struct MalformedResponse: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why.
    package let reason: HTTPRefusal.Reason

    package init(_ reason: HTTPRefusal.Reason) { self.reason = reason }

    /// The reason in a few words.
    package var description: String { reason.description }
}
