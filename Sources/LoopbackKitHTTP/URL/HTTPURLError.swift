/// Why a text is no address of the schemes `http` and `https`, or no host of one.
public struct HTTPURLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors; more may be added.
    public struct Code: Hashable, Sendable {
        package let name: String

        package init(_ name: String) { self.name = name }

        /// There is no scheme, and no address to be relative to.
        public static let notAbsolute = Code("notAbsolute")
        /// The scheme is neither `http` nor `https`.
        public static let unsupportedScheme = Code("unsupportedScheme")
        /// A user's name or password stands before the host: it has no place in an address here.
        public static let credentials = Code("credentials")
        /// There is no host, or nothing is left of it.
        public static let emptyHost = Code("emptyHost")
        /// The host has a character that none may have (URL standard, section 3.1, forbidden domain code points), or is not
        /// UTF-8.
        public static let forbiddenCharacter = Code("forbiddenCharacter")
        /// The host ends in a number, and is no IPv4 address.
        public static let malformedIPv4 = Code("malformedIPv4")
        /// What stands in brackets is no IPv6 address; a zone has no place there.
        public static let malformedIPv6 = Code("malformedIPv6")
        /// The port is not a number up to 65535.
        public static let malformedPort = Code("malformedPort")
        /// The name has letters outside of ASCII, and the system has no library to map them (libidn2).
        public static let needsIDNA = Code("needsIDNA")
        /// The name has letters outside of ASCII that no name may have (UTS #46).
        public static let invalidName = Code("invalidName")
        /// The path and query can't stand in a request as they are.
        public static let malformedTarget = Code("malformedTarget")
    }

    /// What is wrong.
    public let code: Code
    /// What a library says of it, where it was asked.
    public let detail: String?

    /// Makes an error.
    public init(_ code: Code, detail: String? = nil) {
        self.code = code
        self.detail = detail
    }

    /// The code's name and the library's words.
    public var description: String { detail.map { "\(code.name): \($0)" } ?? code.name }
}
