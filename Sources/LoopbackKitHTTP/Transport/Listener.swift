#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif
#if os(Linux)
internal import CLinux
#endif

/// A listening socket, closed when its last user lets go of it.
package final class Listener: Sendable {
    package let descriptor: CInt
    package let address: SocketAddress
    /// The file of a Unix socket that was bound here.
    private let file: SocketFile?
    /// Whether others hold the socket too, and may go on listening on it.
    private let isInherited: Bool

    private init(descriptor: CInt, address: SocketAddress, isInherited: Bool = false) {
        self.descriptor = descriptor
        self.address = address
        self.isInherited = isInherited
        file = if case .unix(let path) = address, !isInherited { SocketFile(path) } else { nil }
    }

    deinit {
        // Before the socket lets go of its file, whose number another one could get then.
        file?.remove()
        _ = close(descriptor)
    }

    /// Binds and listens.
    ///
    /// `SO_REUSEADDR` lets a port be taken again while old connections linger; `SO_REUSEPORT` is never set, since it
    /// would let another process share the port.
    package static func bind(to address: SocketAddress, backlog: Int) throws(HTTPServerError) -> Listener {
        let descriptor = socket(address.family, streamSocket, 0)
        guard descriptor >= 0 else { throw HTTPServerError(.outOfResources, errno: errno) }
        makeNonBlocking(descriptor)
        setOption(descriptor, SOL_SOCKET, SO_REUSEADDR)
        if case .ipv6 = address { setOption(descriptor, CInt(IPPROTO_IPV6), IPV6_V6ONLY) }
        // Accepted sockets inherit it: answers leave at once.
        if address.family != AF_UNIX { setOption(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY) }
        if let number = bind(descriptor, to: address)
            ?? (listen(descriptor, CInt(clamping: backlog)) == 0 ? nil : errno)
        {
            _ = close(descriptor)
            throw HTTPServerError(code(for: number), errno: number)
        }
        if case .unix = address { return Listener(descriptor: descriptor, address: address) }
        return Listener(descriptor: descriptor, address: Self.address(of: descriptor) ?? address)
    }

    /// - Returns: the error number when it failed.
    private static func bind(_ descriptor: CInt, to address: SocketAddress) -> CInt? {
        for mayTryAgain in [true, false] {
            // The system would choose a name, which nobody could know.
            guard address != .unix(path: "") else { return EINVAL }
            guard let result = unsafe address.withSystemAddress({ unsafe systemBind(descriptor, $0, $1) }) else {
                return ENAMETOOLONG
            }
            guard result != 0 else { return nil }
            let number = errno
            guard mayTryAgain, number == EADDRINUSE, removeAbandonedSocket(address) else { return number }
        }
        return EADDRINUSE
    }

    /// Removes the file of a Unix socket whose process ended without doing so.
    ///
    /// - Returns: whether it did; a file that is no socket, or one that somebody listens on, is left alone.
    private static func removeAbandonedSocket(_ address: SocketAddress) -> Bool {
        guard case .unix(let path) = address else { return false }
        let probe = socket(AF_UNIX, streamSocket, 0)
        guard probe >= 0 else { return false }
        defer { _ = close(probe) }
        makeNonBlocking(probe)  // a listener whose backlog is full would keep it waiting
        let result = unsafe address.withSystemAddress { unsafe connect(probe, $0, $1) }
        // Where the file is no socket this is ECONNREFUSED too.
        guard result == -1, errno == ECONNREFUSED, SocketFile(path) != nil else { return false }
        return unsafe unlink(path) == 0
    }

    /// Takes over a socket that listens already.
    package static func adopt(_ descriptor: CInt) throws(HTTPServerError) -> Listener {
        for (name, wanted) in [(SO_TYPE, streamSocket), (SO_ACCEPTCONN, 1)] {
            var value: CInt = 0
            var length = socklen_t(MemoryLayout<CInt>.size)
            guard unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 else {
                throw HTTPServerError(.invalidDescriptor, errno: errno)
            }
            guard value == wanted else { throw HTTPServerError(.invalidDescriptor, errno: EINVAL) }
        }
        guard let address = address(of: descriptor) else {
            throw HTTPServerError(.invalidDescriptor, errno: EAFNOSUPPORT)
        }
        makeNonBlocking(descriptor)
        if address.family != AF_UNIX { setOption(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY) }
        return Listener(descriptor: descriptor, address: address, isInherited: true)
    }

    private static func code(for number: CInt) -> HTTPServerError.Code {
        switch number {
        case EADDRINUSE: .addressInUse
        case EADDRNOTAVAIL: .addressNotAvailable
        default: .bindFailed
        }
    }

    private static func address(of descriptor: CInt) -> SocketAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {  // as large as any address
                unsafe getsockname(descriptor, $0, &length)
            }
        }
        guard result == 0 else { return nil }
        return SocketAddress(storage)
    }

    /// Takes one waiting connection: a non-blocking descriptor and its peer, or the error number.
    package func accept() -> Result<(descriptor: CInt, peer: SocketAddress?), AcceptError> {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let accepted = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {  // as large as any address
                unsafe systemAccept(descriptor, $0, &length)
            }
        }
        guard accepted >= 0 else { return .failure(AcceptError(errno: errno)) }
        return .success((accepted, SocketAddress(storage)))
    }

    /// Stops taking connections; those that wait are refused by the system.
    ///
    /// An inherited socket is left as it is: ending it would end it for whoever handed it over, and for the next process
    /// that gets it.
    package func stopListening() {
        if !isInherited { _ = shutdown(descriptor, CInt(SHUT_RDWR)) }
    }
}

/// The file of a Unix socket, known again when another socket has taken its place.
private struct SocketFile {
    private let path: String
    private let device: dev_t
    private let number: ino_t

    /// `nil` when there is no socket at the path.
    init?(_ path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
        self.path = path
        device = status.st_dev
        number = status.st_ino
    }

    /// Removes it, if it is still there.
    func remove() {
        guard let present = SocketFile(path), present.device == device, present.number == number else { return }
        _ = unsafe unlink(path)
    }
}

/// Why no connection was accepted.
package struct AcceptError: Error {
    package let errno: CInt

    /// Nothing waits, or the listener has ended (EINVAL).
    package var isEmpty: Bool { errno == EAGAIN || errno == EWOULDBLOCK || errno == EINVAL }

    /// The one connection failed, or a signal came: others may wait (accept(2) names these for Linux).
    package var isPassing: Bool {
        switch errno {
        case EINTR, ECONNABORTED, EPROTO, ENETDOWN, ENOPROTOOPT, EHOSTDOWN, EHOSTUNREACH, EOPNOTSUPP, ENETUNREACH: true
        default: false
        }
    }

    /// No descriptor or memory is free: worth another try later.
    package var isExhaustion: Bool {
        switch errno {
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: true
        default: false
        }
    }
}

#if canImport(Glibc)
package let streamSocket = CInt(SOCK_STREAM.rawValue)
#else
package let streamSocket = SOCK_STREAM
#endif

private func systemBind(_ descriptor: CInt, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> CInt {
    unsafe bind(descriptor, address, length)
}

private func systemAccept(
    _ descriptor: CInt,
    _ address: UnsafeMutablePointer<sockaddr>,
    _ length: inout socklen_t
) -> CInt {
    #if os(Linux)
    // SOCK_NONBLOCK and SOCK_CLOEXEC have these two values on every architecture that Swift runs on.
    return unsafe accept4(descriptor, address, &length, O_NONBLOCK | O_CLOEXEC)
    #else
    let accepted = unsafe accept(descriptor, address, &length)
    if accepted >= 0 {
        makeNonBlocking(accepted)
        setOption(accepted, SOL_SOCKET, SO_NOSIGPIPE)
        setOption(accepted, IPPROTO_TCP, TCP_NODELAY)
    }
    return accepted
    #endif
}

package func makeNonBlocking(_ descriptor: CInt) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
}

package func setOption(_ descriptor: CInt, _ level: CInt, _ name: CInt) {
    var on: CInt = 1
    _ = unsafe setsockopt(descriptor, level, name, &on, socklen_t(MemoryLayout<CInt>.size))
}
