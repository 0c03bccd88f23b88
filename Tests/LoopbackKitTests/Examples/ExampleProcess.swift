import Foundation
import Synchronization

/// One of the examples, run as a process of its own; it is killed when nobody waits for its output any more.
final class ExampleProcess: Sendable {
    private let process = Mutex(Process())
    /// The lines of its output, standard error's among them.
    let lines: AsyncStream<String>

    /// Starts an example, whose executable stands beside the tests; its input is that of the tests unless given.
    ///
    /// - Parameters:
    ///   - name: the executable's name.
    ///   - arguments: its arguments.
    ///   - input: its standard input.
    ///   - cache: the folder that it takes for the user's cache.
    /// - Throws: Foundation's error when it can't be started.
    init(_ name: String, _ arguments: [String], input: FileHandle? = nil, cache: String? = nil) throws {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        let pipe = Pipe()
        try process.withLock { process in
            let places = [Bundle.main.bundleURL, Bundle.main.executableURL?.deletingLastPathComponent()]
            let programs = places.compactMap { $0?.appending(path: name) }
            process.executableURL = programs.first { FileManager.default.isExecutableFile(atPath: $0.path) }
            process.arguments = arguments
            if let input { process.standardInput = input }
            if let cache {
                process.environment = ProcessInfo.processInfo.environment.merging(["XDG_CACHE_HOME": cache]) { $1 }
            }
            process.standardOutput = pipe
            process.standardError = pipe
            try process.run()
        }
        continuation.onTermination = { [weak self] reason in
            if case .cancelled = reason { self?.send(SIGKILL) }
        }
        Thread.detachNewThread {
            var rest = Data()
            while case let part = pipe.fileHandleForReading.availableData, !part.isEmpty {
                rest += part
                while let end = rest.firstIndex(of: 10) {
                    continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
                    rest = Data(rest[(end + 1)...])
                }
            }
            continuation.finish()
        }
    }

    deinit { send(SIGKILL) }

    /// Sends a signal, if the process runs.
    func send(_ signal: CInt) { process.withLock { if $0.isRunning { kill($0.processIdentifier, signal) } } }

    /// Its exit code once its output has ended; the negative number of the signal that ended it.
    var exitCode: CInt {
        process.withLock {
            $0.waitUntilExit()
            return $0.terminationReason == .exit ? $0.terminationStatus : -$0.terminationStatus
        }
    }
}
