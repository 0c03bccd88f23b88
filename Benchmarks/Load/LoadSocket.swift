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
    /// - Returns: the descriptor.
    /// - Throws: `LoadError`.
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
    static func open() -> CInt? {
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

    static func withAddress(
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
