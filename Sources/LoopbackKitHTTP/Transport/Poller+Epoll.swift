#if os(Linux)
internal import CLinux

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// epoll(7), edge-triggered for connections.
@safe
package struct Poller: ~Copyable {  // the events' unions are always written and read as u64
    private let descriptor: CInt
    private let wakeDescriptor: CInt
    private var events: [epoll_event]

    package static let wakeKey = UInt64.max

    package init() throws(HTTPServerError) {
        descriptor = epoll_create1(CInt(O_CLOEXEC))
        wakeDescriptor = eventfd(0, CInt(O_CLOEXEC | O_NONBLOCK))
        unsafe events = unsafe [epoll_event](repeating: epoll_event(), count: 256)
        guard descriptor >= 0, wakeDescriptor >= 0, add(wakeDescriptor, EPOLLIN.rawValue, Self.wakeKey) else {
            throw HTTPServerError(.outOfResources, errno: errno)
        }
    }

    deinit {
        _ = close(wakeDescriptor)
        _ = close(descriptor)
    }

    /// Watches a connection for everything, edge by edge; never changed until it is closed.
    package func addConnection(_ connection: CInt, generation: UInt32) -> Bool {
        let interest = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
        return add(connection, interest, PollEvent.key(connection, generation))
    }

    /// Watches a listener that other loops watch too: one of them is woken for a connection.
    package func addListener(_ listener: CInt, generation: UInt32) -> Bool {
        add(listener, EPOLLIN.rawValue | EPOLLEXCLUSIVE.rawValue, PollEvent.key(listener, generation))
    }

    /// Stops watching; closing a descriptor does so by itself.
    package func remove(_ watched: CInt) {
        var event = unsafe epoll_event()
        _ = unsafe epoll_ctl(descriptor, EPOLL_CTL_DEL, watched, &event)
    }

    private func add(_ watched: CInt, _ interest: UInt32, _ key: UInt64) -> Bool {
        var event = unsafe epoll_event(events: interest, data: epoll_data_t(u64: key))
        return unsafe epoll_ctl(descriptor, EPOLL_CTL_ADD, watched, &event) == 0
    }

    /// Wakes the poller from any thread, as long as the poller lives.
    package struct Waker: Sendable {
        fileprivate let descriptor: CInt

        /// Ends the present or the next `wait`.
        package func wake() {
            var one: UInt64 = 1
            _ = unsafe write(descriptor, &one, 8)
        }
    }

    package var waker: Waker { Waker(descriptor: wakeDescriptor) }

    /// Waits for up to `milliseconds` (-1 without end).
    ///
    /// - Returns: the number of events, to be read by `event(at:)`.
    package mutating func wait(milliseconds: CInt) -> Int {
        let capacity = unsafe CInt(events.count)
        return Int(Swift.max(0, unsafe epoll_wait(descriptor, &events, capacity, milliseconds)))
    }

    /// The event at that place of the last batch; `nil` for a wake-up.
    package borrowing func event(at index: Int) -> PollEvent? {
        let event = unsafe events[index]
        let key = unsafe event.data.u64  // always written as u64
        guard key != Self.wakeKey else {
            var count: UInt64 = 0
            _ = unsafe read(wakeDescriptor, &count, 8)
            return nil
        }
        var readiness: Readiness = []
        if unsafe event.events & EPOLLIN.rawValue != 0 { readiness.insert(.readable) }
        if unsafe event.events & EPOLLOUT.rawValue != 0 { readiness.insert(.writable) }
        if unsafe event.events & EPOLLRDHUP.rawValue != 0 { readiness.insert(.halfClosed) }
        if unsafe event.events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 { readiness.insert(.hungUp) }
        return PollEvent(key: key, readiness: readiness)
    }
}
#endif
