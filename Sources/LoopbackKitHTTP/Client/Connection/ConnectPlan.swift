/// Which of a host's addresses is tried when: one after the other, the next beside the last when that takes long
/// (RFC 8305, section 5).
struct ConnectPlan: Sendable {
    /// What is to be done.
    enum Action: Equatable, Sendable {
        /// Try this address, and come back when the delay has passed or the attempt has failed.
        case connect(SocketAddress)
        /// Nothing until an attempt ends.
        case wait
        /// No address is left.
        case fail
    }

    private let addresses: [SocketAddress]
    private var next = 0
    private var running = 0

    init(_ addresses: [SocketAddress]) { self.addresses = addresses }

    /// Whether an address is left that was not tried.
    var hasMore: Bool { next < addresses.count }

    /// At the start, and when the delay since the last start has passed.
    mutating func tryNext() -> Action {
        guard hasMore else { return running > 0 ? .wait : .fail }
        defer { next += 1 }
        running += 1
        return .connect(addresses[next])
    }

    /// An attempt has failed: the next one does not wait for its time.
    mutating func attemptFailed() -> Action {
        running -= 1
        return tryNext()
    }
}
