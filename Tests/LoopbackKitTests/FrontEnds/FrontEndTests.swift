import Foundation
import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// Pages that were written for other origins, from the loopback origin.
    @Suite("Front ends", .timeLimit(.minutes(5)))
    struct FrontEndTests {
        @Test(
            "Each front end works where its author had it: at the root of an origin",
            arguments: BrowserEngine.allCases,
            FrontEnd.all
        )
        func original(engine: BrowserEngine, frontEnd: FrontEnd) async throws {
            try engine.require()
            let folder = try FolderFixture()
            try frontEnd.write(to: folder.root, fromRoot: true)
            var router = Router()
            try router.serve(FolderResponder(folder: folder.root), at: "/")
            let verdict = try await withServer(handler: router) { port in
                try await engine.withPage { page in
                    try await page.load("http://127.0.0.1:\(port)/\(frontEnd.description.start)")
                    return try await page.wait(for: "document.documentElement.dataset.result")
                }
            }
            #expect(verdict == "pass")
        }

        @Test(
            "PAGE-1 As it is, none of the front ends works from a scope, and what they ask for is refused",
            arguments: [BrowserEngine.chromium],
            FrontEnd.all
        )
        func unprepared(engine: BrowserEngine, frontEnd: FrontEnd) async throws {
            let outcome = try await show(frontEnd, in: engine, seconds: 1)
            print("\(frontEnd.name) \(engine): \(outcome.verdict)\n  refused \(outcome.requests.refusals.count)")
            #expect(outcome.verdict.hasPrefix("fail"))
        }

        /// What became of a page.
        private struct Outcome {
            let verdict: String
            let requests: RequestLog
            /// Addresses outside of the scope that the page's documents loaded from.
            let foreign: [String]
        }

        private func show(
            _ frontEnd: FrontEnd,
            in engine: BrowserEngine,
            seconds: Double = 8,
            prepare: ((_ source: String, _ target: String) async throws -> Void)? = nil
        ) async throws -> Outcome {
            try engine.require()
            let folder = try FolderFixture()
            if let prepare {
                try frontEnd.write(to: "\(folder.base)/source")
                try await prepare("\(folder.base)/source", folder.root)
            } else {
                try frontEnd.write(to: folder.root)
            }
            return try await withPlugin(in: folder) { plugin in
                var options = PageOptions()
                options.scripts = ["window.verdictSeconds = \(seconds)"]
                let (verdict, foreign) = try await engine.withPage(options) { page in
                    try await page.load(plugin.url + frontEnd.description.start)
                    let verdict = try await page.wait(for: "document.documentElement.dataset.result")
                    let foreign = try await page.run(Self.foreignLoads, ["base": .string(plugin.url)])
                    return (verdict.string ?? "", foreign.array.compactMap(\.string))
                }
                let requests = RequestLog(await plugin.stop(), mount: "/plugins/demo/")
                return Outcome(verdict: verdict, requests: requests, foreign: foreign)
            }
        }

        /// What the documents of the page loaded from elsewhere.
        private static let foreignLoads = """
            const windows = [window];
            for (const each of windows) {
                // A frame whose document was refused is another origin's.
                for (let index = 0; index < each.length; index += 1) {
                    try { if (each[index].document) windows.push(each[index]) } catch { /* not ours to look into */ }
                }
            }
            return windows.flatMap(each => each.performance.getEntriesByType("resource").map(entry => entry.name))
                .filter(name => !name.startsWith(base) && !/^(data|blob):/.test(name))
            """
    }
}
