/// Sessions that are resumed (SSL_SESSION, openssl/ssl.h).
@safe
struct OpenSSLSessionFunctions: Sendable {
    let free: OwnedPointer.Free
    let isResumable: @Sendable @convention(c) (OpaquePointer?) -> CInt
    let protocolVersion: @Sendable @convention(c) (OpaquePointer?) -> CInt
    /// Has a connection resume a session, of which it takes a reference of its own.
    let resume: @Sendable @convention(c) (OpaquePointer?, OpaquePointer?) -> CInt
    let wasResumed: @Sendable @convention(c) (OpaquePointer?) -> CInt

    init(_ symbols: OpenSSLSymbols) throws(TLSError) {
        unsafe free = unsafe try symbols.function("SSL_SESSION_free")
        unsafe isResumable = unsafe try symbols.function("SSL_SESSION_is_resumable")
        unsafe protocolVersion = unsafe try symbols.function("SSL_SESSION_get_protocol_version")
        unsafe resume = unsafe try symbols.function("SSL_set_session")
        unsafe wasResumed = unsafe try symbols.function("SSL_session_reused")
    }
}
