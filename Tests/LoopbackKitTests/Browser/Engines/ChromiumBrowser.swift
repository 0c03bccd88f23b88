import Synchronization

/// A headless Chromium with its driver.
///
/// Opening one takes about a second, opening a tab a tenth of that: tests share browsers as far as nothing is kept in them.
final class ChromiumBrowser: Sendable {
    private let session: WebDriverSession
    /// The window that stays, since the browser ends with its last one.
    private let firstWindow: JSONValue
    private let folder: ScratchFolder

    private init(session: WebDriverSession, firstWindow: JSONValue, folder: ScratchFolder) {
        self.session = session
        self.firstWindow = firstWindow
        self.folder = folder
    }

    /// Browsers that nobody uses at the moment; they end with the tests' process.
    private static let idle = Mutex<[ChromiumBrowser]>([])

    /// Opens a page for the length of the closure; see `BrowserEngine.withPage`.
    static func withPage<Value>(
        _ options: PageOptions,
        _ body: (ChromiumPage) async throws -> Value
    ) async throws -> Value {
        let known = options.profile == nil ? idle.withLock { $0.popLast() } : nil
        let browser = if let known { known } else { try await open(profile: options.profile) }
        do {
            let page = try await browser.openPage(options)
            let value = try await body(page)
            if options.profile == nil {
                try await browser.close(page)
                idle.withLock { $0.append(browser) }
            } else {
                await browser.quit()
            }
            return value
        } catch {
            // Whatever state it is in, no other test shall meet it.
            await browser.quit()
            throw error
        }
    }

    private static func open(profile: String?) async throws -> ChromiumBrowser {
        let folder = try ScratchFolder("chromium")
        let driver = try await startDriver(folder)
        do {
            let session = try await driver.openSession([
                "browserName": "chrome",
                "pageLoadStrategy": "eager",
                "timeouts": ["script": 60000, "pageLoad": 20000],
                "goog:chromeOptions": [
                    "binary": .string(InstalledProgram.path("chromium") ?? "chromium"),
                    "args": .array(arguments(profile: profile ?? "\(folder.path)/profile").map { .string($0) }),
                ],
            ])
            return ChromiumBrowser(
                session: session,
                firstWindow: try await session.call("GET", "/window"),
                folder: folder
            )
        } catch {
            driver.end()
            throw error
        }
    }

    /// Its port has to be free of IPv4 and IPv6, and the driver looks at one of them when it chooses: another try helps.
    private static func startDriver(_ folder: ScratchFolder) async throws -> WebDriver {
        for _ in 0..<3 { if let driver = try? await tryDriver(folder) { return driver } }
        return try await tryDriver(folder)
    }

    private static func tryDriver(_ folder: ScratchFolder) async throws -> WebDriver {
        try await onThread {
            let process = try ChildProcess(
                InstalledProgram.path("chromedriver") ?? "chromedriver",
                ["--port=0"],
                environment: folder.environment,
                log: "\(folder.path)/driver.log"
            )
            while let line = try process.readLine(within: .seconds(20)) {
                // "ChromeDriver was started successfully on port 40167."
                guard let digits = line.split(separator: " on port ").last?.prefix(while: \.isNumber) else { continue }
                if line.contains("successfully"), let port = UInt16(digits) {
                    return WebDriver(process: process, port: port)
                }
            }
            throw process.failure("told no port")
        }
    }

    private static func arguments(profile: String) -> [String] {
        [
            "--headless=new", "--user-data-dir=\(profile)", "--autoplay-policy=no-user-gesture-required",
            // Tests run as root and in containers, where Chromium's own sandbox can't be set up; the pages are ours.
            "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--force-color-profile=srgb",
            // The browser calls nobody: neither its makers nor a name that a page may hold.
            "--no-first-run", "--no-default-browser-check", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--disable-breakpad",
            "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
        ]
    }

    private func openPage(_ options: PageOptions) async throws -> ChromiumPage {
        let window = try await session.call("POST", "/window/new", ["type": "tab"])
        try await session.call("POST", "/window", ["handle": window["handle"]])
        try await session.chromium(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number(Double(options.width)), "height": .number(Double(options.height)),
                "deviceScaleFactor": 1, "mobile": false,
            ]
        )
        let scheme: JSONValue = options.isDark ? "dark" : "light"
        try await session.chromium(
            "Emulation.setEmulatedMedia",
            ["features": [["name": "prefers-color-scheme", "value": scheme]]]
        )
        for script in options.scripts {
            try await session.chromium("Page.addScriptToEvaluateOnNewDocument", ["source": .string(script)])
        }
        return ChromiumPage(session: session)
    }

    /// Closes the page's tab, and forgets what it kept.
    private func close(_ page: ChromiumPage) async throws {
        for origin in page.origins.all {
            try await session.chromium(
                "Storage.clearDataForOrigin",
                ["origin": .string(origin), "storageTypes": "all"]
            )
        }
        try await session.chromium("Network.clearBrowserCookies")
        try await session.chromium("Network.clearBrowserCache")
        try await session.call("DELETE", "/window")
        try await session.call("POST", "/window", ["handle": firstWindow])
    }

    private func quit() async { await session.quit() }
}

/// A tab of Chromium.
struct ChromiumPage: BrowserPage {
    /// The origins that a page was sent to, in the order of their first visits.
    final class Origins: Sendable {
        private let kept = Mutex<[String]>([])

        var all: [String] { kept.withLock { $0 } }

        fileprivate func add(_ url: String) {
            guard url.hasPrefix("http") else { return }
            let origin = url.split(separator: "/").prefix(2).joined(separator: "//")
            kept.withLock { if !$0.contains(origin) { $0.append(origin) } }
        }
    }

    fileprivate let session: WebDriverSession
    fileprivate let origins = Origins()

    func load(_ url: String) async throws {
        origins.add(url)
        try await session.load(url)
    }

    func runSource(_ source: String, within limit: Duration) async throws -> String? {
        try await session.run(source, within: limit)
    }

    func saveScreenshot(to file: String) async throws { try await session.saveScreenshot(to: file) }

    /// Kills the driver alone, as a crash would end it.
    func crashDriver() { session.driver.crash() }
}
