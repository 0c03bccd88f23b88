/// Why a WebSocket is closed (RFC 6455, section 7.4): any number, with the usual ones as static members.
public struct WebSocketCloseCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number.
    public let rawValue: UInt16

    /// Makes a code from its number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// 1000: what the connection was made for is done.
    public static let normal = Self(rawValue: 1000)
    /// 1001: the server stops, or the page was left.
    public static let goingAway = Self(rawValue: 1001)
    /// 1002: the other side broke the protocol.
    public static let protocolError = Self(rawValue: 1002)
    /// 1003: a kind of data that can't be accepted, such as bytes where text is wanted.
    public static let unsupportedData = Self(rawValue: 1003)
    /// 1005: the close frame had no code; never sent.
    public static let noStatus = Self(rawValue: 1005)
    /// 1006: the connection ended without a close frame; never sent.
    public static let abnormal = Self(rawValue: 1006)
    /// 1007: text that is not UTF-8, or data that is not of its kind.
    public static let invalidPayload = Self(rawValue: 1007)
    /// 1008: a message that the endpoint's policy refuses.
    public static let policyViolation = Self(rawValue: 1008)
    /// 1009: a message that is too big.
    public static let messageTooBig = Self(rawValue: 1009)
    /// 1010: the client wanted an extension that the server did not agree to.
    public static let mandatoryExtension = Self(rawValue: 1010)
    /// 1011: the endpoint failed.
    public static let internalError = Self(rawValue: 1011)
    /// 1012: the service restarts.
    public static let serviceRestart = Self(rawValue: 1012)
    /// 1013: the service is overloaded.
    public static let tryAgainLater = Self(rawValue: 1013)
    /// 1014: a gateway got no valid answer.
    public static let badGateway = Self(rawValue: 1014)

    /// Whether the code may stand in a close frame.
    ///
    /// 1000 to 1003 and 1007 to 1014 are registered for it, 3000 to 3999 are for libraries and 4000 to 4999 for
    /// programs (RFC 6455, section 7.4.2, and the registry that it founds).
    public var isSendable: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }

    /// The number.
    public var description: String { "\(rawValue)" }
}

/// How a WebSocket came to its end.
public struct WebSocketClosure: Hashable, Sendable {
    /// The code of the other side's close frame; without one, the code that this side gave, or `abnormal`.
    public let code: WebSocketCloseCode
    /// The reason in the same frame, at most 123 bytes of UTF-8.
    public let reason: String
    /// Whether both sides sent a close frame (RFC 6455, section 7.1.4).
    public let wasClean: Bool

    package init(_ code: WebSocketCloseCode, reason: String = "", wasClean: Bool = false) {
        self.code = code
        self.reason = reason
        self.wasClean = wasClean
    }
}
