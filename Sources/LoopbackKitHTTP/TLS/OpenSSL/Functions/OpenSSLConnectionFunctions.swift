/// One connection (SSL, openssl/ssl.h).
@safe
struct OpenSSLConnectionFunctions: Sendable {
    let new: @Sendable @convention(c) (OpaquePointer?) -> OpaquePointer?
    let free: OwnedPointer.Free
    let control: @Sendable @convention(c) (OpaquePointer?, CInt, CLong, UnsafeMutableRawPointer?) -> CLong
    /// Takes the streams over.
    let setStreams: @Sendable @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Void
    let setValue: @Sendable @convention(c) (OpaquePointer?, CInt, UnsafeMutableRawPointer?) -> CInt
    let value: @Sendable @convention(c) (OpaquePointer?, CInt) -> UnsafeMutableRawPointer?
    let beClient: @Sendable @convention(c) (OpaquePointer?) -> Void
    let beServer: @Sendable @convention(c) (OpaquePointer?) -> Void
    let handshake: @Sendable @convention(c) (OpaquePointer?) -> CInt
    let read:
        @Sendable @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, Int, UnsafeMutablePointer<Int>?) -> CInt
    let write: @Sendable @convention(c) (OpaquePointer?, UnsafeRawPointer?, Int, UnsafeMutablePointer<Int>?) -> CInt
    let shutdown: @Sendable @convention(c) (OpaquePointer?) -> CInt
    let setShutdown: @Sendable @convention(c) (OpaquePointer?, CInt) -> Void
    let error: @Sendable @convention(c) (OpaquePointer?, CInt) -> CInt
    let verifyResult: @Sendable @convention(c) (OpaquePointer?) -> CLong
    /// The connection's own rules of verification, which it keeps.
    let verifyParameters: @Sendable @convention(c) (OpaquePointer?) -> OpaquePointer?
    let version: @Sendable @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?
    let selectedProtocol:
        @Sendable @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<CUnsignedInt>?
        ) -> Void

    init(_ symbols: OpenSSLSymbols) throws(TLSError) {
        unsafe new = unsafe try symbols.function("SSL_new")
        unsafe free = unsafe try symbols.function("SSL_free")
        unsafe control = unsafe try symbols.function("SSL_ctrl")
        unsafe setStreams = unsafe try symbols.function("SSL_set_bio")
        unsafe setValue = unsafe try symbols.function("SSL_set_ex_data")
        unsafe value = unsafe try symbols.function("SSL_get_ex_data")
        unsafe beClient = unsafe try symbols.function("SSL_set_connect_state")
        unsafe beServer = unsafe try symbols.function("SSL_set_accept_state")
        unsafe handshake = unsafe try symbols.function("SSL_do_handshake")
        unsafe read = unsafe try symbols.function("SSL_read_ex")
        unsafe write = unsafe try symbols.function("SSL_write_ex")
        unsafe shutdown = unsafe try symbols.function("SSL_shutdown")
        unsafe setShutdown = unsafe try symbols.function("SSL_set_shutdown")
        unsafe error = unsafe try symbols.function("SSL_get_error")
        unsafe verifyResult = unsafe try symbols.function("SSL_get_verify_result")
        unsafe verifyParameters = unsafe try symbols.function("SSL_get0_param")
        unsafe version = unsafe try symbols.function("SSL_get_version")
        unsafe selectedProtocol = unsafe try symbols.function("SSL_get0_alpn_selected")
    }
}
