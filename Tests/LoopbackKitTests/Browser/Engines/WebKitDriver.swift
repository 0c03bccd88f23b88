#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// WebKit's own small browser, driven by WebDriver; it keeps nothing.
///
/// Tests of pages use `WebKitHost`, which can keep a profile and sees what an embedding app sees.
enum WebKitDriver {
    private static let browser = "webkit2gtk-4.1/MiniBrowser"

    /// What it needs and this machine has not.
    static var missing: [String] {
        (InstalledProgram.path("WebKitWebDriver") == nil ? ["WebKitWebDriver"] : [])
            + (InstalledProgram.library(browser) == nil ? ["MiniBrowser"] : [])
    }

    /// Opens a browser for the length of the closure.
    static func withSession<Value>(_ body: (WebDriverSession) async throws -> Value) async throws -> Value {
        let folder = try ScratchFolder("webkitdriver")
        let driver = try await onThread { try start(folder) }
        defer { driver.end() }
        let session = try await driver.openSession([
            "browserName": "MiniBrowser",
            "timeouts": ["script": 60000, "pageLoad": 20000],
            "webkitgtk:browserOptions": [
                "binary": .string(InstalledProgram.library(browser) ?? browser), "args": ["--automation"],
            ],
        ])
        let result: Result<Value, any Error>
        do { result = .success(try await body(session)) } catch { result = .failure(error) }
        await session.quit()
        return try withExtendedLifetime(folder) { try result.get() }
    }

    /// Starts the driver; it can't choose a port itself.
    private static func start(_ folder: ScratchFolder) throws -> WebDriver {
        let port = try freePort()
        let process = try ChildProcess(
            InstalledProgram.path("WebKitWebDriver") ?? "WebKitWebDriver",
            ["--port=\(port)"],
            environment: try VirtualDisplay.environment(folder),
            log: "\(folder.path)/log"
        )
        let driver = WebDriver(process: process, port: port)
        try driver.waitUntilListening(within: .seconds(20))
        return driver
    }

    /// A port that nobody has at the moment.
    private static func freePort() throws -> UInt16 {
        let descriptor = RawSocket.make()
        defer { close(descriptor) }
        guard unsafe RawSocket.call(bind, descriptor, 0x7F00_0001, 0) == 0, let address = localAddress(descriptor)
        else {
            throw BrowserFailure("there is no free port (errno \(errno))")
        }
        return address
    }

    private static func localAddress(_ descriptor: CInt) -> UInt16? {
        var name = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafeMutablePointer(to: &name) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &size)
            }
        }
        return result == 0 ? UInt16(bigEndian: name.sin_port) : nil
    }
}
