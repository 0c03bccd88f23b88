import LoopbackKitHTTP

/// How a connection came to its end, as the upstream saw it.
enum ConnectionEnd: Equatable, Sendable {
    /// The upstream closed it cleanly.
    case closed
    /// The upstream closed it without an announcement (close_notify), as somebody who cuts a line would.
    case truncated
    /// The upstream sent a reset.
    case reset
    /// The other side ended its direction.
    case peerClosed
    /// The other side sent a reset.
    case peerReset
    /// The upstream as a whole was stopped.
    case stopped
    /// TLS failed: the other side's alert, for example.
    case tlsFailed(TLSError)
    /// What was received could not be read.
    case failed(String)
}

/// Everything that happened at an upstream.
struct UpstreamRecord: Sendable {
    /// One connection.
    struct Connection: Sendable {
        /// From 1, in the order of arrival.
        let number: Int
        var requestCount = 0
        /// How many bytes the system took: what the peer read may be less.
        var bytesSent = 0
        var bytesReceived = 0
        /// `nil` while it is open.
        var end: ConnectionEnd?
    }

    /// In the order in which their heads were complete.
    var requests: [UpstreamRequest] = []
    var connections: [Connection] = []
    var openConnections = 0
    /// The most that were open at once.
    var peakConnections = 0
    /// The upstream's threads that run, the one that accepts included.
    var threads = 0

    /// The requests for a path.
    func requests(to path: String) -> [UpstreamRequest] { requests.filter { $0.path == path } }

    /// How the connections ended, in the order of their arrival; those that are open are left out.
    var ends: [ConnectionEnd] { connections.compactMap(\.end) }
}

extension UpstreamRecord: CustomStringConvertible {
    /// What a test that waited in vain needs to know.
    var description: String {
        let lines = requests.map { "\($0.connection).\($0.turn) \($0.method) \($0.target) (\($0.bodyCount) bytes)" }
        let ends = connections.map {
            "\($0.number): sent \($0.bytesSent), \($0.end.map { "\($0)" } ?? "open")"
        }
        return (["\(openConnections) open"] + lines.suffix(20) + ends.suffix(20)).joined(separator: "\n")
    }
}
