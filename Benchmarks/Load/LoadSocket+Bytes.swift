#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension LoadSocket {
    /// Reads what has arrived; `nil` when that is nothing yet, a negative number for an error.
    ///
    /// - Parameters:
    ///   - descriptor: the connection.
    ///   - room: where the bytes go.
    ///   - discards: drops the bytes in the kernel where it can; they only are counted then.
    /// - Returns: the number of bytes; 0 at the end.
    package static func receive(_ descriptor: CInt, _ room: UnsafeMutableRawBufferPointer, discards: Bool) -> Int? {
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
    package static func send(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int? {
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
}
