import LoopbackKit

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

    /// The cookie file can't be written.
    package static func inputOutput(_ message: String) -> HostFailure { HostFailure(74, message) }

    /// Another process uses what can be used by one alone.
    package static func inUse(_ message: String) -> HostFailure { HostFailure(75, message) }

    /// Something else went wrong.
    package static func software(_ message: String) -> HostFailure { HostFailure(70, message) }
}

extension HostFailure {
    /// Why the cookie file can't be used.
    init(cookies error: CookieStoreError) {
        switch error.code {
        case .busy: self = .inUse("\(error): does another plugin-host keep its cookies there?")
        case .foreign, .unreadable, .tooLarge, .exposed: self = .noInput("\(error).")
        default: self = .cannotCreate("\(error).")
        }
    }
}
