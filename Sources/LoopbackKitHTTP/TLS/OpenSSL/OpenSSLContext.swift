/// What the connections of a provider have in common (SSL_CTX).
///
/// OpenSSL allows its use from several threads once it is set up.
@safe
final class OpenSSLContext: Sendable {
    /// SSL_CTRL_MODE, SSL_CTRL_SET_MIN_PROTO_VERSION, SSL_CTRL_SET_MAX_PROTO_VERSION and SSL_CTRL_SET_SESS_CACHE_MODE.
    private enum Control {
        static let mode: CInt = 33
        static let sessionCache: CInt = 44
        static let chainCertificate: CInt = 89
        static let oldestVersion: CInt = 123
        static let newestVersion: CInt = 124
    }

    let library: OpenSSL
    @safe nonisolated(unsafe)
        let pointer: OpaquePointer  // owned, and freed by deinit alone
    /// The protocols in the form of ALPN; OpenSSL's callback reads them, as long as a connection lives.
    @safe nonisolated(unsafe)
        private let protocols: UnsafeMutableBufferPointer<UInt8>

    /// Makes a context.
    ///
    /// - Parameters:
    ///   - method: a client's or a server's.
    ///   - versions: the oldest and the newest version that is spoken.
    ///   - protocols: what is offered or chosen by ALPN, the best one first; each of 1 to 255 bytes.
    ///   - library: OpenSSL.
    /// - Throws: `TLSError` where the library can't make it so.
    init(
        _ method: OpaquePointer?,
        versions: ClosedRange<TLSVersion>,
        protocols: [String],
        _ library: OpenSSL
    ) throws(TLSError) {
        library.errors.clear()
        guard let pointer = unsafe library.contexts.new(method) else { throw library.failure() }
        let wire = protocols.flatMap { [UInt8(truncatingIfNeeded: $0.utf8.count)] + $0.utf8 }
        self.library = library
        self.pointer = unsafe pointer
        self.protocols = .allocate(capacity: wire.count)
        _ = unsafe self.protocols.initialize(from: wire)
        try control(Control.oldestVersion, versions.lowerBound.rawValue)
        try control(Control.newestVersion, versions.upperBound.rawValue)
        // SSL_MODE_RELEASE_BUFFERS: connections that wait hold no buffers. (SSL_MODE_AUTO_RETRY is the library's default.)
        _ = unsafe library.contexts.control(pointer, Control.mode, 0x10, nil)
        // SSL_OP_NO_COMPRESSION, SSL_OP_CIPHER_SERVER_PREFERENCE and SSL_OP_NO_RENEGOTIATION.
        _ = unsafe library.contexts.setOptions(pointer, 1 << 17 | 1 << 22 | 1 << 30)
    }

    deinit {
        unsafe library.contexts.free(pointer)
        unsafe protocols.deallocate()
    }

    private func control(_ command: CInt, _ value: Int) throws(TLSError) {
        unsafe try library.check(library.contexts.control(pointer, command, value, nil))
    }

    /// Sets which sessions OpenSSL hands on or keeps by itself (SSL_SESS_CACHE_…).
    func setSessionCache(_ mode: Int) { _ = unsafe library.contexts.control(pointer, Control.sessionCache, mode, nil) }

    /// Offers the protocols to servers.
    func offerProtocols() throws(TLSError) {
        guard !protocols.isEmpty else { return }
        // Unlike other functions it returns 0 for success.
        let result = unsafe library.contexts.setProtocols(pointer, protocols.baseAddress, CUnsignedInt(protocols.count))
        guard result == 0 else { throw library.failure() }
    }

    /// Chooses one of the protocols that a client offers, and refuses one that offers others alone (RFC 7301, section 3.2).
    func chooseProtocol() {
        guard !protocols.isEmpty else { return }
        let choose: OpenSSLContextFunctions.SelectProtocol = { _, chosen, chosenCount, offered, offeredCount, context in
            guard let library = try? OpenSSL.loaded(), let context = unsafe context else { return 2 }
            // Each connection's engine keeps this object alive.
            let own = unsafe Unmanaged<OpenSSLContext>.fromOpaque(context).takeUnretainedValue().protocols
            let result = unsafe library.contexts.selectProtocol(
                chosen,
                chosenCount,
                own.baseAddress,
                CUnsignedInt(own.count),
                offered,
                offeredCount
            )
            // OPENSSL_NPN_NEGOTIATED, SSL_TLSEXT_ERR_OK and SSL_TLSEXT_ERR_ALERT_FATAL.
            return result == 1 ? 0 : 2
        }
        unsafe library.contexts.setProtocolSelection(pointer, choose, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Shows this certificate and its issuers to the other side.
    func use(_ identity: TLSIdentity) throws(TLSError) {
        for (index, certificate) in identity.chain.enumerated() {
            let added = unsafe try certificate.read(library).lend { certificate in
                guard index > 0 else { return unsafe CLong(library.contexts.useCertificate(pointer, certificate)) }
                // It takes a reference of its own.
                return unsafe library.contexts.control(
                    pointer,
                    Control.chainCertificate,
                    1,
                    UnsafeMutableRawPointer(certificate)
                )
            }
            try library.check(added)
        }
        let used = unsafe try identity.privateKey.read(library).lend { unsafe library.contexts.useKey(pointer, $0) }
        guard used == 1, unsafe library.contexts.checkKey(pointer) == 1 else {
            throw library.failure(.badIdentity, "the key is not the certificate's")
        }
    }

    /// Verifies the other side, by what is trusted.
    func verify(trusting trust: TLSTrust) throws(TLSError) {
        unsafe library.contexts.setVerification(pointer, 1, nil)
        if trust.includesSystem { unsafe try library.check(library.contexts.trustSystem(pointer)) }
        guard !trust.certificates.isEmpty else { return }
        let store = unsafe library.contexts.store(pointer)
        for certificate in trust.certificates {
            // The store takes a reference of its own.
            unsafe try library.check(certificate.read(library).lend { unsafe library.trust.add(store, $0) })
        }
        // X509_V_FLAG_PARTIAL_CHAIN: what was given is trusted by itself, also where it does not sign itself.
        unsafe try library.check(library.trust.setFlags(store, 0x80000))
    }
}
