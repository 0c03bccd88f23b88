/// Why the harness can't go on.
package struct HarnessError: Error, Hashable, Sendable {
    /// A kind of error; more can be added.
    package struct Code: Hashable, Sendable {
        let text: String

        /// A program can't be started.
        package static let cannotStart = Code(text: "can't be started")
        /// A server didn't become ready in time.
        package static let notReady = Code(text: "was not ready in time")
        /// A file can't be read or written.
        package static let file = Code(text: "can't be read or written")
        /// A file is not what it should be.
        package static let content = Code(text: "is not what it should be")
        /// The machine lacks what a scenario needs.
        package static let unsupported = Code(text: "is not to be had on this machine")
    }

    /// The kind.
    package let code: Code
    /// The program, the file or the thing at fault.
    package let subject: String
    /// The system's number, where there is one, and what else is known.
    package let errno: Int32?
    package let detail: String?

    package init(_ code: Code, _ subject: String, errno: Int32? = nil, detail: String? = nil) {
        self.code = code
        self.subject = subject
        self.errno = errno
        self.detail = detail
    }
}

extension HarnessError: CustomStringConvertible {
    package var description: String {
        "\(subject) \(code.text)" + (errno.map { " (errno \($0))" } ?? "") + (detail.map { ": \($0)" } ?? "")
    }
}
