/// What connections are shared by: scheme, host and port.
struct ClientOrigin: Hashable, Sendable {
    let scheme: HTTPURL.Scheme
    let host: HTTPHost
    let port: UInt16

    init(_ url: HTTPURL) {
        scheme = url.scheme
        host = url.host
        port = url.port
    }
}
