internal import Synchronization

/// An open WebSocket: a sequence of the messages that arrive, and a place to send others to (RFC 6455).
///
/// ```swift
/// router.get("/echo") { request in
///     HTTPResponse.webSocket(answering: request) { socket in
///         for try await message in socket { try await socket.send(message) }
///     }
/// }
/// ```
///
/// The sequence ends when the socket is closed, by either side or because the server stops; it throws when the
/// connection is lost or the other side breaks the protocol. Pings are answered and a close is met also while nobody asks
/// for a message, up to `WebSocketConfiguration.readAhead`: then nothing more is read, and the other side has to wait.
///
/// Any task may send; messages go out whole, one after the other. Messages that arrive go to whoever asks, each once.
public final class WebSocket: Sendable {
    /// How far the closing handshake has come.
    struct Ending {
        /// Whether this side's close frame is sent, or about to be: no message follows it.
        var hasSentClose = false
        var closure: WebSocketClosure?
        /// Whether nothing is read any more.
        var hasStoppedReading = false
    }

    /// The subprotocol that both sides agreed on.
    public let subprotocol: String?
    let stream: any DuplexStream
    let role: WebSocketRole
    let configuration: WebSocketConfiguration
    let inbox: WebSocketInbox
    let ending = Monitor(Ending())
    let gate = SendGate()
    /// How often bytes arrived: a sign of life.
    let arrivals = Atomic<Int>(0)

    init(
        _ stream: any DuplexStream,
        role: WebSocketRole,
        subprotocol: String?,
        configuration: WebSocketConfiguration
    ) {
        self.stream = stream
        self.role = role
        self.subprotocol = subprotocol
        self.configuration = configuration
        inbox = WebSocketInbox(readAhead: configuration.readAhead)
    }

    /// How the socket came to its end; `nil` while it is open or being closed.
    public var closure: WebSocketClosure? { ending.value.closure }
}

extension WebSocket: AsyncSequence {
    /// A message, whole.
    public typealias Element = WebSocketMessage

    /// Receives message after message.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let inbox: WebSocketInbox

        /// The next message, or `nil` when the socket is closed.
        ///
        /// - Throws: `WebSocketError` when the connection was lost or the other side broke the protocol;
        ///   `CancellationError` when the calling task is cancelled.
        public mutating func next() async throws -> WebSocketMessage? { try await inbox.next() }
    }

    /// Starts receiving; every iterator takes from the same messages.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(inbox: inbox) }
}

extension WebSocket {
    /// Runs a function that only sends, for as long as the socket is open; what arrives is thrown away.
    ///
    /// ```swift
    /// try await socket.whileOpen {
    ///     for await event in events { try await socket.send(event) }
    /// }
    /// ```
    ///
    /// - Parameter body: is cancelled when the socket is closed or lost.
    /// - Throws: what the function throws while the socket is open, and `WebSocketError` as the sequence of messages does.
    public func whileOpen(_ body: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do { try await body() } catch  where self.closure != nil {}
            }
            group.addTask { for try await _ in self {} }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
