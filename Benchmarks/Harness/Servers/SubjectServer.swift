internal import BenchmarkLoad
internal import BenchmarkSubject

/// LoopbackKit and LoopbackKitHTTP, in a process of this program's other face.
final class SubjectServer: Server {
    let name = "LoopbackKit"
    let capacity: Int
    let processes: [Int32]
    private let process: ChildProcess
    private let folder: ServedFolder
    private let port: UInt16
    private let pages: (port: UInt16, path: String)
    private let upstream: UpstreamPlace?
    let companions: [Int32]

    /// Where it would be another process's upstream.
    var place: UpstreamPlace { UpstreamPlace(port: port, folder: "/files/") }

    /// Starts it.
    ///
    /// - Parameters:
    ///   - path: the program; another build of it can be measured so.
    ///   - loops: the number of its event loops.
    ///   - folder: what it serves; one of its own unless given.
    ///   - upstream: what its pages may call.
    ///   - companions: the processes that serve there.
    ///   - tool: a program with arguments that runs it, and counts what it does.
    /// - Throws: `HarnessError`.
    init(
        _ path: String,
        loops: Int,
        folder: ServedFolder? = nil,
        upstream: UpstreamPlace? = nil,
        companions: [Int32] = [],
        under tool: [String] = []
    ) throws(HarnessError) {
        capacity = loops
        self.upstream = upstream
        self.companions = companions
        let folder = if let folder { folder } else { try ServedFolder() }
        self.folder = folder
        var options = SubjectOptions(folder: folder.path, loops: loops)
        options.upstreamPorts = [upstream?.port, upstream?.securePort].compactMap { $0 }
        options.trust = upstream?.certificate
        let command = tool + [path, "subject"] + options.arguments
        process = try ChildProcess(command[0], Array(command.dropFirst()))
        let line = try process.readLine(within: tool.isEmpty ? 20 : 120)
        guard let addresses = SubjectAddresses(line: line), let pages = addresses.pages.flatMap(Self.parts) else {
            throw HarnessError(.notReady, path, detail: line)
        }
        port = addresses.port
        self.pages = pages
        processes = [process.identifier]
    }

    /// Ends it in order, and waits for a tool to write what it counted.
    func end() { process.end(patience: 60) }

    /// The port and the path of a URL.
    private static func parts(of url: String) -> (port: UInt16, path: String)? {
        let prefix = "http://127.0.0.1:"
        guard url.hasPrefix(prefix) else { return nil }
        let rest = url.dropFirst(prefix.count)
        guard let slash = rest.firstIndex(of: "/"), let port = UInt16(rest[..<slash]) else { return nil }
        return (port, String(rest[slash...]))
    }

    func target(_ route: Route) -> Target? {
        switch route {
        case .hello: Target(port: port, path: "/hello", expected: ExpectedAnswer(length: 12))
        case .helloAsync: Target(port: port, path: "/hello-async", expected: ExpectedAnswer(length: 12))
        case .page(let file):
            Target(port: pages.port, path: pages.path + file.name, expected: ExpectedAnswer(length: file.length))
        case .folder(let file):
            Target(port: port, path: "/files/\(file.name)", expected: ExpectedAnswer(length: file.length))
        case .range(let file):
            Target(port: pages.port, path: pages.path + file.name, expected: ExpectedAnswer(status: 206, length: 2))
        case .upload: Target(port: port, path: "/upload", expected: ExpectedAnswer(length: 8))
        case .upstream(let file, let scheme): upstream.flatMap { relayed(file, scheme, $0) }
        }
    }

    private func relayed(_ file: BenchmarkFile, _ scheme: UpstreamScheme, _ upstream: UpstreamPlace) -> Target? {
        guard let port = upstream.port(scheme) else { return nil }
        let path = "\(pages.path)~proxy/omit/\(scheme.rawValue)/127.0.0.1:\(port)\(upstream.path(file))"
        return Target(port: pages.port, path: path, expected: ExpectedAnswer(length: file.length))
    }
}

/// A folder with the files that are served; it is removed with its last reference.
final class ServedFolder {
    let path: String
    private let keeper: ChildProcess

    init() throws(HarnessError) {
        path = try TemporaryFolder.make()
        keeper = try ChildProcess(Program.path, ["keep", path])
        try BenchmarkFile.write(to: path)
    }
}
