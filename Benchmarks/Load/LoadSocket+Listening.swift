#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

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
