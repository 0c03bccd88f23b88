internal import LoopbackKitHTTP

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
    /// The same with TLS; `nil` without OpenSSL on this machine.
    var securePort: UInt16?
    /// The file with the certificate that it shows, in which it is trusted.
    var certificate: String?
    /// The folder of its files, with a slash at both ends.
    let folder: String

    /// Its path to a file.
    func path(_ file: BenchmarkFile) -> String { folder + file.name }

    /// The port of a scheme; `nil` when it does not speak it.
    func port(_ scheme: UpstreamScheme) -> UInt16? { scheme == .http ? port : securePort }

    /// The name in its certificate, besides its address: nginx looks for a name alone.
    static let certificateName = "upstream.test"
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
        let ports = try FreePorts.two()
        let identity = try? Self.identity()
        var place = UpstreamPlace(port: ports.0, folder: "/")
        if identity != nil {
            place.securePort = ports.1
            place.certificate = "\(folder)/certificate.pem"
        }
        self.place = place
        let frame = NginxFrame(folder: folder, workers: 1, descriptors: descriptors, isPrivileged: geteuid() == 0)
        process = try NginxProcess(path, folder: folder, workers: 1, port: ports.0) { () throws(HarnessError) in
            try TextFile.makeFolder("\(folder)/files")
            try BenchmarkFile.write(to: "\(folder)/files")
            if let identity, let certificate = place.certificate {
                try TextFile.write(identity.chain.map(\.pem).joined(), to: certificate)
                try TextFile.write(identity.privateKey.pem, to: "\(folder)/key.pem")
            }
            return frame.text(http: Self.configuration(folder, place))
        }
    }

    /// An identity for this run alone.
    private static func identity() throws(TLSError) -> TLSIdentity {
        let begin = HTTPDate(secondsSince1970: time(nil) - 86_400)
        let end = HTTPDate(secondsSince1970: time(nil) + 86_400)
        let hosts: [HTTPHost] = [.address(.ipv4(0x7F00_0001)), .name(UpstreamPlace.certificateName)]
        return try TLSIdentity.make(
            TLSCertificateTemplate(commonName: UpstreamPlace.certificateName, hosts: hosts, validity: begin...end)
        )
    }

    private static func configuration(_ folder: String, _ place: UpstreamPlace) -> String {
        var text = """
                root "\(folder)/files";
                open_file_cache max=100 inactive=600s;
                open_file_cache_valid 600s;
                server { listen 127.0.0.1:\(place.port) backlog=4096; }
            """
        if let port = place.securePort, let certificate = place.certificate {
            text += """

                    server {
                        listen 127.0.0.1:\(port) ssl backlog=4096;
                        ssl_certificate "\(certificate)";
                        ssl_certificate_key "\(folder)/key.pem";
                        ssl_protocols TLSv1.2 TLSv1.3;
                    }
                """
        }
        return text
    }
}
