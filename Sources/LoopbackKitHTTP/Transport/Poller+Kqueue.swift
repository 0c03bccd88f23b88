#if canImport(Darwin)
internal import Darwin

/// kqueue(2), edge-triggered (`EV_CLEAR`) for connections.
///
/// Written beside the epoll poller; not yet compiled.
@safe
package struct Poller: ~Copyable {  // the events' user pointers are numbers
    private let descriptor: CInt
    private var events: [Darwin.kevent]

    fileprivate static let wakeIdentifier: UInt = 1

    package init() throws(HTTPServerError) {
        descriptor = kqueue()
        events = [Darwin.kevent](repeating: Darwin.kevent(), count: 256)
        guard descriptor >= 0, change(Self.wakeIdentifier, EVFILT_USER, EV_ADD | EV_CLEAR, 0) else {
            throw HTTPServerError(.outOfResources, errno: errno)
        }
    }

    deinit { _ = close(descriptor) }

    package func addConnection(_ connection: CInt, generation: UInt32) -> Bool {
        let key = PollEvent.key(connection, generation)
        return change(UInt(connection), EVFILT_READ, EV_ADD | EV_CLEAR, key)
            && change(UInt(connection), EVFILT_WRITE, EV_ADD | EV_CLEAR, key)
    }

    package func addListener(_ listener: CInt, generation: UInt32) -> Bool {
        change(UInt(listener), EVFILT_READ, EV_ADD, PollEvent.key(listener, generation))
    }

    package func remove(_ watched: CInt) {
        _ = change(UInt(watched), EVFILT_READ, EV_DELETE, 0)
        _ = change(UInt(watched), EVFILT_WRITE, EV_DELETE, 0)
    }

    private func change(
        _ identifier: UInt,
        _ filter: Int32,
        _ flags: Int32,
        _ key: UInt64
    ) -> Bool {
        var event = Darwin.kevent(
            ident: identifier,
            filter: Int16(filter),
            flags: UInt16(flags),
            fflags: 0,
            data: 0,
            udata: unsafe UnsafeMutableRawPointer(bitPattern: UInt(key))  // a number, never a pointer
        )
        return unsafe Darwin.kevent(descriptor, &event, 1, nil, 0, nil) == 0
    }

    /// Wakes the poller from any thread, as long as the poller lives.
    package struct Waker: Sendable {
        fileprivate let descriptor: CInt

        package func wake() {
            var event = Darwin.kevent()
            event.ident = Poller.wakeIdentifier
            event.filter = Int16(EVFILT_USER)
            event.fflags = UInt32(bitPattern: NOTE_TRIGGER)
            _ = unsafe Darwin.kevent(descriptor, &event, 1, nil, 0, nil)
        }
    }

    package var waker: Waker { Waker(descriptor: descriptor) }

    package mutating func wait(milliseconds: CInt) -> Int {
        let capacity = CInt(events.count)
        guard milliseconds >= 0 else {
            return Int(Swift.max(0, unsafe Darwin.kevent(descriptor, nil, 0, &events, capacity, nil)))
        }
        var limit = timespec(tv_sec: Int(milliseconds) / 1000, tv_nsec: Int(milliseconds) % 1000 * 1_000_000)
        return Int(Swift.max(0, unsafe Darwin.kevent(descriptor, nil, 0, &events, capacity, &limit)))
    }

    package borrowing func event(at index: Int) -> PollEvent? {
        let event = events[index]
        guard event.filter != Int16(EVFILT_USER) else { return nil }
        var readiness: Readiness = event.filter == Int16(EVFILT_WRITE) ? .writable : .readable
        if event.flags & UInt16(EV_EOF) != 0 {
            readiness.insert(event.filter == Int16(EVFILT_WRITE) || event.fflags != 0 ? .hungUp : .halfClosed)
        }
        return unsafe PollEvent(key: UInt64(UInt(bitPattern: event.udata)), readiness: readiness)
    }
}
#endif
