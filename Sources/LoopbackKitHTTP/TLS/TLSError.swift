/// What can go wrong with TLS.
public struct TLSError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors; more may be added.
    public struct Code: Hashable, Sendable {
        package let name: String

        package init(_ name: String) { self.name = name }

        /// No TLS library was found.
        public static let unavailable = Code("unavailable")
        /// The two sides did not come to terms: they have no version in common, the other side refused with an alert, broke
        /// the protocol, or does not speak TLS.
        public static let handshakeFailed = Code("handshakeFailed")
        /// After the handshake the other side broke the protocol or sent an alert, or somebody changed its bytes.
        public static let protocolViolated = Code("protocolViolated")
        /// The certificate is for another name or address (RFC 9110, section 4.3.4).
        public static let wrongHost = Code("wrongHost")
        /// The certificate's time is over.
        public static let certificateExpired = Code("certificateExpired")
        /// The certificate's time has not begun.
        public static let certificateNotYetValid = Code("certificateNotYetValid")
        /// The certificate signs itself, and is not one that is trusted.
        public static let selfSigned = Code("selfSigned")
        /// Who signed the certificate is not known or not trusted.
        public static let unknownIssuer = Code("unknownIssuer")
        /// The certificate is not made for servers, or is refused for another reason.
        ///
        /// Whether it was revoked is not looked up.
        public static let certificateRefused = Code("certificateRefused")
        /// The connection's end was not announced (close_notify): what came before may not be all.
        public static let truncated = Code("truncated")
        /// A certificate or a key of one's own can't be read, does not fit the other, or can't be made as wanted.
        public static let badIdentity = Code("badIdentity")
        /// The library failed.
        public static let internalFailure = Code("internalFailure")
    }

    /// What happened.
    public let code: Code
    /// What the TLS library says of it.
    public let detail: String?

    /// Makes an error.
    public init(_ code: Code, detail: String? = nil) {
        self.code = code
        self.detail = detail
    }

    /// The code's name and the library's words.
    public var description: String { detail.map { "\(code.name): \($0)" } ?? code.name }
}
