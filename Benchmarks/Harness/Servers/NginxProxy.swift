internal import BenchmarkLoad

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The configuration of nginx as an unbuffered proxy: one port with its usual buffers, one with large ones.
package struct NginxProxyConfiguration: Hashable, Sendable {
    package var port: UInt16
    package var largePort: UInt16
    /// The port of the other site, and the one where it speaks TLS.
    package var upstreamPort: UInt16
    package var securePort: UInt16?
    /// The file with the certificate that it is trusted by.
    package var certificate: String?

    package init(port: UInt16, largePort: UInt16, upstreamPort: UInt16) {
        self.port = port
        self.largePort = largePort
        self.upstreamPort = upstreamPort
    }

    /// What stands in the block `http`.
    package var text: String {
        """
            proxy_buffering off;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            upstream plain { server 127.0.0.1:\(upstreamPort); keepalive 64; keepalive_requests 1000000; }
        \(secureUpstream)
            server {
                listen 127.0.0.1:\(port) backlog=4096;
        \(locations)
            }
            server {
                listen 127.0.0.1:\(largePort) backlog=4096;
                proxy_buffer_size 256k;
                proxy_buffers 8 256k;
                proxy_busy_buffers_size 512k;
        \(locations)
            }
        """
    }

    private var secureUpstream: String {
        guard let securePort, let certificate else { return "" }
        return """
                upstream secure { server 127.0.0.1:\(securePort); keepalive 64; keepalive_requests 1000000; }
                proxy_ssl_verify on;
                proxy_ssl_trusted_certificate "\(certificate)";
                proxy_ssl_name \(UpstreamPlace.certificateName);
                proxy_ssl_protocols TLSv1.2 TLSv1.3;
            """
    }

    private var locations: String {
        var text = "        location /http/ { proxy_pass http://plain/; }"
        if securePort != nil { text += "\n        location /https/ { proxy_pass https://secure/; }" }
        return text
    }
}

/// nginx in front of the other site; it ends with its last reference.
final class NginxProxy {
    let upstream: UpstreamServer
    let workers: Int
    private let configuration: NginxProxyConfiguration
    private let process: NginxProcess

    /// The processes that serve.
    var processes: [Int32] { process.identifiers }

    /// Starts it.
    init(_ path: String, workers: Int, descriptors: Int, upstream: UpstreamServer) throws(HarnessError) {
        let folder = try TemporaryFolder.make()
        let ports = try FreePorts.two()
        var settings = NginxProxyConfiguration(
            port: ports.0,
            largePort: ports.1,
            upstreamPort: upstream.place.port
        )
        settings.securePort = upstream.place.securePort
        settings.certificate = upstream.place.certificate
        let configuration = settings
        let frame = NginxFrame(folder: folder, workers: workers, descriptors: descriptors, isPrivileged: geteuid() == 0)
        process = try NginxProcess(path, folder: folder, workers: workers, port: ports.0) { () throws(HarnessError) in
            frame.text(http: configuration.text)
        }
        self.configuration = configuration
        self.upstream = upstream
        self.workers = workers
    }

    /// Its ports as servers of their own.
    func server(hasLargeBuffers: Bool) -> NginxProxyServer {
        hasLargeBuffers
            ? NginxProxyServer(self, name: "nginx, large buffers", port: configuration.largePort)
            : NginxProxyServer(self, name: "nginx", port: configuration.port)
    }
}

/// One port of nginx in front of the other site.
final class NginxProxyServer: Server {
    let name: String
    private let proxy: NginxProxy
    private let port: UInt16

    fileprivate init(_ proxy: NginxProxy, name: String, port: UInt16) {
        self.proxy = proxy
        self.name = name
        self.port = port
    }

    var capacity: Int { proxy.workers }
    var processes: [Int32] { proxy.processes }
    var companions: [Int32] { proxy.upstream.processes }

    func target(_ route: Route) -> Target? {
        guard case .upstream(let file, let scheme) = route, proxy.upstream.place.port(scheme) != nil else { return nil }
        let path = "/\(scheme.rawValue)\(proxy.upstream.place.path(file))"
        return Target(port: port, path: path, expected: ExpectedAnswer(length: file.length))
    }
}
