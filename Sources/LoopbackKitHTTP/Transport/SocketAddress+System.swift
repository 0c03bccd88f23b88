#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#elseif canImport(Darwin)
package import Darwin
#endif

extension SocketAddress {
    package var family: CInt {
        switch self {
        case .ipv4: AF_INET
        case .ipv6: AF_INET6
        case .unix: AF_UNIX
        }
    }

    /// Gives the address in the system's form; `nil` when a Unix path is too long for it.
    package func withSystemAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result? {
        switch self {
        case .ipv4(let address, let port):
            var system = sockaddr_in()
            system.sin_family = sa_family_t(AF_INET)
            system.sin_port = port.bigEndian
            system.sin_addr.s_addr = address.bigEndian
            return unsafe withGeneric(&system, body)
        case .ipv6(let high, let low, let port, let zone):
            var system = sockaddr_in6()
            system.sin6_family = sa_family_t(AF_INET6)
            system.sin6_port = port.bigEndian
            system.sin6_scope_id = zone
            unsafe withUnsafeMutableBytes(of: &system.sin6_addr) { bytes in  // 16 bytes, written whole
                unsafe bytes.storeBytes(of: high.bigEndian, toByteOffset: 0, as: UInt64.self)
                unsafe bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
            }
            return unsafe withGeneric(&system, body)
        case .unix(let path):
            var system = sockaddr_un()
            system.sun_family = sa_family_t(AF_UNIX)
            let bytes = Array(path.utf8)
            let fits = unsafe withUnsafeMutableBytes(of: &system.sun_path) { room in
                guard bytes.count < room.count, !bytes.contains(0) else { return false }
                unsafe room.copyBytes(from: bytes)
                return true
            }
            return fits ? unsafe withGeneric(&system, body) : nil
        }
    }

    private func withGeneric<System, Result>(
        _ system: inout System,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        unsafe withUnsafePointer(to: &system) { pointer in
            // Every socket address begins with the members of `sockaddr`.
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe body(generic, socklen_t(MemoryLayout<System>.size))
            }
        }
    }

    /// Reads an address that the system wrote.
    package init?(_ storage: borrowing sockaddr_storage) {
        var copy = copy storage
        switch CInt(storage.ss_family) {
        case AF_INET:
            self = unsafe withUnsafeBytes(of: &copy) { bytes in
                let system = unsafe bytes.loadUnaligned(as: sockaddr_in.self)
                return .ipv4(UInt32(bigEndian: system.sin_addr.s_addr), port: UInt16(bigEndian: system.sin_port))
            }
        case AF_INET6:
            self = unsafe withUnsafeBytes(of: &copy) { bytes in
                let system = unsafe bytes.loadUnaligned(as: sockaddr_in6.self)
                let (high, low) = unsafe withUnsafeBytes(of: system.sin6_addr) { address in
                    unsafe (
                        UInt64(bigEndian: address.loadUnaligned(as: UInt64.self)),
                        UInt64(bigEndian: address.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                    )
                }
                return .ipv6(high, low, port: UInt16(bigEndian: system.sin6_port), zone: system.sin6_scope_id)
            }
        case AF_UNIX:
            // What is left of the storage behind the path is zero.
            self = unsafe withUnsafeBytes(of: &copy) { bytes in
                let system = unsafe bytes.loadUnaligned(as: sockaddr_un.self)
                let path = unsafe withUnsafeBytes(of: system.sun_path) { unsafe Array($0.prefix { $0 != 0 }) }
                return .unix(path: String(decoding: path, as: UTF8.self))
            }
        default: return nil
        }
    }
}
