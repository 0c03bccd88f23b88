#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What a read or write on a non-blocking descriptor came to.
package enum IOResult: Equatable {
    /// So many bytes; 0 for a read is the stream's end.
    case bytes(Int)
    /// Nothing for now.
    case blocked
    /// The error number.
    case failed(CInt)
}

#if canImport(Darwin)
private let sendFlags: CInt = 0  // SO_NOSIGPIPE is set on the socket
private let moreFlag: CInt = 0
#else
private let sendFlags: CInt = numericCast(MSG_NOSIGNAL)
private let moreFlag: CInt = numericCast(MSG_MORE)
#endif

/// Reads what has arrived.
package func receive(_ descriptor: CInt, into room: UnsafeMutableRawBufferPointer) -> IOResult {
    while true {
        let count = unsafe recv(descriptor, room.baseAddress, room.count, 0)
        if count >= 0 { return .bytes(count) }
        if errno == EINTR { continue }
        return errno == EAGAIN || errno == EWOULDBLOCK ? .blocked : .failed(errno)
    }
}

/// Sends bytes; `more` tells the system that others follow at once.
package func transmit(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer, more: Bool = false) -> IOResult {
    while true {
        let count = unsafe send(descriptor, bytes.baseAddress, bytes.count, more ? sendFlags | moreFlag : sendFlags)
        if count >= 0 { return .bytes(count) }
        if errno == EINTR { continue }
        return errno == EAGAIN || errno == EWOULDBLOCK ? .blocked : .failed(errno)
    }
}

/// Sends a run of a file without reading it into memory; 0 bytes means that the file ends before `offset`.
package func transmitFile(_ descriptor: CInt, _ file: CInt, offset: Int, count: Int) -> IOResult {
    while true {
        #if canImport(Darwin)
        var length = off_t(count)
        let result = unsafe sendfile(file, descriptor, off_t(offset), &length, nil, 0)
        if result == 0 || length > 0 { return .bytes(Int(length)) }
        #else
        var position = off_t(offset)
        let sent = unsafe sendfile(descriptor, file, &position, count)
        if sent >= 0 { return .bytes(sent) }
        #endif
        if errno == EINTR { continue }
        return errno == EAGAIN || errno == EWOULDBLOCK ? .blocked : .failed(errno)
    }
}

/// Keeps a peer that is gone from ending the process: to be called on each thread that sends.
///
/// sendfile(2) has no flag for it as send(2) has. The signal is always meant for the thread that sends; other threads,
/// and what the program does with the signal, stay as they are.
package func blockBrokenPipeSignal() {
    #if !canImport(Darwin)  // there SO_NOSIGPIPE, set on the socket, holds for sendfile too
    var signals = sigset_t()
    _ = unsafe sigemptyset(&signals)
    _ = unsafe sigaddset(&signals, SIGPIPE)
    _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    #endif
}

/// Reads a run of a file; fewer bytes than asked for mean that the file ends there, or an error.
package func readFile(_ file: CInt, offset: Int, into room: UnsafeMutableRawBufferPointer) -> Int {
    var total = 0
    while total < room.count {
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: room[total...])
        let count = unsafe pread(file, rest.baseAddress, rest.count, off_t(offset + total))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        total += count
    }
    return total
}

/// Ends the sending direction.
package func shutdownSending(_ descriptor: CInt) { _ = shutdown(descriptor, CInt(SHUT_WR)) }

/// Closes; `abruptly` sends a reset in place of a clean end, so that the reader can't take it for one.
package func closeSocket(_ descriptor: CInt, abruptly: Bool = false) {
    if abruptly {
        var option = linger(l_onoff: 1, l_linger: 0)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
    _ = close(descriptor)
}
