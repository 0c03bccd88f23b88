#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Where proxies find the other site.
struct UpstreamPlace: Hashable, Sendable {
    /// Its port on 127.0.0.1, without TLS.
    let port: UInt16
    /// The folder of its files, with a slash at both ends.
    let folder: String

    /// Its path to a file.
    func path(_ file: BenchmarkFile) -> String { folder + file.name }

    /// The port of a scheme; `nil` when it does not speak it.
    func port(_ scheme: UpstreamScheme) -> UInt16? { scheme == .http ? port : nil }
}

/// The other site that proxies call: an nginx of its own with static files.
final class UpstreamServer {
    let place: UpstreamPlace
    private let process: NginxProcess

    /// The processes that serve.
    var processes: [Int32] { process.identifiers }

    /// Starts it with one worker.
    init(_ path: String, descriptors: Int) throws(HarnessError) {
        let folder = try TemporaryFolder.make()
        let port = try FreePort().number
        place = UpstreamPlace(port: port, folder: "/")
        let frame = NginxFrame(folder: folder, workers: 1, descriptors: descriptors, isPrivileged: geteuid() == 0)
        process = try NginxProcess(path, folder: folder, workers: 1, port: port) { () throws(HarnessError) in
            try TextFile.makeFolder("\(folder)/files")
            try BenchmarkFile.write(to: "\(folder)/files")
            return frame.text(http: Self.configuration(folder: folder, port: port))
        }
    }

    private static func configuration(folder: String, port: UInt16) -> String {
        """
            root "\(folder)/files";
            open_file_cache max=100 inactive=600s;
            open_file_cache_valid 600s;
            server { listen 127.0.0.1:\(port) backlog=4096; }
        """
    }
}
