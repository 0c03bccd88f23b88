/// The thread's queue of errors (openssl/err.h).
@safe
struct OpenSSLErrorFunctions: Sendable {
    /// Takes the oldest error; 0 when there is none.
    let next: @Sendable @convention(c) () -> CUnsignedLong
    let clear: @Sendable @convention(c) () -> Void
    /// An error's words, which are never freed.
    let reason: @Sendable @convention(c) (CUnsignedLong) -> UnsafePointer<CChar>?

    init(_ symbols: OpenSSLSymbols) throws(TLSError) {
        next = try symbols.function("ERR_get_error")
        clear = try symbols.function("ERR_clear_error")
        unsafe reason = unsafe try symbols.function("ERR_reason_error_string")
    }
}
