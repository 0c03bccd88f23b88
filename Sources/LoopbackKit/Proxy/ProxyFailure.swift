/// Why a call to another site failed, told to the page's developer.
///
/// It is answered as JSON with the stage in the field `Loopback-Proxy-Error`; it names no local address and no secret.
public struct ProxyFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// How far the call came.
    public enum Stage: String, Hashable, Sendable, CaseIterable {
        /// It may not be made.
        case refused
        /// The host's name has no address.
        case name
        /// No address could be connected to, the connection broke before an answer, or the call could not be made here.
        case connect
        /// The other side's identity is not proved, or TLS failed.
        case tls
        /// Nothing came within a time limit.
        case timeout
        /// The answer breaks the protocol.
        case protocolError = "protocol"
        /// A redirect leads nowhere: too many, malformed, or not wanted.
        case redirect
    }

    /// How far the call came.
    public let stage: Stage
    /// What happened, as a word for programs, such as `privateAddress` or `certificateExpired`.
    public let reason: String
    /// What happened, in a sentence for people.
    public let message: String

    /// Makes a failure.
    public init(_ stage: Stage, _ reason: String, _ message: String) {
        self.stage = stage
        self.reason = reason
        self.message = message
    }

    /// Stage, reason and message.
    public var description: String { "\(stage.rawValue), \(reason): \(message)" }
}
