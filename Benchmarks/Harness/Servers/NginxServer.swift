internal import BenchmarkLoad

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// nginx, with a configuration of the harness.
final class NginxServer: Server {
    let name: String
    let capacity: Int
    let processes: [Int32]
    private let keeper: Nginx
    private let port: UInt16

    fileprivate init(_ nginx: Nginx, name: String, port: UInt16) {
        self.name = name
        keeper = nginx
        processes = nginx.processes
        capacity = nginx.configuration.workers
        self.port = port
    }

    func target(_ route: Route) -> Target? {
        switch route {
        // nginx has no other way to make a small answer.
        case .hello, .helloAsync: Target(port: port, path: "/hello", expected: ExpectedAnswer(length: 12))
        case .page(let file), .folder(let file):
            Target(port: port, path: "/\(file.name)", expected: ExpectedAnswer(length: file.length))
        case .range(let file):
            Target(port: port, path: "/\(file.name)", expected: ExpectedAnswer(status: 206, length: 2))
        case .upload: Target(port: port, path: "/upload", expected: ExpectedAnswer(length: 8))
        case .upstream: nil
        }
    }
}

/// nginx as a server of files and small answers; it ends with its last reference.
final class Nginx {
    let configuration: NginxConfiguration
    private let process: NginxProcess

    /// The processes that serve.
    var processes: [Int32] { process.identifiers }

    /// Starts nginx in a folder of its own.
    ///
    /// - Parameters:
    ///   - path: the program.
    ///   - workers: the number of its workers.
    ///   - descriptors: the most that a worker may have.
    /// - Throws: `HarnessError`.
    init(_ path: String, workers: Int, descriptors: Int) throws(HarnessError) {
        let folder = try TemporaryFolder.make()
        let ports = try FreePorts.two()
        let configuration = NginxConfiguration(
            folder: folder,
            workers: workers,
            port: ports.0,
            cachingPort: ports.1,
            descriptors: descriptors,
            isPrivileged: geteuid() == 0
        )
        process = try NginxProcess(path, folder: folder, workers: workers, port: ports.0) { () throws(HarnessError) in
            try TextFile.makeFolder("\(folder)/files")
            try BenchmarkFile.write(to: "\(folder)/files")
            return configuration.text
        }
        self.configuration = configuration
    }

    /// Its ports as servers of their own.
    func server(caching: Bool) -> NginxServer {
        caching
            ? NginxServer(self, name: "nginx, open_file_cache", port: configuration.cachingPort)
            : NginxServer(self, name: "nginx", port: configuration.port)
    }
}

/// Ports that nobody listens on.
enum FreePorts {
    /// Finds two.
    static func two() throws(HarnessError) -> (UInt16, UInt16) {
        let first = try FreePort()
        let second = try FreePort()
        return (first.number, second.number)
    }
}

/// A port that is taken until the value is gone.
struct FreePort: ~Copyable {
    let number: UInt16
    private let descriptor: CInt

    init() throws(HarnessError) {
        guard let (descriptor, number) = LoadSocket.listen() else {
            throw HarnessError(.unsupported, "a free port", errno: errno)
        }
        self.descriptor = descriptor
        self.number = number
    }

    deinit { LoadSocket.close(descriptor) }
}
