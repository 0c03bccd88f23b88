import Foundation

/// `plugin-host` as a process of its own, which serves a folder or its own sample page.
final class PluginHostRun: Sendable {
    private let process: ChildProcess
    private let folder: ScratchFolder
    /// The first address that it told, with its secret.
    let url: String

    /// Starts it, and waits for its address.
    init(application: String, folder served: String? = nil) async throws {
        let folder = try ScratchFolder("host")
        // Quiet, since nobody reads what it would say of each request.
        let arguments = ["--json", "--quiet", "--app-id", application] + (served.map { [$0] } ?? [])
        let places = [Bundle.main.bundleURL, Bundle.main.executableURL?.deletingLastPathComponent()]
        let programs = places.compactMap { $0?.appending(path: "plugin-host").path }
        let program = programs.first { FileManager.default.isExecutableFile(atPath: $0) }
        let (process, line) = try await onThread {
            let process = try ChildProcess(program ?? "plugin-host", arguments, log: "\(folder.path)/log")
            return (process, try process.readLine(within: .seconds(20)))
        }
        guard let line, let url = try JSONValue(text: line)["url"].string else {
            throw process.failure("told no address")
        }
        self.process = process
        self.folder = folder
        self.url = url
    }

    /// Scheme, host and port of the address.
    var origin: String { url.split(separator: "/").prefix(2).joined(separator: "//") }

    /// Stops it as a terminal does, and waits until it has ended.
    func stop() async throws {
        try await onThread { [process] in
            process.interrupt()
            guard process.waitForEnd(within: .seconds(20)) else { throw process.failure("did not stop") }
            process.end()
        }
    }
}
