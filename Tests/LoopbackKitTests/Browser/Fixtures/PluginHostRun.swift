import Foundation

/// `plugin-host` as a process of its own, which serves a folder or its own sample page.
final class PluginHostRun: Sendable {
    private let process: ExampleProcess
    /// The first address that it told, with its secret.
    let url: String

    /// Starts it, and waits for its address.
    init(application: String, folder: String? = nil) async throws {
        process = try ExampleProcess("plugin-host", ["--json", "--app-id", application] + (folder.map { [$0] } ?? []))
        var first: JSONValue?
        for await line in process.lines {
            first = try? JSONValue(text: line)
            break
        }
        guard let url = first?["url"].string else {
            throw BrowserFailure("plugin-host told no address: \(first ?? nil)")
        }
        self.url = url
    }

    /// Scheme, host and port of the address.
    var origin: String { url.split(separator: "/").prefix(2).joined(separator: "//") }

    /// Stops it, and waits until it has ended.
    func stop() async throws {
        process.send(SIGTERM)
        _ = try await onThread { [process] in process.exitCode }
    }
}
