#if os(Linux)
internal import CLinux

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Waits for many connections with epoll(7), level-triggered.
@safe
struct LoadPoller: ~Copyable {  // the events' unions are always written and read as u64
    private let descriptor: CInt
    private var events: [epoll_event]

    init() throws(LoadError) {
        descriptor = epoll_create1(CInt(O_CLOEXEC))
        unsafe events = unsafe [epoll_event](repeating: epoll_event(), count: 256)
        guard descriptor >= 0 else { throw LoadError(.outOfResources, errno: errno) }
    }

    deinit { _ = close(descriptor) }

    /// Watches a connection; closing it ends that.
    func add(_ watched: CInt, slot: Int) { set(watched, slot, EPOLL_CTL_ADD, isWriting: false) }

    /// Changes whether room for writing is of interest too.
    func setWriting(_ watched: CInt, slot: Int, _ isWriting: Bool) {
        set(watched, slot, EPOLL_CTL_MOD, isWriting: isWriting)
    }

    private func set(_ watched: CInt, _ slot: Int, _ operation: CInt, isWriting: Bool) {
        let interest = EPOLLIN.rawValue | (isWriting ? EPOLLOUT.rawValue : 0)
        var event = unsafe epoll_event(events: interest, data: epoll_data_t(u64: UInt64(slot)))
        _ = unsafe epoll_ctl(descriptor, operation, watched, &event)
    }

    /// Waits, up to that long.
    ///
    /// - Returns: the number of events, to be read by `event(at:)`.
    mutating func wait(milliseconds: CInt) -> Int {
        let capacity = unsafe CInt(events.count)
        return Int(max(0, unsafe epoll_wait(descriptor, &events, capacity, milliseconds)))
    }

    /// The event at that place of the last batch.
    borrowing func event(at index: Int) -> LoadEvent {
        let event = unsafe events[index]
        let flags = unsafe event.events
        return LoadEvent(
            slot: unsafe Int(event.data.u64),
            isReadable: flags & ~EPOLLOUT.rawValue != 0,
            isWritable: flags & EPOLLOUT.rawValue != 0
        )
    }
}
#endif
