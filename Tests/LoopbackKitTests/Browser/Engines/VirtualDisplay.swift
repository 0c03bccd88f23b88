/// A display in memory for browsers that need one; it ends with the tests' process.
final class VirtualDisplay: Sendable {
    /// The one that all tests share.
    ///
    /// Ask for it in `onThread { }`: the first time takes a moment.
    static let shared = Result { try VirtualDisplay() }

    /// What `DISPLAY` must be, such as `:99`.
    let name: String
    private let process: ChildProcess
    private let folder: ScratchFolder

    private init() throws {
        folder = try ScratchFolder("display")
        process = try ChildProcess(
            InstalledProgram.path("Xvfb") ?? "Xvfb",
            ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp", "-noreset"],
            environment: folder.environment,
            log: "\(folder.path)/log"
        )
        guard let number = try process.readLine(within: .seconds(20)) else { throw process.failure("told no display") }
        name = ":\(number)"
    }

    /// The environment of a WebKitGTK program in this display.
    ///
    /// It stays in its folder, asks no session bus for anything, and has no sandbox: as root in a container none can be
    /// set up, and the pages are ours.
    static func environment(_ folder: ScratchFolder) throws -> [String: String] {
        let own = [
            "DISPLAY": try shared.get().name, "GDK_BACKEND": "x11", "DBUS_SESSION_BUS_ADDRESS": "disabled:",
            "GSETTINGS_BACKEND": "memory", "GIO_USE_VFS": "local", "NO_AT_BRIDGE": "1", "LIBGL_ALWAYS_SOFTWARE": "1",
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "WEBKIT_GST_ENABLE_HLS_SUPPORT": "1",
        ]
        return folder.environment.merging(own) { $1 }
    }
}
