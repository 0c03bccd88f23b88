internal import LoopbackKit
internal import LoopbackKitHTTP

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The servers that are measured, in a process of their own.
///
/// One is LoopbackKitHTTP's alone with a few routes, the other one LoopbackKit's, which serves a folder as a plugin: a
/// file's request there passes the token, the scope and the containment check.
package struct Subject: Sendable {
    private let options: SubjectOptions

    package init(_ options: SubjectOptions) { self.options = options }

    /// Serves until standard input ends, and ends the process.
    ///
    /// It prints one line when it is ready; see `SubjectAddresses`. The calling thread stays out of the runtime, so that
    /// a profiler sees the process end in order.
    package func run() -> Never {
        do {
            let files = try options.folder.map { try FolderResponder(folder: $0) }
            let server = HTTPServer(configuration: configuration, handler: Router.subject(files: files))
            Task {
                do {
                    try await serve(server)
                    exit(0)
                } catch { fail(error) }
            }
            waitForEndOfInput()
            server.shutdown()
            while true { pause() }
        } catch { fail(error) }
    }

    private var configuration: HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration()
        configuration.address = .loopback(port: options.port)
        configuration.eventLoops = options.loops
        configuration.connections.maximum = options.connections
        // Ten thousand connections that have said nothing yet wait for as long as a slow machine needs to ask each.
        configuration.timeouts.head = .seconds(60)
        return configuration
    }

    private func serve(_ server: HTTPServer) async throws {
        let pages = try await servePages()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            let port = try await server.listeningAddress.port
            tell(SubjectAddresses(port: port ?? 0, pages: pages?.registration.baseURL).line)
            try await group.waitForAll()
        }
        await pages?.manager.stop()
    }

    /// Serves the folder as a plugin.
    private func servePages() async throws -> (manager: ServerManager, registration: ScopeRegistration)? {
        guard let folder = options.folder else { return nil }
        var configuration = LoopbackConfiguration(applicationIdentifier: "loopback-bench")
        configuration.port = 0
        configuration.engine.eventLoops = options.loops
        configuration.engine.connections.maximum = options.connections
        for port in options.upstreamPorts {
            guard let opening = UpstreamOpening(address: .ipv4(0x7F00_0001), port: port) else { continue }
            configuration.proxy?.openings.insert(opening)
        }
        if let trust = options.trust {
            let certificates = try TLSCertificate.read(pem: text(of: trust))
            configuration.proxy?.tls = try OpenSSLClient(trust: .only(certificates))
        }
        let manager = ServerManager(configuration: configuration)
        return (manager, try await manager.register(folder: folder, as: .plugins, id: "bench"))
    }
}

// Not by the C library's streams: who reads one holds a lock that flushing all of them waits for, and opening a file
// anywhere in the process waits for that in turn.

private func waitForEndOfInput() {
    var byte: UInt8 = 0
    while unsafe read(0, &byte, 1) > 0 {}
}

private func tell(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = unsafe write(1, bytes, bytes.count)
}

/// The content of a small file; empty where it can't be read.
private func text(of path: String) -> String {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { room, count in
        count = unsafe max(0, read(descriptor, room.baseAddress, room.count))
    }
    return String(decoding: bytes, as: UTF8.self)
}

private func fail(_ error: any Error) -> Never {
    print("failed: \(error)")
    exit(69)
}
