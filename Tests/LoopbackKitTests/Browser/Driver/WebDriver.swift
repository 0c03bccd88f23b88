import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// A driver program that speaks WebDriver (W3C), such as `chromedriver`, with one session at most.
///
/// One connection a command, over a plain socket: `chromedriver` writes `Content-Length:250`, which `URLSession` refuses.
final class WebDriver: Sendable {
    private let process: ChildProcess
    private let port: UInt16

    /// A driver that runs and listens on a port.
    init(process: ChildProcess, port: UInt16) {
        self.process = process
        self.port = port
    }

    /// Waits until the driver takes connections, on the calling thread.
    func waitUntilListening(within limit: Duration) throws {
        let deadline = ContinuousClock.now + limit
        while (try? RawClient(port: port)) == nil {
            guard process.isRunning, ContinuousClock.now < deadline else { throw process.failure("does not listen") }
            usleep(5000)
        }
    }

    /// Starts a session.
    ///
    /// - Parameter capabilities: what the browser must be and have.
    /// - Returns: the session.
    /// - Throws: `BrowserFailure` with the driver's words.
    func openSession(_ capabilities: JSONValue) async throws -> WebDriverSession {
        let body: JSONValue = ["capabilities": ["alwaysMatch": capabilities]]
        let value = try await call("POST", "/session", body, within: .seconds(40))
        guard let identifier = value["sessionId"].string else { throw BrowserFailure("no session: \(value)") }
        return WebDriverSession(driver: self, identifier: identifier)
    }

    /// Gives a command, and waits for its answer.
    ///
    /// - Parameters:
    ///   - method: GET, POST or DELETE.
    ///   - path: the command's path.
    ///   - body: its parameters, for POST.
    ///   - limit: how long the answer may take.
    /// - Returns: the answer's value.
    /// - Throws: `BrowserFailure` with the driver's words.
    func call(
        _ method: String,
        _ path: String,
        _ body: JSONValue = [:],
        within limit: Duration = .seconds(20)
    ) async throws -> JSONValue {
        let body = method == "POST" ? try body.text : ""
        return try await onThread { [self] in
            let answer = try exchange(method, path, body, within: limit)
            let value = try JSONValue(text: answer)["value"]
            if let error = value["error"].string {
                throw BrowserFailure("\(error): \(value["message"].string ?? "")", place: .page)
            }
            return value
        }
    }

    private func exchange(_ method: String, _ path: String, _ body: String, within limit: Duration) throws -> String {
        guard let client = try? RawClient(port: port) else { throw process.failure("does not listen") }
        client.send(
            """
            \(method) \(path) HTTP/1.1\r
            Host: 127.0.0.1:\(port)\r
            Content-Type: application/json\r
            Content-Length: \(body.utf8.count)\r
            \r
            \(body)
            """
        )
        var answer = DriverAnswer()
        let deadline = ContinuousClock.now + limit
        while answer.body == nil {
            switch client.receivePart() {
            case .success(let part): answer.add(part)
            case .failure(let ending):
                guard case .timedOut = ending.end else { throw process.failure("gave no answer to \(method) \(path)") }
                guard ContinuousClock.now < deadline else {
                    throw process.failure("gave no answer to \(method) \(path) for \(limit)")
                }
            }
        }
        return answer.body ?? ""
    }

    /// Kills the driver alone, as a crash would end it.
    func crash() { process.crash() }

    /// Ends the driver and its browser.
    func end() { process.end() }
}

/// A driver's answer as far as it has come.
private struct DriverAnswer {
    private var bytes: [UInt8] = []
    /// Where the body begins, and how long it is.
    private var bodyRange: Range<Int>?

    mutating func add(_ part: [UInt8]) {
        bytes += part
        if bodyRange == nil { bodyRange = findBody() }
    }

    /// The body once it is whole.
    var body: String? {
        guard let bodyRange, bytes.count >= bodyRange.upperBound else { return nil }
        return String(decoding: bytes[bodyRange], as: UTF8.self)
    }

    private func findBody() -> Range<Int>? {
        let end = Array("\r\n\r\n".utf8)
        guard let head = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else { return nil }
        for line in String(decoding: bytes[..<head], as: UTF8.self).split(separator: "\r\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
            guard let length = Int(parts[1].filter { $0 != " " }), length >= 0 else { return nil }
            return head + 4..<head + 4 + length
        }
        return nil
    }
}
