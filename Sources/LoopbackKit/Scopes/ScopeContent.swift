package import LoopbackKitHTTP

/// What a scope answers with.
package protocol ScopeContent: Sendable {
    /// Answers a request that has passed the gate, at once and on the event loop.
    ///
    /// - Parameters:
    ///   - request: the request, GET or HEAD.
    ///   - path: what follows the scope's address, percent-encoded: empty, or begins with `/`.
    /// - Returns: the answer.
    func respond(to request: HTTPRequest, path: Span<UInt8>) -> HTTPResponse
}

/// A scope as the event loop sees it.
package final class Scope: Sendable {
    package let reference: ScopeReference
    /// `kind/id` as this library writes it.
    package let key: [UInt8]
    package let secret: SessionToken
    /// What it answers with; `nil` when its last registration has ended.
    package let content: (any ScopeContent)?
    /// Whether there is something it answers with: to look at `content` itself would copy it with each request.
    package let isServed: Bool

    package init(_ reference: ScopeReference, secret: SessionToken, content: (any ScopeContent)?) {
        self.reference = reference
        key = reference.key
        self.secret = secret
        self.content = content
        isServed = content != nil
    }
}
