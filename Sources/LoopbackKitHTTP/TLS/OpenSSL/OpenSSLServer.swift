/// Makes the server's side of TLS connections by OpenSSL.
///
/// Clients may resume their sessions with tickets, whose key belongs to this object.
package final class OpenSSLServer: TLSServerProvider {
    private let library: OpenSSL
    private let context: OpenSSLContext

    /// Makes a provider.
    ///
    /// - Parameters:
    ///   - identity: what is shown to clients.
    ///   - versions: the versions of TLS that are spoken.
    ///   - protocols: what ALPN may choose; when none of them is offered a client is refused, unless it offers nothing at
    ///     all. Empty for no ALPN.
    /// - Throws: `TLSError`; its code is `unavailable` where the system has no OpenSSL.
    package init(
        identity: TLSIdentity,
        versions: ClosedRange<TLSVersion> = .tls12 ... .tls13,
        protocols: [String] = ["http/1.1"]
    ) throws(TLSError) {
        library = try OpenSSL.loaded()
        context = unsafe try OpenSSLContext(
            library.contexts.serverMethod(),
            versions: versions,
            protocols: protocols,
            library
        )
        try context.use(identity)
        context.chooseProtocol()
        // SSL_SESS_CACHE_OFF: clients keep their sessions by themselves, in tickets.
        context.setSessionCache(0)
    }

    package func makeEngine() throws(TLSError) -> any TLSEngine {
        let engine = try OpenSSLEngine(context)
        unsafe library.connections.beServer(engine.connection)
        return engine
    }
}
