#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A client's socket: connected blockingly, which costs nothing on loopback, and not blocking from then on.
package enum LoadSocket {
    /// Connects to a port of 127.0.0.1.
    ///
    /// - Parameters:
    ///   - port: the server's.
    ///   - source: which loopback address to come from, where the system has more than one: each has ports of its own, of
    ///     which many short connections use up a lot.
    package static func connect(port: UInt16, source: UInt8 = 1) throws(LoadError) -> CInt {
        guard let descriptor = open() else { throw LoadError(.outOfResources, errno: errno) }
        guard leave(from: source, descriptor), reach(port, descriptor) else {
            let number = errno
            close(descriptor)
            throw LoadError(.noConnection, errno: number)
        }
        var on: CInt = 1
        _ = unsafe setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        return descriptor
    }

    /// A new socket that children don't inherit.
    fileprivate static func open() -> CInt? {
        #if canImport(Glibc)
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    private static func leave(from source: UInt8, _ descriptor: CInt) -> Bool {
        #if os(Linux)
        guard source != 1 else { return true }
        // The port is chosen at the connect, so that one port serves connections to different servers.
        var on: CInt = 1
        let bindWithoutPort: CInt = 24  // IP_BIND_ADDRESS_NO_PORT
        _ = unsafe setsockopt(descriptor, CInt(IPPROTO_IP), bindWithoutPort, &on, socklen_t(MemoryLayout<CInt>.size))
        return unsafe withAddress(host: source, port: 0) { unsafe bind(descriptor, $0, $1) } == 0
        #else
        return true  // 127.0.0.1 is the only one
        #endif
    }

    private static func reach(_ port: UInt16, _ descriptor: CInt) -> Bool {
        unsafe withAddress(host: 1, port: port) { address, length in
            #if canImport(Glibc)
            unsafe Glibc.connect(descriptor, address, length)
            #elseif canImport(Musl)
            unsafe Musl.connect(descriptor, address, length)
            #else
            unsafe Darwin.connect(descriptor, address, length)
            #endif
        } == 0
    }

    fileprivate static func withAddress(
        host: UInt8,
        port: UInt16,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) -> CInt {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = (0x7F00_0000 | UInt32(host)).bigEndian
        return unsafe withUnsafePointer(to: &address) { pointer in
            // Every socket address begins with the members of `sockaddr`.
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe body(generic, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// Reads what has arrived; `nil` when that is nothing yet, a negative number for an error.
    ///
    /// - Parameter discards: drops the bytes in the kernel where it can; they only are counted then.
    static func receive(_ descriptor: CInt, _ room: UnsafeMutableRawBufferPointer, discards: Bool) -> Int? {
        #if os(Linux)
        let flags: CInt = discards ? numericCast(MSG_TRUNC) : 0  // for TCP: count, but don't copy
        #else
        let flags: CInt = 0
        #endif
        while true {
            let count = unsafe recv(descriptor, room.baseAddress, room.count, flags)
            if count >= 0 { return count }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? nil : -1
        }
    }

    /// Sends what there is room for; `nil` when that is nothing, a negative number for an error.
    static func send(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int? {
        #if canImport(Darwin)
        let flags: CInt = 0
        #else
        let flags: CInt = numericCast(MSG_NOSIGNAL)
        #endif
        while true {
            #if canImport(Glibc)
            let count = unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
            #elseif canImport(Musl)
            let count = unsafe Musl.send(descriptor, bytes.baseAddress, bytes.count, flags)
            #else
            let count = unsafe Darwin.send(descriptor, bytes.baseAddress, bytes.count, flags)
            #endif
            if count >= 0 { return count }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? nil : -1
        }
    }

    /// Closes.
    package static func close(_ descriptor: CInt) {
        #if canImport(Glibc)
        _ = Glibc.close(descriptor)
        #elseif canImport(Musl)
        _ = Musl.close(descriptor)
        #else
        _ = Darwin.close(descriptor)
        #endif
    }
}

extension LoadSocket {
    /// Listens on a free port of 127.0.0.1, which stays taken until the descriptor is closed.
    package static func listen() -> (descriptor: CInt, port: UInt16)? {
        guard let descriptor = open() else { return nil }
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withAddress(host: 1, port: 0) { unsafe bind(descriptor, $0, $1) } == 0
        let isListening = isBound && startListening(descriptor)
        let named = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe getsockname(descriptor, generic, &length)
            }
        }
        guard isListening, named == 0 else {
            close(descriptor)
            return nil
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    private static func startListening(_ descriptor: CInt) -> Bool {
        #if canImport(Glibc)
        Glibc.listen(descriptor, 1) == 0
        #elseif canImport(Musl)
        Musl.listen(descriptor, 1) == 0
        #else
        Darwin.listen(descriptor, 1) == 0
        #endif
    }
}
