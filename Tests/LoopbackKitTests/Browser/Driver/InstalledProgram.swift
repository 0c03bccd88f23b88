import Foundation

/// Where programs are.
enum InstalledProgram {
    /// A program's path in `PATH`; `nil` where it is not installed.
    static func path(_ name: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// A file below one of the system's library folders, such as `/usr/lib` or `/usr/lib/x86_64-linux-gnu`.
    static func library(_ file: String) -> String? {
        let root = "/usr/lib"
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        let places = [root] + folders.sorted().map { "\(root)/\($0)" }
        return places.map { "\($0)/\(file)" }.first { FileManager.default.fileExists(atPath: $0) }
    }
}
