/// An object of OpenSSL's that is freed with the value that holds it.
@safe
struct OwnedPointer: ~Copyable {
    typealias Free = @Sendable @convention(c) (OpaquePointer?) -> Void

    private let pointer: OpaquePointer
    private let free: Free

    /// Takes an object over that a function of OpenSSL made.
    ///
    /// - Throws: `TLSError` when it made none.
    init(_ pointer: OpaquePointer?, free: Free, _ library: OpenSSL) throws(TLSError) {
        guard let pointer = unsafe pointer else { throw library.failure() }
        unsafe self.pointer = unsafe pointer
        unsafe self.free = unsafe free
    }

    deinit { unsafe free(pointer) }

    /// Lends the object for a call: it is not freed before the call is over, which a bare pointer could not promise.
    borrowing func lend<Result: ~Copyable, Failure: Error>(
        _ body: (OpaquePointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe try body(pointer)
    }
}
