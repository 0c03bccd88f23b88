internal import Synchronization

/// What all loops of one client share.
final class ClientCore: Sendable {
    let configuration: HTTPClientConfiguration
    let times: Times
    let headLimits: HTTPHeadLimits
    /// Connections that are open, or are being opened.
    let open = Atomic<Int>(0)
    /// Requests that wait for a free place.
    let waiting = Atomic<Int>(0)
    /// Bodies that wait for a task that produces them.
    let uploads: AsyncStream<ClientUpload>
    let uploadQueue: AsyncStream<ClientUpload>.Continuation

    /// The configuration's times in milliseconds.
    struct Times: Sendable {
        let connect: Int64
        let head: Int64?
        let body: Int64?
        let sending: Int64?
        let idle: Int64
        let nextAddress: Int64

        init(_ timeouts: HTTPClientConfiguration.Timeouts) {
            connect = timeouts.connect.milliseconds
            head = timeouts.head?.milliseconds
            body = timeouts.body?.milliseconds
            sending = timeouts.sending?.milliseconds
            idle = timeouts.idle.milliseconds
            nextAddress = timeouts.nextAddress.milliseconds
        }
    }

    init(_ configuration: HTTPClientConfiguration) {
        self.configuration = configuration
        times = Times(configuration.timeouts)
        headLimits = configuration.limits.heads
        (uploads, uploadQueue) = AsyncStream.makeStream(of: ClientUpload.self)
    }
}
