#if canImport(Darwin)
internal import Darwin

/// Waits for many connections with poll(2): portable, and slower with many of them.
///
/// Written beside the epoll poller; not yet compiled.
@safe
struct LoadPoller: ~Copyable {
    private var watched: [pollfd] = []
    private var ready: [Int] = []

    init() throws(LoadError) {}

    /// Watches a connection, in place of an earlier one of that slot.
    mutating func add(_ descriptor: CInt, slot: Int) {
        while watched.count <= slot { watched.append(pollfd(fd: -1, events: 0, revents: 0)) }
        watched[slot] = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    }

    /// Changes whether room for writing is of interest too.
    mutating func setWriting(_ descriptor: CInt, slot: Int, _ isWriting: Bool) {
        watched[slot].events = Int16(isWriting ? POLLIN | POLLOUT : POLLIN)
    }

    /// Waits, up to that long.
    ///
    /// - Returns: the number of events, to be read by `event(at:)`.
    mutating func wait(milliseconds: CInt) -> Int {
        _ = unsafe poll(&watched, nfds_t(watched.count), milliseconds)
        ready = watched.indices.filter { watched[$0].revents != 0 }
        return ready.count
    }

    /// The event at that place of the last batch.
    borrowing func event(at index: Int) -> LoadEvent {
        let slot = ready[index]
        let flags = CInt(watched[slot].revents)
        return LoadEvent(slot: slot, isReadable: flags & ~POLLOUT != 0, isWritable: flags & POLLOUT != 0)
    }
}
#endif
