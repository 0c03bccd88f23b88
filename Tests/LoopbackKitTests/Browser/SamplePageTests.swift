import Foundation
import Testing

extension BrowserTests {
    /// The sample plugin's page, which checks its own origin row by row.
    @Suite("Sample page", .timeLimit(.minutes(2)))
    struct SamplePageTests {
        /// Rows that an engine can't show, with the reason.
        private static let expectedSkips: [BrowserEngine: [String: String]] = [.chromium: [:], .webKit: [:]]

        @Test(
            "KIT-1 Every row of the sample page is green, and again after a restart",
            arguments: BrowserEngine.allCases
        )
        func rows(engine: BrowserEngine) async throws {
            try engine.require()
            let application = try FreeApplication.identifier()
            let profile = try ScratchFolder("profile")
            var counts: [Int] = []
            for _ in 1...2 {
                let host = try await PluginHostRun(application: application)
                let results = try await engine.withPage(PageOptions(profile: profile.path, height: 900)) { page in
                    try await page.load(host.url)
                    return try await SamplePage.results(of: page)
                }
                try await host.stop()
                let rows = results["rows"].array
                for row in rows where row["state"] != "passed" {
                    let id = row["id"].string ?? ""
                    let isExpected = row["state"] == "skipped" && Self.expectedSkips[engine]?[id] != nil
                    #expect(isExpected, "\(id): \(row["state"]), \(row["detail"])")
                }
                #expect(results["state"] == "passed")
                #expect(!rows.isEmpty)
                counts.append(rows.count)
            }
            #expect(counts[0] == counts[1])
        }

        /// Where pictures of the page are wanted; see `Docs/BrowserTests.md`.
        private static let pictures = ProcessInfo.processInfo.environment["LOOPBACKKIT_SCREENSHOTS"]

        @Test(
            "KIT-1 Pictures of the sample page in each engine, phone and desktop, light and dark",
            .enabled(if: pictures != nil, "LOOPBACKKIT_SCREENSHOTS names the folder for the pictures"),
            arguments: BrowserEngine.allCases
        )
        func screenshots(engine: BrowserEngine) async throws {
            try engine.require()
            let folder = try #require(Self.pictures)
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let host = try await PluginHostRun(application: FreeApplication.identifier())
            for (width, height) in [(390, 844), (1280, 900)] {
                for isDark in [false, true] {
                    let options = PageOptions(width: width, height: height, isDark: isDark)
                    try await engine.withPage(options) { page in
                        try await page.load(host.url)
                        _ = try await SamplePage.results(of: page)
                        // The last row's transition runs on when all are there.
                        _ = try await page.wait(for: "document.getAnimations().length === 0", within: .seconds(10))
                        let name = "\(engine.rawValue.lowercased())-\(width)x\(height)-\(isDark ? "dark" : "light").png"
                        try await page.saveScreenshot(to: "\(folder)/\(name)")
                    }
                }
            }
            try await host.stop()
        }
    }
}

/// What the sample page tells of itself.
enum SamplePage {
    /// Waits until every row has its result.
    ///
    /// - Returns: `{ state, passed, failed, skipped, rows: [{ id, state, detail, milliseconds }] }`.
    static func results(of page: any BrowserPage) async throws -> JSONValue {
        let expression = "window.checkResults && window.checkResults.state !== 'running' && window.checkResults"
        return try await page.wait(for: expression, within: .seconds(40))
    }
}
