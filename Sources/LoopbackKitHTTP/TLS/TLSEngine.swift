/// One side of a TLS connection as a machine without a socket: bytes of the network go in and come out.
///
/// One caller at a time; it never waits. A failure is final.
package protocol TLSEngine: AnyObject {
    /// Takes bytes that came from the network, all of them.
    func receive(_ bytes: UnsafeRawBufferPointer) throws(TLSError)

    /// Goes on with the handshake.
    ///
    /// - Returns: whether it is complete; until then more has to come from the network.
    func handshake() throws(TLSError) -> Bool

    /// Reads decrypted bytes.
    ///
    /// - Returns: how many were written to the room (0 for none yet), or `nil` when the other side has ended its
    ///   direction in order (close_notify).
    func read(into room: UnsafeMutableRawBufferPointer) throws(TLSError) -> Int?

    /// Encrypts bytes; after the handshake alone. All of them are taken.
    func write(_ bytes: UnsafeRawBufferPointer) throws(TLSError)

    /// Ends the sending direction (close_notify).
    func finish()

    /// How many bytes wait to be sent to the network.
    var outputCount: Int { get }

    /// Takes bytes for the network out: how many were written to the room.
    func takeOutput(into room: UnsafeMutableRawBufferPointer) -> Int

    /// The protocol that both sides chose (ALPN, RFC 7301), such as `http/1.1`.
    var applicationProtocol: String? { get }
}

/// Makes the client's side of TLS connections.
package protocol TLSClientProvider: Sendable {
    /// Makes an engine for a new connection.
    ///
    /// - Parameters:
    ///   - host: the name or address that the certificate has to be for; a name is sent as SNI (RFC 6066, section 3).
    ///   - port: with the host the key of sessions to resume.
    /// - Returns: the engine, before its handshake.
    /// - Throws: `TLSError` with code `unavailable` where the system has no TLS.
    func makeEngine(host: HTTPHost, port: UInt16) throws(TLSError) -> any TLSEngine
}
