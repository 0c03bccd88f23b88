internal import Synchronization

/// What all loops of one server share.
final class ServerCore: Sendable {
    let configuration: HTTPServerConfiguration
    let handler: any HTTPHandler
    /// The configuration's times in milliseconds.
    let times: Times
    /// The `Server` field's whole line.
    let serverField: [UInt8]?
    let open = Atomic<Int>(0)
    let tasks = Atomic<Int>(0)
    let accepted = Atomic<Int>(0)
    let answered = Atomic<Int>(0)

    struct Times: Sendable {
        let head: Int64?
        let idle: Int64?
        let bodyProgress: Int64?
        let readerProgress: Int64?
        let trustedReaderProgress: Int64?
        let linger: Int64
        let stop: Int64

        init(_ timeouts: HTTPServerConfiguration.Timeouts) {
            head = timeouts.head?.milliseconds
            idle = timeouts.idle?.milliseconds
            bodyProgress = timeouts.bodyProgress?.milliseconds
            readerProgress = timeouts.readerProgress?.milliseconds
            trustedReaderProgress = timeouts.trustedReaderProgress?.milliseconds
            linger = timeouts.linger.milliseconds
            stop = timeouts.stop.milliseconds
        }
    }

    init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) {
        self.configuration = configuration
        self.handler = handler
        times = Times(configuration.timeouts)
        serverField = configuration.serverName.map { Array("Server: \($0)\r\n".utf8) }
    }

    @inline(__always)
    func observe(_ event: @autoclosure () -> HTTPServerEvent) {
        if let observe = configuration.observe { observe(event()) }
    }
}
