import Foundation
import LoopbackKitHTTP

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// What the tests' own sockets need of the system.
enum RawSocket {
    /// A blocking stream socket that waits at most thirty seconds, so that a test fails and does not hang.
    static func make(family: CInt = AF_INET) -> CInt {
        let descriptor = socket(family, streamSocket, 0)
        for name in [SO_RCVTIMEO, SO_SNDTIMEO] { setLimit(descriptor, name, milliseconds: 30_000) }
        // A client's parts leave when they are sent, so that a test decides where a message is split.
        if family != AF_UNIX { setOption(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY) }
        #if canImport(Darwin)
        setOption(descriptor, SOL_SOCKET, SO_NOSIGPIPE)
        #endif
        return descriptor
    }

    /// A socket bound to a file, whose bytes nobody takes.
    static func bound(to path: String) -> CInt? {
        let descriptor = make(family: AF_UNIX)
        let result = unsafe SocketAddress.unix(path: path).withSystemAddress { unsafe bind(descriptor, $0, $1) }
        return result == 0 ? descriptor : nil
    }

    /// A socket that has a free port of 127.0.0.1, and refuses every connection since it does not listen.
    static func refusing() throws -> (descriptor: CInt, port: UInt16) {
        let descriptor = make()
        guard unsafe call(bind, descriptor, 0x7F00_0001, 0) == 0 else { throw Missing() }
        return (descriptor, try port(of: descriptor))
    }

    /// A socket that listens on a free port of 127.0.0.1.
    static func listening() throws -> (descriptor: CInt, port: UInt16) {
        let descriptor = make()
        guard unsafe call(bind, descriptor, 0x7F00_0001, 0) == 0, listen(descriptor, 16) == 0 else { throw Missing() }
        return (descriptor, try port(of: descriptor))
    }

    /// The port that an IPv4 socket is bound to.
    static func port(of descriptor: CInt) throws -> UInt16 {
        var name = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafeMutablePointer(to: &name) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &length)
            }
        }
        guard result == 0 else { throw Missing() }
        return UInt16(bigEndian: name.sin_port)
    }

    /// What the system holds at most of one direction of a TCP connection, in bytes: it lets its buffers grow to that.
    static let mostBuffered: Int = {
        ["tcp_rmem", "tcp_wmem"].reduce(0) { sum, name in
            let sizes = try? String(contentsOf: URL(filePath: "/proc/sys/net/ipv4/\(name)"), encoding: .utf8)
            return sum + (sizes?.split { $0.isWhitespace }.last.flatMap { Int($0) } ?? 8 << 20)
        }
    }()

    /// Sets how long the system waits in a call of the socket.
    static func setLimit(_ descriptor: CInt, _ option: CInt, milliseconds: Int) {
        // Laid out like a `timeval` of a 64-bit system. The type itself is now one of the C library's module and now one
        // of the overlay's, as files happen to be compiled together, and can't be named in both cases.
        var limit = (seconds: milliseconds / 1000, microseconds: milliseconds % 1000 * 1000)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout.size(ofValue: limit)))
    }

    static func set(_ descriptor: CInt, _ option: CInt, to value: Int) {
        var value = CInt(clamping: value)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<CInt>.size))
    }

    /// Calls `connect` or `bind` with an IPv4 address in host byte order.
    static func call(
        _ function: (CInt, UnsafePointer<sockaddr>?, socklen_t) -> CInt,
        _ descriptor: CInt,
        _ address: UInt32,
        _ port: UInt16
    ) -> CInt {
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        name.sin_addr = in_addr(s_addr: address.bigEndian)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return unsafe withUnsafePointer(to: &name) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe function(descriptor, $0, size) }
        }
    }
}

/// A socket that holds a port, so that nobody else can have it.
final class PortHolder {
    private let descriptor: CInt

    init?(port: UInt16) {
        descriptor = RawSocket.make()
        guard unsafe RawSocket.call(bind, descriptor, 0x7F00_0001, port) == 0, listen(descriptor, 1) == 0 else {
            return nil  // deinit closes: a second close could meet another test's descriptor
        }
    }

    deinit { close(descriptor) }
}
