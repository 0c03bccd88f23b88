#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A socket of the connecting side.
package enum ClientSocket {
    /// Begins to connect: a non-blocking descriptor, which becomes writable when it is connected, or has failed.
    ///
    /// - Returns: the descriptor, or the error number.
    package static func connect(to address: SocketAddress) -> Result<CInt, SystemError> {
        let descriptor = socket(address.family, streamSocket, 0)
        guard descriptor >= 0 else { return .failure(SystemError(errno)) }
        makeNonBlocking(descriptor)
        #if canImport(Darwin)
        setOption(descriptor, SOL_SOCKET, SO_NOSIGPIPE)
        #endif
        if address.family != AF_UNIX { setOption(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY) }
        let result = unsafe address.withSystemAddress { unsafe systemConnect(descriptor, $0, $1) }
        guard let result, result == 0 || errno == EINPROGRESS || errno == EINTR else {
            let number = result == nil ? ENAMETOOLONG : errno
            _ = close(descriptor)
            return .failure(SystemError(number))
        }
        return .success(descriptor)
    }

    /// Why a connection was not made; 0 when it was, or is still under way.
    package static func error(of descriptor: CInt) -> CInt {
        var number: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &length) == 0 else { return errno }
        return number
    }
}

private func systemConnect(_ descriptor: CInt, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> CInt {
    unsafe connect(descriptor, address, length)
}
