import Foundation
import Synchronization

/// A folder for what browsers write: profiles, logs, caches; removed with this object.
///
/// All of them lie in one folder, which the keeper removes at the end of the tests' process.
final class ScratchFolder: Sendable {
    static let base = Result {
        // Short, since browsers put sockets below it, whose paths may have 107 bytes.
        let path = "/tmp/loopbackkit-\(ProcessInfo.processInfo.processIdentifier)-\(UInt16.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        return path
    }

    private static let count = Atomic(0)

    let path: String

    /// Makes an empty folder.
    init(_ name: String) throws {
        path = "\(try Self.base.get())/\(name)-\(Self.count.add(1, ordering: .relaxed).newValue)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The environment that keeps a program's files in this folder, and it from the user's own.
    var environment: [String: String] {
        [
            "HOME": path, "TMPDIR": path, "XDG_CACHE_HOME": "\(path)/cache", "XDG_CONFIG_HOME": "\(path)/config",
            "XDG_DATA_HOME": "\(path)/data", "XDG_RUNTIME_DIR": path,
        ]
    }
}
