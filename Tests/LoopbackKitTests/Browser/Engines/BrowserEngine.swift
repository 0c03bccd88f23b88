import Foundation
import Testing

/// The engines that tests of pages run over: `arguments: BrowserEngine.allCases`.
///
/// Where an engine is not installed its tests are skipped and say so; with `CI=true` in the environment they fail, since
/// nobody reads what a machine skips.
enum BrowserEngine: String, CaseIterable, Sendable, CustomTestStringConvertible {
    /// Chromium, headless, driven by WebDriver.
    case chromium
    /// WebKitGTK in a small app that embeds it, in a virtual display.
    case webKit

    var testDescription: String { rawValue }

    /// The Debian packages that bring it.
    private var packages: String {
        switch self {
        case .chromium: "chromium chromium-driver"
        case .webKit:
            "python3-gi gir1.2-webkit2-4.1 webkit2gtk-driver xvfb gstreamer1.0-libav gstreamer1.0-plugins-good"
        }
    }

    /// What is missing on this machine.
    private var missing: [String] {
        switch self {
        case .chromium: ["chromium", "chromedriver"].filter { InstalledProgram.path($0) == nil }
        case .webKit: WebKitHost.missing
        }
    }

    /// Ends the calling test where the engine is not installed: skipped, or failed with `CI=true`.
    func require() throws {
        try require(missing.isEmpty, "is not installed here (no \(missing.joined(separator: ", ")))")
    }

    /// Ends the calling test where the engine lacks something: skipped, or failed with `CI=true`.
    func require(_ condition: Bool, _ lack: String) throws {
        guard !condition else { return }
        let reason = "\(rawValue) \(lack): apt-get install --no-install-recommends \(packages)"
        if ProcessInfo.processInfo.environment["CI"] == "true" { throw BrowserFailure(reason) }
        // One of several arguments is skipped in silence, so it is a warning too.
        Issue.record("skipped: \(reason)", severity: .warning)
        try Test.cancel("\(reason)")
    }

    /// Opens a page for the length of the closure.
    ///
    /// With a profile the browser is one of its own, and it has ended when this returns: whoever opens the profile again
    /// sees what was kept. Without, the page shares its browser with other tests' and nothing else.
    ///
    /// - Parameters:
    ///   - options: what the page is like.
    ///   - body: gets the page.
    /// - Returns: what the closure returns.
    /// - Throws: what the closure throws, or `BrowserFailure`.
    @discardableResult
    func withPage<Value>(
        _ options: PageOptions = PageOptions(),
        _ body: (any BrowserPage) async throws -> Value
    ) async throws -> Value {
        try require()
        switch self {
        case .chromium: return try await ChromiumBrowser.withPage(options) { try await body($0) }
        case .webKit: return try await WebKitHost.withPage(options) { try await body($0) }
        }
    }
}

/// What a page is opened with.
struct PageOptions: Sendable {
    /// The folder that keeps the page's storage; nothing is kept when it is `nil`.
    var profile: String?
    /// The size of what the page has of its window, in CSS pixels.
    var width = 800
    var height = 600
    /// Whether the page is told that its user prefers dark colours.
    var isDark = false
    /// Scripts that run before any of the page's own.
    var scripts: [String] = []
    /// Names of `window.webkit.messageHandlers` (WebKit only).
    var messageHandlers: [String] = []
    /// The same for those that answer the page by a promise (WebKit only).
    var askingHandlers: [String] = []
}
