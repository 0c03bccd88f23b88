/// Why a host has no address.
public struct HTTPResolverError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors; more may be added.
    public struct Code: Hashable, Sendable {
        package let name: String

        package init(_ name: String) { self.name = name }

        /// The name does not exist, or has no address.
        public static let notFound = Code("notFound")
        /// The name can't be one: too long, an empty part, or characters that no name has.
        public static let invalidName = Code("invalidName")
        /// Nobody could be asked, for now.
        public static let unavailable = Code("unavailable")
        /// The system failed.
        public static let systemFailure = Code("systemFailure")
    }

    /// What happened.
    public let code: Code
    /// The name that was looked up.
    public let name: String

    /// Makes an error.
    public init(_ code: Code, name: String) {
        self.code = code
        self.name = name
    }

    /// The code's name and the host's.
    public var description: String { "\(code.name): \(name)" }
}
