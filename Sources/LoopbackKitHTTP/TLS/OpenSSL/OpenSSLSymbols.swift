/// Finds the functions of libssl, and through it those of the libcrypto that it was linked with: another one may be
/// loaded in the same process, and the two must not be mixed.
struct OpenSSLSymbols {
    private typealias Version = @convention(c) () -> CUnsignedInt
    private typealias Start = @convention(c) (UInt64, OpaquePointer?) -> CInt

    let library: SystemLibrary

    /// A function of the type that the caller knows it by.
    ///
    /// - Throws: `TLSError` with the code `unavailable`, naming the symbol.
    func function<Function>(_ name: String) throws(TLSError) -> Function {
        guard let function = library.function(name, as: Function.self) else {
            throw TLSError(.unavailable, detail: "\(library.name) has no \(name)")
        }
        return function
    }

    /// Looks at the version, and starts the library.
    func start() throws(TLSError) {
        // Since 3.0; releases before it had other functions, and get no corrections any more.
        guard let version = library.function("OPENSSL_version_major", as: Version.self), version() >= 3 else {
            throw TLSError(.unavailable, detail: "\(library.name) is older than OpenSSL 3")
        }
        // OPENSSL_INIT_NO_ATEXIT: threads may still use it while the process ends.
        let start: Start = unsafe try function("OPENSSL_init_ssl")
        guard start(0x0008_0000, nil) == 1 else {
            throw TLSError(.unavailable, detail: "\(library.name) does not start")
        }
    }
}
