/// Finds the addresses of a host.
///
/// A client connects to one of the very addresses that it is given, and looks nothing up by itself: a resolver that
/// refuses addresses decides what may be called.
public protocol HTTPResolver: Sendable {
    /// Looks a name up.
    ///
    /// - Parameters:
    ///   - name: a host's name in ASCII, or an address as in a URL (`127.0.0.1`, `[::1]`).
    ///   - port: the port that the addresses get.
    /// - Returns: the addresses to try, best first; never empty.
    /// - Throws: `HTTPResolverError` when there is none; a resolver's own error, which the client hands on, when none may
    ///   be called; `CancellationError`.
    func addresses(of name: String, port: UInt16) async throws -> [SocketAddress]
}
