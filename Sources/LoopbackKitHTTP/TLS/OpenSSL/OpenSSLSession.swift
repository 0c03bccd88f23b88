/// A session that a server lets resume; freed with this object.
@safe
final class OpenSSLSession: Sendable {
    @safe nonisolated(unsafe)
        private let pointer: OpaquePointer  // owned; OpenSSL counts its references atomically
    private let library: OpenSSL

    /// Takes a session over.
    init(owning pointer: OpaquePointer, _ library: OpenSSL) {
        self.pointer = unsafe pointer
        self.library = library
    }

    deinit { unsafe library.sessions.free(pointer) }

    /// Whether it is good for one connection only, so that nobody can tell by it that two connections have one client
    /// (RFC 8446, appendix C.4).
    var isForOneUse: Bool { unsafe library.sessions.protocolVersion(pointer) >= TLSVersion.tls13.rawValue }

    var isResumable: Bool { unsafe library.sessions.isResumable(pointer) == 1 }

    /// Has a connection resume it; the connection takes a reference of its own.
    func resume(on connection: OpaquePointer) { _ = unsafe library.sessions.resume(connection, pointer) }
}
