/// Bytes in both directions, each in order and with back-pressure: what a connection becomes after an upgrade.
///
/// A server's lives as long as the function that it was handed to: when that returns, the connection is closed. A client's
/// is closed when it is let go. Where `HTTPMessageError` is named below, a client's throws `HTTPClientError`.
public protocol DuplexStream: Sendable {
    /// The next bytes that arrived, never empty, or `nil` when the other side ended its direction.
    ///
    /// Nothing is read from the socket until it is asked for. One caller at a time.
    ///
    /// - Throws: `HTTPMessageError` when the connection broke or the server stopped; `CancellationError` when the calling
    ///   task is cancelled.
    func read() async throws -> [UInt8]?

    /// Sends bytes, and waits while too much is under way to a slow reader.
    ///
    /// Calls from several tasks at once go out one after the other, each in one piece.
    ///
    /// - Throws: `HTTPMessageError` when the connection broke, `finish()` was called or the server stopped;
    ///   `CancellationError` when the calling task is cancelled while it waits.
    func write(_ bytes: [UInt8]) async throws

    /// Ends the direction of sending after what was written; the other side can still be read.
    ///
    /// - Throws: `HTTPMessageError` when the connection broke.
    func finish() async throws
}
