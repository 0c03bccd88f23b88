#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// A blocking socket for tests of a whole server; waits for an answer at most ten seconds.
final class RawClient {
    private let descriptor: CInt

    /// Connects to an IPv4 address in host byte order.
    init(port: UInt16, address: UInt32 = 0x7F00_0001) throws {
        descriptor = RawSocket.make()
        guard unsafe RawSocket.call(connect, descriptor, address, port) == 0 else {
            throw Missing()  // deinit closes: a second close could meet another test's descriptor
        }
    }

    deinit { close(descriptor) }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    }

    /// What arrives until the other side closes, or until the wanted text is there.
    func receive(until wanted: String? = nil) -> String {
        var received: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe part.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            received += part[..<count]
            if let wanted, text(received).contains(wanted) { break }
        }
        return text(received)
    }

    /// A request on a connection of its own.
    static func get(_ target: String, port: UInt16, host: String? = nil, fields: String = "") throws -> String {
        let client = try RawClient(port: port)
        client.send(
            "GET \(target) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\n\(fields)Connection: close\r\n\r\n"
        )
        return client.receive()
    }
}

/// A socket that holds a port, so that nobody else can have it.
final class PortHolder {
    private let descriptor: CInt

    init?(port: UInt16) {
        descriptor = RawSocket.make()
        guard unsafe RawSocket.call(bind, descriptor, 0x7F00_0001, port) == 0, listen(descriptor, 1) == 0 else {
            return nil  // deinit closes
        }
    }

    deinit { close(descriptor) }
}

private enum RawSocket {
    static func make() -> CInt {
        #if canImport(Glibc)
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        return descriptor
    }

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
