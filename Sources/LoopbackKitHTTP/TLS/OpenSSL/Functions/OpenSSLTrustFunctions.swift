/// What is trusted, and what a certificate has to be for (openssl/x509_vfy.h).
@safe
struct OpenSSLTrustFunctions: Sendable {
    /// Adds a trusted certificate, of which the store takes a reference of its own.
    let add: @Sendable @convention(c) (OpaquePointer?, OpaquePointer?) -> CInt
    let setFlags: @Sendable @convention(c) (OpaquePointer?, CUnsignedLong) -> CInt
    let requireName: @Sendable @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, Int) -> CInt
    let requireAddress: @Sendable @convention(c) (OpaquePointer?, UnsafePointer<UInt8>?, Int) -> CInt
    let setNameRules: @Sendable @convention(c) (OpaquePointer?, CUnsignedInt) -> Void
    /// The words for a result of verification, which are never freed.
    let words: @Sendable @convention(c) (CLong) -> UnsafePointer<CChar>?

    init(_ symbols: OpenSSLSymbols) throws(TLSError) {
        unsafe add = unsafe try symbols.function("X509_STORE_add_cert")
        unsafe setFlags = unsafe try symbols.function("X509_STORE_set_flags")
        unsafe requireName = unsafe try symbols.function("X509_VERIFY_PARAM_set1_host")
        unsafe requireAddress = unsafe try symbols.function("X509_VERIFY_PARAM_set1_ip")
        unsafe setNameRules = unsafe try symbols.function("X509_VERIFY_PARAM_set_hostflags")
        unsafe words = unsafe try symbols.function("X509_verify_cert_error_string")
    }
}
