/// Keys (EVP_PKEY, openssl/evp.h) and their form in files (PKCS #8, RFC 5208).
@safe
struct OpenSSLKeyFunctions: Sendable {
    let newGenerator:
        @Sendable @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> OpaquePointer?
    let freeGenerator: OwnedPointer.Free
    let startGenerator: @Sendable @convention(c) (OpaquePointer?) -> CInt
    let setCurve: @Sendable @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> CInt
    let setRSABits: @Sendable @convention(c) (OpaquePointer?, CInt) -> CInt
    let generate: @Sendable @convention(c) (OpaquePointer?, UnsafeMutablePointer<OpaquePointer?>?) -> CInt
    let free: OwnedPointer.Free
    let sha256: @Sendable @convention(c) () -> OpaquePointer?
    /// Reads a key in any form without a password.
    let decode: OpenSSLCertificateFunctions.Decode
    let privateKeyInfo: @Sendable @convention(c) (OpaquePointer?) -> OpaquePointer?
    let encodeInfo: OpenSSLCertificateFunctions.Encode
    let freeInfo: OwnedPointer.Free

    init(_ symbols: OpenSSLSymbols) throws(TLSError) {
        unsafe newGenerator = unsafe try symbols.function("EVP_PKEY_CTX_new_from_name")
        unsafe freeGenerator = unsafe try symbols.function("EVP_PKEY_CTX_free")
        unsafe startGenerator = unsafe try symbols.function("EVP_PKEY_keygen_init")
        unsafe setCurve = unsafe try symbols.function("EVP_PKEY_CTX_set_group_name")
        unsafe setRSABits = unsafe try symbols.function("EVP_PKEY_CTX_set_rsa_keygen_bits")
        unsafe generate = unsafe try symbols.function("EVP_PKEY_generate")
        unsafe free = unsafe try symbols.function("EVP_PKEY_free")
        unsafe sha256 = unsafe try symbols.function("EVP_sha256")
        unsafe decode = unsafe try symbols.function("d2i_AutoPrivateKey")
        unsafe privateKeyInfo = unsafe try symbols.function("EVP_PKEY2PKCS8")
        unsafe encodeInfo = unsafe try symbols.function("i2d_PKCS8_PRIV_KEY_INFO")
        unsafe freeInfo = unsafe try symbols.function("PKCS8_PRIV_KEY_INFO_free")
    }
}
