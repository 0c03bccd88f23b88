internal import BenchmarkLoad

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A process of nginx and its keeper; it ends with its last reference.
final class NginxProcess {
    /// The processes that serve: the workers, and the one that looks after them.
    let identifiers: [Int32]
    private let keeper: ChildProcess

    /// Starts nginx, and waits until it serves.
    ///
    /// - Parameters:
    ///   - path: the program.
    ///   - folder: its folder, which is removed with it.
    ///   - workers: the number of its workers.
    ///   - port: a port that it listens on.
    ///   - prepare: fills the folder, and gives the configuration.
    /// - Throws: `HarnessError`.
    init(
        _ path: String,
        folder: String,
        workers: Int,
        port: UInt16,
        prepare: () throws(HarnessError) -> String
    ) throws(HarnessError) {
        do throws(HarnessError) {
            try TextFile.write(try prepare(), to: "\(folder)/nginx.conf")
        } catch {
            TemporaryFolder.remove(folder)
            throw error
        }
        keeper = try ChildProcess(
            Program.path,
            ["keep", folder, path, "-p", folder, "-c", "\(folder)/nginx.conf", "-e", "\(folder)/error.log"]
        )
        identifiers = try Self.waitUntilReady(folder, workers, port, keeper)
    }

    private static func waitUntilReady(
        _ folder: String,
        _ workers: Int,
        _ port: UInt16,
        _ keeper: ChildProcess
    ) throws(HarnessError) -> [Int32] {
        for _ in 0..<500 where keeper.isRunning {
            if let probe = try? LoadSocket.connect(port: port) {
                LoadSocket.close(probe)
                guard let text = try? TextFile.read("\(folder)/nginx.pid"),
                    let master = Int32(text.prefix { $0.isNumber })
                else { continue }
                let children = ProcessUsage.children(of: master)
                if children.count >= workers { return [master] + children }
            }
            usleep(10_000)
        }
        let log = try? TextFile.read("\(folder)/error.log")
        throw HarnessError(.notReady, "nginx", detail: log)
    }
}
