/// Why a server can't run.
public struct HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors; more may be added.
    public struct Code: Hashable, Sendable {
        package let name: String

        package init(_ name: String) { self.name = name }

        /// Another socket has the address and port.
        public static let addressInUse = Code("addressInUse")
        /// The machine has no such address.
        public static let addressNotAvailable = Code("addressNotAvailable")
        /// The system refused the address, for another reason: see the error number.
        public static let bindFailed = Code("bindFailed")
        /// The system gave no descriptor, poller or thread: see the error number.
        public static let outOfResources = Code("outOfResources")
        /// `run()` was called a second time.
        public static let alreadyRan = Code("alreadyRan")
        /// The server ended before it listened.
        public static let ended = Code("ended")
        /// The inherited descriptor is not a listening stream socket: see the error number.
        public static let invalidDescriptor = Code("invalidDescriptor")
        /// A value of the configuration is out of its range.
        public static let invalidConfiguration = Code("invalidConfiguration")
    }

    /// What happened.
    public let code: Code
    /// The system's error number, where there is one.
    public let errno: CInt?

    /// Makes an error.
    public init(_ code: Code, errno: CInt? = nil) {
        self.code = code
        self.errno = errno
    }

    /// The code's name and the error number.
    public var description: String { errno.map { "\(code.name) (errno \($0))" } ?? code.name }
}
