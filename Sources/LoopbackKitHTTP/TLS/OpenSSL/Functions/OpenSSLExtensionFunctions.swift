/// Extensions of certificates, made of the words of OpenSSL's configuration files (openssl/x509v3.h).
@safe
struct OpenSSLExtensionFunctions: Sendable {
    /// Fills the surroundings in which words are read: issuer, subject, request, revocation list, flags.
    let setSurroundings:
        @Sendable @convention(c) (
            UnsafeMutableRawPointer?, OpaquePointer?, OpaquePointer?, OpaquePointer?, OpaquePointer?, CInt
        ) -> Void
    let make:
        @Sendable @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, CInt, UnsafePointer<CChar>?)
            -> OpaquePointer?
    let free: OwnedPointer.Free
    /// Adds an extension to a certificate, as a copy.
    let add: @Sendable @convention(c) (OpaquePointer?, OpaquePointer?, CInt) -> CInt

    init(_ symbols: OpenSSLSymbols) throws(TLSError) {
        unsafe setSurroundings = unsafe try symbols.function("X509V3_set_ctx")
        unsafe make = unsafe try symbols.function("X509V3_EXT_conf_nid")
        unsafe free = unsafe try symbols.function("X509_EXTENSION_free")
        unsafe add = unsafe try symbols.function("X509_add_ext")
    }
}
