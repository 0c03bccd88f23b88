/// One side of a TLS connection as a machine without a socket: bytes of the network go in and come out.
///
/// One caller at a time; it never waits. A failure is final: every later call throws it again, and what waits for the
/// network then, often an alert that tells the other side, may still be sent.
package protocol TLSEngine: AnyObject {
    /// Takes bytes that came from the network, all of them.
    ///
    /// The caller reads until nothing is left before it receives more: that bounds what is kept.
    func receive(_ bytes: UnsafeRawBufferPointer) throws(TLSError)

    /// Takes note that no more bytes come from the network.
    ///
    /// After what came before, `read` throws `truncated` where the other side had not ended its direction in order, since
    /// somebody else may have cut it (RFC 8446, section 6.1); `handshake` throws `handshakeFailed`.
    func receiveEnd()

    /// Goes on with the handshake.
    ///
    /// - Returns: whether it is complete; until then more has to come from the network.
    func handshake() throws(TLSError) -> Bool

    /// Reads decrypted bytes, of several records where the room has place for them; after the handshake alone.
    ///
    /// It also takes in what the other side says between data, such as new keys: there may be output afterwards.
    ///
    /// - Returns: how many were written to the room (0 for none yet), or `nil` when the other side has ended its
    ///   direction in order (close_notify).
    func read(into room: UnsafeMutableRawBufferPointer) throws(TLSError) -> Int?

    /// Encrypts bytes; after the handshake alone. All of them are taken.
    func write(_ bytes: UnsafeRawBufferPointer) throws(TLSError)

    /// Ends the sending direction (close_notify); does nothing before the handshake is complete.
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
    /// - Throws: `TLSError`; its code is `unavailable` where the system has no TLS, `wrongHost` for a name that no
    ///   certificate can be for.
    func makeEngine(host: HTTPHost, port: UInt16) throws(TLSError) -> any TLSEngine
}

/// Makes the server's side of TLS connections.
package protocol TLSServerProvider: Sendable {
    /// Makes an engine for a new connection.
    ///
    /// - Returns: the engine, before its handshake.
    func makeEngine() throws(TLSError) -> any TLSEngine
}
