import Foundation
import Testing

extension BrowserTests {
    /// The support for browsers itself.
    @Suite("Engines", .timeLimit(.minutes(5)))
    struct EngineTests {
        private static let page = "<!doctype html><meta charset=utf-8><title>page</title><body>"

        @Test("Chromium is installed")
        func chromium() throws { try BrowserEngine.chromium.require() }

        @Test("WebKitGTK is installed")
        func webKit() throws { try BrowserEngine.webKit.require() }

        @Test("A script's value, its arguments and its error come back", arguments: BrowserEngine.allCases)
        func values(engine: BrowserEngine) async throws {
            try await engine.withPage { page in
                try await page.load("data:text/html,\(Self.page)")
                let arguments: [String: JSONValue] = ["text": "é\"\n\u{2028}", "number": .number(2.5)]
                let value = try await page.run("return { text, list: [1, null, number] } // last", arguments)
                #expect(value == ["text": "é\"\n\u{2028}", "list": [1, nil, .number(2.5)]])
                #expect(try await page.run("") == .null)
                let error = await #expect(throws: BrowserFailure.self) {
                    try await page.run("throw new Error('oh no')")
                }
                #expect(error?.description.contains("oh no") == true)
                #expect(error?.place == .page)
            }
        }

        @Test(
            "A condition that never holds is an error that says what was waited for",
            arguments: BrowserEngine.allCases
        )
        func endlessWait(engine: BrowserEngine) async throws {
            try await engine.withPage { page in
                try await page.load("data:text/html,\(Self.page)")
                let never = await #expect(throws: BrowserFailure.self) {
                    try await page.wait(for: "window.never", within: .milliseconds(700))
                }
                #expect(never?.description.contains("still waits for window.never: it was not true") == true)
                let throwing = await #expect(throws: BrowserFailure.self) {
                    try await page.wait(for: "nothing.at.all", within: .milliseconds(100))
                }
                #expect(throwing?.description.contains("nothing") == true)
            }
        }

        @Test("Nobody listens: a load fails, and the page can be used again", arguments: BrowserEngine.allCases)
        func noServer(engine: BrowserEngine) async throws {
            try await engine.withPage { page in
                await #expect(throws: BrowserFailure.self) { try await page.load("http://127.0.0.1:65535/") }
                try await page.load("data:text/html,\(Self.page)")
                #expect(try await page.run("return document.title") == "page")
            }
        }

        @Test(
            "A page has the size, colours and scripts it was opened with",
            arguments: BrowserEngine.allCases,
            [false, true]
        )
        func options(engine: BrowserEngine, isDark: Bool) async throws {
            var options = PageOptions(width: 390, height: 844, isDark: isDark)
            options.scripts = ["window.early = document.head ? 'late' : 'first'", "window.second = 2"]
            let index = "\(Self.page)<script>window.seen = window.early</script>"
            try await withPlugin(["index.html": index]) { plugin in
                try await engine.withPage(options) { page in
                    try await page.load(plugin.url)
                    let seen = try await page.wait(
                        for: """
                            window.seen && [innerWidth, innerHeight, matchMedia('(prefers-color-scheme: dark)').matches,
                                window.seen, window.second, document.visibilityState, devicePixelRatio]
                            """
                    )
                    #expect(seen == [390, 844, .bool(isDark), "first", 2, "visible", 1])
                    let folder = try ScratchFolder("picture")
                    try await page.saveScreenshot(to: "\(folder.path)/picture.png")
                    #expect(try pngSize("\(folder.path)/picture.png") == [390, 844])
                }
            }
        }

        /// Width and height in a PNG file's head.
        private func pngSize(_ file: String) throws -> [Int] {
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)).prefix(24))
            try #require(bytes.count == 24 && bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            return [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        }

        @Test("Pages of one origin share nothing when nothing is kept", arguments: BrowserEngine.allCases)
        func fresh(engine: BrowserEngine) async throws {
            let count = """
                const name = 'count';
                const databases = (await indexedDB.databases()).length;
                const seen = [document.cookie, localStorage.length, databases, (await caches.keys()).length];
                document.cookie = 'count=1; path=/; max-age=1000';
                localStorage.setItem(name, 1);
                await new Promise(done => indexedDB.open(name).onsuccess = done);
                await caches.open(name);
                return seen
                """
            try await withPlugin(["index.html": Self.page]) { plugin in
                for _ in 1...2 {
                    try await engine.withPage { page in
                        try await page.load(plugin.url)
                        #expect(try await page.run(count) == ["", 0, 0, 0])
                    }
                }
            }
        }

        @Test("Two pages of an engine are open at the same time", arguments: BrowserEngine.allCases)
        func together(engine: BrowserEngine) async throws {
            try await engine.withPage { first in
                try await first.load("data:text/html,\(Self.page)first")
                try await engine.withPage { second in
                    try await second.load("data:text/html,\(Self.page)second")
                    #expect(try await first.run("return document.body.innerText") == "first")
                    #expect(try await second.run("return document.body.innerText") == "second")
                }
            }
        }

        @Test("A driver that dies is told at once, and the next page has another")
        func crashedDriver() async throws {
            try BrowserEngine.chromium.require()
            let failure = await #expect(throws: BrowserFailure.self) {
                try await ChromiumBrowser.withPage(PageOptions()) { page in
                    try await page.load("data:text/html,\(Self.page)")
                    async let endless = page.wait(for: "false", within: .seconds(30))
                    page.crashDriver()
                    _ = try await endless
                }
            }
            #expect(failure?.place == .browser)
            #expect(failure?.description.contains("chromedriver") == true)
            try await ChromiumBrowser.withPage(PageOptions()) { page in
                try await page.load("data:text/html,\(Self.page)")
                #expect(try await page.run("return 1") == 1)
            }
        }

        @Test("WebKit's own driver shows a page of a real origin")
        func webKitDriver() async throws {
            let missing = WebKitDriver.missing
            try BrowserEngine.webKit.require()
            try BrowserEngine.webKit.require(missing.isEmpty, "lacks \(missing.joined(separator: ", "))")
            try await withPlugin(["index.html": Self.page]) { plugin in
                try await WebKitDriver.withSession { session in
                    try await session.load(plugin.url)
                    let text = try await session.run(
                        "return JSON.stringify([isSecureContext, location.origin, document.title])",
                        within: .seconds(20)
                    )
                    #expect(try JSONValue(text: text ?? "") == [true, .string(plugin.origin), "page"])
                }
            }
        }
    }
}
