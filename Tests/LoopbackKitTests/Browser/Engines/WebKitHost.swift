import Foundation
import Synchronization

/// The small app that embeds WebKitGTK, `Tests/WebKitHost/webkit-host.py`, as a process that is told what to do.
final class WebKitHost: Sendable {
    private struct State {
        var nextNumber = 1
        var waiting: [Int: AsyncStream<Result<JSONValue, BrowserFailure>>.Continuation] = [:]
        var events: [String: AsyncStream<WebKitEvent>.Continuation] = [:]
        /// Why nothing more is said, once that is so.
        var ending: BrowserFailure?
    }

    private let process: ChildProcess
    private let folder: ScratchFolder
    private let state = Mutex(State())

    private static let python = "/usr/bin/python3"

    private static let script: String = {
        var tests = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { tests.deleteLastPathComponent() }
        return tests.appendingPathComponent("WebKitHost/webkit-host.py").path
    }()

    /// What it needs and this machine has not.
    static var missing: [String] {
        let isThere = [
            python: FileManager.default.isExecutableFile(atPath: python),
            "Xvfb": InstalledProgram.path("Xvfb") != nil,
            "gi (Python)": FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/gi"),
            "WebKit2-4.1.typelib": InstalledProgram.library("girepository-1.0/WebKit2-4.1.typelib") != nil,
        ]
        return isThere.filter { !$0.value }.keys.sorted()
    }

    /// Starts the app.
    private init(isDark: Bool) throws {
        let folder = try ScratchFolder("webkit")
        self.folder = folder
        process = try ChildProcess(
            Self.python,
            [Self.script] + (isDark ? ["--dark"] : []),
            environment: try VirtualDisplay.environment(folder),
            log: "\(folder.path)/log"
        )
        guard try process.readLine(within: .seconds(30)) == #"{"event": "ready"}"# else {
            throw process.failure("did not get ready")
        }
        // A weak reference, so that the app ends with the last page that uses it.
        Thread.detachNewThread { [weak self, process] in
            while let line = try? process.readLine(within: .seconds(3600)) { self?.take(line) }
            self?.finish(process.failure("ended"))
        }
    }

    deinit { end() }

    // MARK: Its pages

    /// Opens a page for the length of the closure; see `BrowserEngine.withPage`.
    static func withPage<Value>(
        _ options: PageOptions,
        _ body: (WebKitPage) async throws -> Value
    ) async throws -> Value {
        let isShared = options.profile == nil
        let host =
            try await isShared ? shared(isDark: options.isDark) : onThread { try WebKitHost(isDark: options.isDark) }
        do {
            let page = try await host.openPage(options)
            let value = try await body(page)
            try await host.close(page, quits: !isShared)
            return value
        } catch {
            // Whatever state it is in, no other test shall meet it.
            host.end()
            throw error
        }
    }

    /// The apps that tests share, by whether they are dark; they end with the tests' process.
    private static let hosts = Mutex<[Bool: WebKitHost]>([:])

    private static func shared(isDark: Bool) async throws -> WebKitHost {
        if let host = hosts.withLock({ $0[isDark] }), host.process.isRunning { return host }
        let host = try await onThread { try WebKitHost(isDark: isDark) }
        hosts.withLock { $0[isDark] = host }
        return host
    }

    private func openPage(_ options: PageOptions) async throws -> WebKitPage {
        let (events, continuation) = AsyncStream.makeStream(of: WebKitEvent.self)
        let name = UUID().uuidString
        state.withLock { $0.events[name] = continuation }
        var arguments: [String: JSONValue] = [
            "width": .number(Double(options.width)), "height": .number(Double(options.height)),
            "scripts": .array(options.scripts.map { .string($0) }),
            "handlers": .array(options.messageHandlers.map { .string($0) }),
            "askingHandlers": .array(options.askingHandlers.map { .string($0) }),
        ]
        if let profile = options.profile { arguments["profile"] = .string(profile) }
        let page = WebKitPage(host: self, name: name, events: events)
        try await page.call("open", arguments)
        return page
    }

    private func close(_ page: WebKitPage, quits: Bool) async throws {
        try await page.call("close")
        state.withLock { $0.events.removeValue(forKey: page.name) }?.finish()
        guard quits else { return }
        try await call("quit")
        try await onThread { [self] in
            guard process.waitForEnd(within: .seconds(10)) else { throw process.failure("did not end when asked to") }
        }
        end()
    }

    /// Kills the app alone, as a crash would end it.
    func crash() { process.crash() }

    /// Ends the app at once.
    func end() { process.end() }

    // MARK: Commands and replies

    /// Gives a command, and waits for its reply.
    @discardableResult
    func call(
        _ command: String,
        _ arguments: [String: JSONValue] = [:],
        within limit: Duration = .seconds(20)
    ) async throws -> JSONValue {
        let (replies, continuation) = AsyncStream.makeStream(of: Result<JSONValue, BrowserFailure>.self)
        let number = try state.withLock { state in
            if let ending = state.ending { throw ending }
            defer { state.nextNumber += 1 }
            state.waiting[state.nextNumber] = continuation
            return state.nextNumber
        }
        defer { state.withLock { $0.waiting[number] = nil } }
        var line = arguments
        line["id"] = .number(Double(number))
        line["command"] = .string(command)
        try process.write(line: JSONValue.object(line).text)
        return try await within(limit, "the app gave no reply to \(command)") {
            for await reply in replies { return try reply.get() }
            throw CancellationError()
        }
    }

    private func take(_ line: String) {
        guard let value = try? JSONValue(text: line) else { return }
        if let number = value["id"].integer {
            let reply: Result<JSONValue, BrowserFailure> =
                if let error = value["error"].string {
                    .failure(BrowserFailure(error, place: .page))
                } else {
                    .success(value["value"])
                }
            state.withLock { $0.waiting[number] }?.yield(reply)
        } else if let page = value["page"].string, let event = WebKitEvent(value) {
            state.withLock { $0.events[page] }?.yield(event)
        }
    }

    /// Nothing more comes: those who wait learn why.
    private func finish(_ ending: BrowserFailure) {
        let (waiting, events) = state.withLock { state in
            state.ending = ending
            return (state.waiting.values, state.events.values)
        }
        for continuation in waiting { continuation.yield(.failure(ending)) }
        for continuation in events { continuation.finish() }
    }
}
