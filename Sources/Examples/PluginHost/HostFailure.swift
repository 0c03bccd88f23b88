/// Why the program ends, with the exit code of `sysexits.h` that says so to scripts.
package struct HostFailure: Error, Hashable, Sendable {
    /// The exit code.
    package let exitCode: Int32
    /// What happened, in a sentence.
    package let message: String

    private init(_ exitCode: Int32, _ message: String) {
        self.exitCode = exitCode
        self.message = message
    }

    /// The command line makes no sense.
    package static func usage(_ message: String) -> HostFailure { HostFailure(64, message) }

    /// A folder or document can't be served.
    package static func noInput(_ message: String) -> HostFailure { HostFailure(66, message) }

    /// No port could be listened on.
    package static func unavailable(_ message: String) -> HostFailure { HostFailure(69, message) }

    /// The folder that prepared files are put into can't be made or written.
    package static func cannotCreate(_ message: String) -> HostFailure { HostFailure(73, message) }

    /// Something else went wrong.
    package static func software(_ message: String) -> HostFailure { HostFailure(70, message) }
}
