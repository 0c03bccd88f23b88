/// What a WebSocket is told before it runs.
///
/// Every value has a default.
public struct WebSocketConfiguration: Sendable {
    /// The most bytes of a message that arrives, all fragments together; a larger one closes with 1009.
    public var maximumMessageSize = 1024 * 1024
    /// The most bytes in a frame that is sent: a larger message is cut into fragments; `nil` sends it in one.
    public var maximumFrameSize: Int?
    /// How many bytes of messages may wait for the reader before nothing more is read from the connection.
    ///
    /// Up to here pings are answered and a close is met although nobody asks for a message. One message passes it.
    public var readAhead = 64 * 1024
    /// After how long without a byte from the other side a ping is sent; `nil` sends none.
    ///
    /// When nothing comes for another interval, the socket ends with `WebSocketError.Code.timedOut`.
    public var pingInterval: Duration?
    /// How long a close waits for the other side's.
    public var closeTimeout: Duration = .seconds(5)
    /// Tells the intervals; another one in tests.
    package var clock: any Clock<Duration> = ContinuousClock()

    /// The defaults.
    public init() {}
}
