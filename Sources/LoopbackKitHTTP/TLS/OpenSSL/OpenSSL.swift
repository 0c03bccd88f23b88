/// The system's OpenSSL, loaded when TLS is first wanted: nothing of it is needed to build or to start a program.
///
/// On Apple's systems TLS belongs to the Network framework; an engine over it is not built yet. This code compiles there,
/// and is used where a host brings a `libssl.3.dylib` along.
@safe
package final class OpenSSL: Sendable {
    /// What loading gave; it is tried once in a process.
    private static let result: Result<OpenSSL, TLSError> = {
        do throws(TLSError) { return .success(try OpenSSL(libraries: libraryNames)) } catch { return .failure(error) }
    }()

    /// The names that libssl has.
    private static var libraryNames: [String] {
        #if canImport(Darwin)
        // Never without the version: macOS ends a process that loads its own `libssl.dylib`.
        ["libssl.3.dylib"]
        #else
        ["libssl.so.3", "libssl.so"]
        #endif
    }

    let errors: OpenSSLErrorFunctions
    let streams: OpenSSLStreamFunctions
    let contexts: OpenSSLContextFunctions
    let connections: OpenSSLConnectionFunctions
    let sessions: OpenSSLSessionFunctions
    let trust: OpenSSLTrustFunctions
    let certificates: OpenSSLCertificateFunctions
    let extensions: OpenSSLExtensionFunctions
    let keys: OpenSSLKeyFunctions
    /// How connections read and write their bytes; it lives as long as the process.
    let wireMethod: OpenSSLWireMethod

    /// The library.
    ///
    /// - Throws: `TLSError` with the code `unavailable` where there is none, or one that lacks something.
    package static func loaded() throws(TLSError) -> OpenSSL { try result.get() }

    /// Loads a library of these names.
    ///
    /// - Throws: `TLSError` with the code `unavailable`; its detail names what was missing.
    package init(libraries names: [String]) throws(TLSError) {
        guard let library = SystemLibrary(names: names) else {
            throw TLSError(.unavailable, detail: "no library \(names.joined(separator: ", "))")
        }
        let symbols = OpenSSLSymbols(library: library)
        try symbols.start()
        errors = try OpenSSLErrorFunctions(symbols)
        streams = try OpenSSLStreamFunctions(symbols)
        contexts = try OpenSSLContextFunctions(symbols)
        connections = try OpenSSLConnectionFunctions(symbols)
        sessions = try OpenSSLSessionFunctions(symbols)
        trust = try OpenSSLTrustFunctions(symbols)
        certificates = try OpenSSLCertificateFunctions(symbols)
        extensions = try OpenSSLExtensionFunctions(symbols)
        keys = try OpenSSLKeyFunctions(symbols)
        wireMethod = try OpenSSLWireMethod(streams)
    }
}
