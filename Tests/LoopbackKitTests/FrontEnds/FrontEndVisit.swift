import Foundation
import LoopbackKit
import Testing

/// A look at a page of a served folder, in one engine.
struct FrontEndVisit: Sendable {
    let frontEnd: String
    let engine: BrowserEngine
    /// The document, relative to the folder.
    let start: String
    /// Scripts that run before the page's own.
    var scripts: [String] = []
    /// What the page shows when it is there: an expression.
    let ready: String
    /// How long that may take.
    var limit = Duration.seconds(20)
    /// Whether the page is loaded again when the server is gone.
    var returnsOffline = false

    /// What was seen.
    struct Outcome: Sendable {
        /// The value of the expression.
        let value: JSONValue
        /// The same, of a second load without a server.
        let offline: JSONValue?
        let requests: RequestLog
        /// Addresses outside of the scope that the page's documents loaded from.
        let foreign: [String]
    }

    /// Serves a folder, opens its page, and waits until it is there.
    func look(at folder: FolderFixture) async throws -> Outcome {
        try await withPlugin(in: folder) { plugin in
            var options = PageOptions(height: 900)
            options.scripts = scripts
            let (value, foreign, offline) = try await engine.withPage(options) { page in
                try await page.load(plugin.url + start)
                let value = try await page.wait(for: ready, within: limit)
                let foreign = try await page.run(Self.foreignLoads, ["base": .string(plugin.url)])
                if let pictures = Self.pictures { try await page.saveScreenshot(to: "\(pictures)/\(name).png") }
                var offline: JSONValue?
                if returnsOffline, value == "pass" {
                    await plugin.manager.stop()
                    try await page.load(plugin.url + start)
                    offline = try await page.wait(for: ready, within: limit)
                }
                return (value, foreign.array.compactMap(\.string), offline)
            }
            let requests = RequestLog(await plugin.stop(), mount: "/plugins/demo/")
            return Outcome(value: value, offline: offline, requests: requests, foreign: foreign)
        }
    }

    private var name: String { "\(frontEnd)-\(engine.rawValue.lowercased())" }

    /// Where pictures are wanted, and beside them what was prepared and asked for; see `Docs/BrowserTests.md`.
    private static let pictures: String? = {
        guard let folder = ProcessInfo.processInfo.environment["LOOPBACKKIT_SCREENSHOTS"] else { return nil }
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }()

    /// Writes down what is worth reading beside the picture.
    func keep(_ report: PreparationReport, _ outcome: Outcome) throws {
        guard let pictures = Self.pictures else { return }
        let lines = [report.description, "", "\(outcome.value)"] + outcome.foreign + outcome.requests.lines
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: "\(pictures)/\(name).txt"))
    }

    /// What the documents of the page loaded from elsewhere; the engine asks for the icon at the root by itself.
    private static let foreignLoads = """
        const windows = [window];
        for (const each of windows) {
            // A frame whose document was refused is another origin's.
            for (let index = 0; index < each.length; index += 1) {
                try { if (each[index].document) windows.push(each[index]) } catch { /* not ours to look into */ }
            }
        }
        return windows.flatMap(each => each.performance.getEntriesByType("resource").map(entry => entry.name))
            .filter(name => !name.startsWith(base) && !/^(data|blob):/.test(name) && name !== origin + "/favicon.ico")
        """
}
