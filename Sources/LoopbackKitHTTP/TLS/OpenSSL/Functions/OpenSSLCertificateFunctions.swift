/// Certificates (X509, openssl/x509.h).
@safe
struct OpenSSLCertificateFunctions: Sendable {
    typealias Encode =
        @Sendable @convention(c) (OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> CInt
    typealias Decode =
        @Sendable @convention(c) (
            UnsafeMutablePointer<OpaquePointer?>?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, CLong
        ) -> OpaquePointer?

    let new: @Sendable @convention(c) () -> OpaquePointer?
    let free: OwnedPointer.Free
    let encode: Encode
    let decode: Decode
    let setVersion: @Sendable @convention(c) (OpaquePointer?, CLong) -> CInt
    let serialNumber: @Sendable @convention(c) (OpaquePointer?) -> OpaquePointer?
    let setNumber: @Sendable @convention(c) (OpaquePointer?, UInt64) -> CInt
    let start: @Sendable @convention(c) (OpaquePointer?) -> OpaquePointer?
    let end: @Sendable @convention(c) (OpaquePointer?) -> OpaquePointer?
    /// Takes the C library's `time_t`, which is as wide as a `long` on the systems that this code is for.
    let setTime: @Sendable @convention(c) (OpaquePointer?, CLong) -> OpaquePointer?
    let subject: @Sendable @convention(c) (OpaquePointer?) -> OpaquePointer?
    let addNameEntry:
        @Sendable @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>?, CInt, UnsafePointer<UInt8>?, CInt, CInt, CInt
        ) -> CInt
    let setIssuer: @Sendable @convention(c) (OpaquePointer?, OpaquePointer?) -> CInt
    let setKey: @Sendable @convention(c) (OpaquePointer?, OpaquePointer?) -> CInt
    let sign: @Sendable @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?) -> CInt

    init(_ symbols: OpenSSLSymbols) throws(TLSError) {
        unsafe new = unsafe try symbols.function("X509_new")
        unsafe free = unsafe try symbols.function("X509_free")
        unsafe encode = unsafe try symbols.function("i2d_X509")
        unsafe decode = unsafe try symbols.function("d2i_X509")
        unsafe setVersion = unsafe try symbols.function("X509_set_version")
        unsafe serialNumber = unsafe try symbols.function("X509_get_serialNumber")
        unsafe setNumber = unsafe try symbols.function("ASN1_INTEGER_set_uint64")
        unsafe start = unsafe try symbols.function("X509_getm_notBefore")
        unsafe end = unsafe try symbols.function("X509_getm_notAfter")
        unsafe setTime = unsafe try symbols.function("ASN1_TIME_set")
        unsafe subject = unsafe try symbols.function("X509_get_subject_name")
        unsafe addNameEntry = unsafe try symbols.function("X509_NAME_add_entry_by_txt")
        unsafe setIssuer = unsafe try symbols.function("X509_set_issuer_name")
        unsafe setKey = unsafe try symbols.function("X509_set_pubkey")
        unsafe sign = unsafe try symbols.function("X509_sign")
    }
}
