/// Streams of bytes and their methods (BIO, openssl/bio.h).
@safe
struct OpenSSLStreamFunctions: Sendable {
    typealias Read = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, CInt) -> CInt
    typealias Write = @convention(c) (OpaquePointer?, UnsafeRawPointer?, CInt) -> CInt
    typealias Control = @convention(c) (OpaquePointer?, CInt, CLong, UnsafeMutableRawPointer?) -> CLong

    let makeMethod: @Sendable @convention(c) (CInt, UnsafePointer<CChar>?) -> OpaquePointer?
    let setRead: @Sendable @convention(c) (OpaquePointer?, Read) -> CInt
    let setWrite: @Sendable @convention(c) (OpaquePointer?, Write) -> CInt
    let setControl: @Sendable @convention(c) (OpaquePointer?, Control) -> CInt
    let newIndex: @Sendable @convention(c) () -> CInt

    let new: @Sendable @convention(c) (OpaquePointer?) -> OpaquePointer?
    let setData: @Sendable @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void
    let data: @Sendable @convention(c) (OpaquePointer?) -> UnsafeMutableRawPointer?
    let setReady: @Sendable @convention(c) (OpaquePointer?, CInt) -> Void
    let setFlags: @Sendable @convention(c) (OpaquePointer?, CInt) -> Void
    let clearFlags: @Sendable @convention(c) (OpaquePointer?, CInt) -> Void

    init(_ symbols: OpenSSLSymbols) throws(TLSError) {
        unsafe makeMethod = unsafe try symbols.function("BIO_meth_new")
        unsafe setRead = unsafe try symbols.function("BIO_meth_set_read")
        unsafe setWrite = unsafe try symbols.function("BIO_meth_set_write")
        unsafe setControl = unsafe try symbols.function("BIO_meth_set_ctrl")
        newIndex = try symbols.function("BIO_get_new_index")
        unsafe new = unsafe try symbols.function("BIO_new")
        unsafe setData = unsafe try symbols.function("BIO_set_data")
        unsafe data = unsafe try symbols.function("BIO_get_data")
        unsafe setReady = unsafe try symbols.function("BIO_set_init")
        unsafe setFlags = unsafe try symbols.function("BIO_set_flags")
        unsafe clearFlags = unsafe try symbols.function("BIO_clear_flags")
    }
}
