/// Makes the client's side of TLS connections by OpenSSL.
///
/// The other side is always verified: its certificate's chain, times and purpose, and its name or address. Sessions that
/// servers let resume belong to this object, and end with it.
package final class OpenSSLClient: TLSClientProvider {
    private let library: OpenSSL
    private let context: OpenSSLContext
    private let sessions: OpenSSLSessionCache

    /// Makes a provider.
    ///
    /// - Parameters:
    ///   - trust: whose certificates are good.
    ///   - versions: the versions of TLS that are spoken.
    ///   - protocols: what ALPN offers.
    ///   - sessionHostLimit: for how many pairs of host and port sessions are kept; 0 for no resumption.
    /// - Throws: `TLSError`; its code is `unavailable` where the system has no OpenSSL.
    package init(
        trust: TLSTrust = .system,
        versions: ClosedRange<TLSVersion> = .tls12 ... .tls13,
        protocols: [String] = ["http/1.1"],
        sessionHostLimit: Int = 256
    ) throws(TLSError) {
        library = try OpenSSL.loaded()
        context = unsafe try OpenSSLContext(
            library.contexts.clientMethod(),
            versions: versions,
            protocols: protocols,
            library
        )
        sessions = OpenSSLSessionCache(hostLimit: sessionHostLimit)
        try context.verify(trusting: trust)
        try context.offerProtocols()
        guard sessionHostLimit > 0 else {
            context.setSessionCache(0)
            return
        }
        // SSL_SESS_CACHE_CLIENT and SSL_SESS_CACHE_NO_INTERNAL: sessions are handed on, and kept here alone.
        context.setSessionCache(0x0001 | 0x0300)
        unsafe library.contexts.setNewSession(context.pointer) { connection, session in
            unsafe OpenSSLClient.keep(session, of: connection) ? 1 : 0
        }
    }

    /// How many sessions are kept.
    package var sessionCount: Int { sessions.count }

    package func makeEngine(host: HTTPHost, port: UInt16) throws(TLSError) -> any TLSEngine {
        let entry = OpenSSLSessionCache.Entry(cache: sessions, key: .init(host: host, port: port))
        let engine = try OpenSSLEngine(context, sessions: entry)
        unsafe library.connections.beClient(engine.connection)
        try engine.require(host)
        if let session = entry.take() {
            // One that does not fit is not resumed, and no reason to fail.
            unsafe session.resume(on: engine.connection)
            library.errors.clear()
        }
        return engine
    }

    /// Keeps a new session.
    ///
    /// - Returns: whether it was taken over.
    private static func keep(_ session: OpaquePointer?, of connection: OpaquePointer?) -> Bool {
        guard let session = unsafe session, let library = try? OpenSSL.loaded(),
            let value = unsafe library.connections.value(connection, 0)
        else { return false }
        // The engine's own call leads here: it is alive.
        let engine = unsafe Unmanaged<OpenSSLEngine>.fromOpaque(value).takeUnretainedValue()
        guard let sessions = engine.sessions else { return false }
        unsafe sessions.keep(OpenSSLSession(owning: session, library))
        return true
    }
}
