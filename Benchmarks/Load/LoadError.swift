/// Why no load could be generated.
package struct LoadError: Error, Hashable, Sendable {
    /// A kind of error; more can be added.
    package struct Code: Hashable, Sendable {
        private let name: String

        /// The system has no descriptor, thread or memory left.
        package static let outOfResources = Code(name: "the system has no descriptor, thread or memory left")
        /// The plan asks for nothing that can be done.
        package static let invalidPlan = Code(name: "the plan has no requests or no connections")
        /// Nobody listens there.
        package static let noConnection = Code(name: "the server can't be reached")

        fileprivate var text: String { name }
    }

    /// The kind.
    package let code: Code
    /// The system's number, where there is one.
    package let errno: CInt?

    package init(_ code: Code, errno: CInt? = nil) {
        self.code = code
        self.errno = errno
    }
}

extension LoadError: CustomStringConvertible {
    package var description: String { code.text + (errno.map { " (errno \($0))" } ?? "") }
}
