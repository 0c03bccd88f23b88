import LoopbackKit
import LoopbackKitHTTP

/// A whole server whose page may call upstreams on this machine.
struct ServedRelay: Sendable {
    let manager: ServerManager
    /// The server's port.
    let port: UInt16
    /// The scope's path, with a slash at its end.
    let path: String

    /// Runs a server for the length of the closure.
    ///
    /// - Parameters:
    ///   - upstreams: what the guard is opened for: services at these addresses of 127.0.0.1 or ::1.
    ///   - configure: changes the proxy's configuration.
    ///   - body: uses the server.
    /// - Returns: what the closure returns.
    /// - Throws: what the closure throws, or what kept the server from starting.
    @discardableResult
    static func with<Value: Sendable>(
        _ upstreams: SocketAddress...,
        configure: (inout LoopbackConfiguration) -> Void = { _ in },
        _ body: (ServedRelay) async throws -> Value
    ) async throws -> Value {
        var configuration = LoopbackConfiguration(applicationIdentifier: "relay-tests")
        configuration.port = 0
        configuration.proxy?.openings = Set(upstreams.compactMap(Self.opening))
        configure(&configuration)
        let manager = ServerManager(configuration: configuration)
        let folder = try FolderFixture()
        let outcome: Result<Value, any Error>
        do {
            let registration = try await manager.register(folder: folder.root, as: .plugins, id: "demo")
            let url = try HTTPURL(registration.baseURL)
            let relay = ServedRelay(manager: manager, port: url.port, path: url.path)
            do { outcome = .success(try await body(relay)) } catch { outcome = .failure(error) }
            registration.end()
        }
        await manager.stop()
        return try outcome.get()
    }

    private static func opening(_ address: SocketAddress) -> UpstreamOpening? {
        switch address {
        case .ipv4(let word, let port): UpstreamOpening(address: .ipv4(word), port: port)
        case .ipv6(let high, let low, let port, _): UpstreamOpening(address: .ipv6(high, low), port: port)
        case .unix: nil
        }
    }

    /// The path by which the page calls an address.
    func target(_ url: String, mode: String = "omit") throws -> String {
        let url = try HTTPURL(url)
        return "\(path)~proxy/\(mode)/\(url.scheme.rawValue)/\(url.authority)\(url.requestTarget)"
    }

    /// Calls an address as a media player would, and gives the whole answer.
    func get(_ url: String, mode: String = "omit", fields: String = "") async throws -> String {
        let target = try target(url, mode: mode)
        return try await onThread { try RawClient.get(target, port: port, fields: fields) }
    }
}
