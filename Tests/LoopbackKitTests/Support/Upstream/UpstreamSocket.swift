import LoopbackKitHTTP
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// The blocking socket of a connection: its thread uses and closes it, others may only shut it down.
final class UpstreamSocket: Sendable {
    private let descriptor: CInt
    private let isClosed = Mutex(false)

    init(_ descriptor: CInt, sendBuffer: Int?) {
        self.descriptor = descriptor
        // Accepted as the engine accepts; the upstream's threads block.
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        if let sendBuffer { RawSocket.set(descriptor, SO_SNDBUF, to: sendBuffer) }
    }

    deinit { close() }

    /// Waits for bytes; none are the clean end.
    func receive(atMost count: Int = 1 << 16) throws(UpstreamEnding) -> [UInt8] {
        var result = IOResult.blocked
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { room, filled in
            result = unsafe LoopbackKitHTTP.receive(descriptor, into: UnsafeMutableRawBufferPointer(room))
            if case .bytes(let received) = result { filled = received }
        }
        if case .failed(let number) = result { throw UpstreamEnding(errno: number) }
        return bytes
    }

    /// Waits until the system has taken all bytes.
    ///
    /// - Parameters:
    ///   - bytes: what to send.
    ///   - taken: is told of each part that the system took.
    /// - Throws: how the connection ended.
    func send(_ bytes: ArraySlice<UInt8>, taken: (Int) -> Void) throws(UpstreamEnding) {
        var rest = bytes
        while !rest.isEmpty {
            let result = unsafe rest.withUnsafeBytes { unsafe transmit(descriptor, $0) }
            switch result {
            case .bytes(let count):
                rest.removeFirst(count)
                taken(count)
            case .blocked: break
            case .failed(let number): throw UpstreamEnding(errno: number)
            }
        }
    }

    /// Ends the sending direction.
    func finishSending() { shutdownSending(descriptor) }

    /// Ends both directions, so that whoever blocks in a call comes back.
    func shut() { isClosed.withLock { if !$0 { _ = shutdown(descriptor, CInt(SHUT_RDWR)) } } }

    /// Closes with a clean end, or with a reset.
    func close(abruptly: Bool = false) {
        isClosed.withLock { isClosed in
            guard !isClosed else { return }
            isClosed = true
            // The system would send a reset for bytes that nobody read.
            if !abruptly { discardArrived() }
            closeSocket(descriptor, abruptly: abruptly)
        }
    }

    private func discardArrived() {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while unsafe poll(&waiting, 1, 0) == 1, let bytes = try? receive(), !bytes.isEmpty {}
    }
}

/// A connection's end, thrown through a behaviour.
struct UpstreamEnding: Error, Equatable {
    let end: ConnectionEnd

    init(_ end: ConnectionEnd) { self.end = end }

    /// What an error of a socket call says.
    init(errno number: CInt) {
        switch number {
        // Sending to a peer that had closed in order before it sent its reset.
        case EPIPE: end = .peerClosed
        case ECONNRESET: end = .peerReset
        default: end = .failed("errno \(number)")
        }
    }
}
