/// A request that the engine refuses before any handler sees it, or while its body is read.
public struct HTTPRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why a request is refused; more reasons may be added.
    public struct Reason: Hashable, Sendable {
        /// The reason in a few words, without anything that the peer sent.
        public let description: String

        package init(_ description: String) { self.description = description }
    }

    /// The status it is answered with.
    public let status: HTTPStatus
    /// Why.
    public let reason: Reason
    /// For a head that is too large: whether it would have fitted without its Cookie fields.
    public let isCausedByCookies: Bool

    /// Makes a refusal.
    package init(_ status: HTTPStatus, _ reason: Reason, isCausedByCookies: Bool = false) {
        self.status = status
        self.reason = reason
        self.isCausedByCookies = isCausedByCookies
    }

    /// Status and reason.
    public var description: String { "\(status): \(reason.description)" }
}
