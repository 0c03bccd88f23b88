/// What connections have in common (SSL_CTX, openssl/ssl.h).
@safe
struct OpenSSLContextFunctions: Sendable {
    typealias SelectProtocol =
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, UnsafeMutablePointer<UInt8>?,
            UnsafePointer<UInt8>?, CUnsignedInt, UnsafeMutableRawPointer?
        ) -> CInt
    typealias NewSession = @convention(c) (OpaquePointer?, OpaquePointer?) -> CInt

    let clientMethod: @Sendable @convention(c) () -> OpaquePointer?
    let serverMethod: @Sendable @convention(c) () -> OpaquePointer?
    let new: @Sendable @convention(c) (OpaquePointer?) -> OpaquePointer?
    let free: OwnedPointer.Free
    let control: @Sendable @convention(c) (OpaquePointer?, CInt, CLong, UnsafeMutableRawPointer?) -> CLong
    let setOptions: @Sendable @convention(c) (OpaquePointer?, UInt64) -> UInt64
    let setVerification: @Sendable @convention(c) (OpaquePointer?, CInt, OpaquePointer?) -> Void
    let trustSystem: @Sendable @convention(c) (OpaquePointer?) -> CInt
    let store: @Sendable @convention(c) (OpaquePointer?) -> OpaquePointer?
    let useCertificate: @Sendable @convention(c) (OpaquePointer?, OpaquePointer?) -> CInt
    let useKey: @Sendable @convention(c) (OpaquePointer?, OpaquePointer?) -> CInt
    let checkKey: @Sendable @convention(c) (OpaquePointer?) -> CInt
    let setProtocols: @Sendable @convention(c) (OpaquePointer?, UnsafePointer<UInt8>?, CUnsignedInt) -> CInt
    let setProtocolSelection:
        @Sendable @convention(c) (OpaquePointer?, SelectProtocol, UnsafeMutableRawPointer?) -> Void
    let selectProtocol:
        @Sendable @convention(c) (
            UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, UnsafeMutablePointer<UInt8>?,
            UnsafePointer<UInt8>?, CUnsignedInt, UnsafePointer<UInt8>?, CUnsignedInt
        ) -> CInt
    let setNewSession: @Sendable @convention(c) (OpaquePointer?, NewSession) -> Void

    init(_ symbols: OpenSSLSymbols) throws(TLSError) {
        unsafe clientMethod = unsafe try symbols.function("TLS_client_method")
        unsafe serverMethod = unsafe try symbols.function("TLS_server_method")
        unsafe new = unsafe try symbols.function("SSL_CTX_new")
        unsafe free = unsafe try symbols.function("SSL_CTX_free")
        unsafe control = unsafe try symbols.function("SSL_CTX_ctrl")
        unsafe setOptions = unsafe try symbols.function("SSL_CTX_set_options")
        unsafe setVerification = unsafe try symbols.function("SSL_CTX_set_verify")
        unsafe trustSystem = unsafe try symbols.function("SSL_CTX_set_default_verify_paths")
        unsafe store = unsafe try symbols.function("SSL_CTX_get_cert_store")
        unsafe useCertificate = unsafe try symbols.function("SSL_CTX_use_certificate")
        unsafe useKey = unsafe try symbols.function("SSL_CTX_use_PrivateKey")
        unsafe checkKey = unsafe try symbols.function("SSL_CTX_check_private_key")
        unsafe setProtocols = unsafe try symbols.function("SSL_CTX_set_alpn_protos")
        unsafe setProtocolSelection = unsafe try symbols.function("SSL_CTX_set_alpn_select_cb")
        unsafe selectProtocol = unsafe try symbols.function("SSL_select_next_proto")
        unsafe setNewSession = unsafe try symbols.function("SSL_CTX_sess_set_new_cb")
    }
}
