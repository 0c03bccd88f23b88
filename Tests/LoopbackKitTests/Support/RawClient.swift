import LoopbackKitHTTP
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// A blocking socket for tests of a whole server; waits for bytes at most ten seconds.
///
/// Its calls block: use them in `onThread { }`, not on the cooperative pool.
final class RawClient: Sendable {
    /// How the other side's bytes came to their end.
    enum End: Sendable {
        /// A clean end of its direction.
        case finished
        /// The connection was cut.
        case cut
        /// Nothing came in time.
        case timedOut
    }

    /// -1 once it is closed.
    private let socket: Atomic<CInt>
    /// Received and not yet used.
    private let pending = Mutex<[UInt8]>([])
    /// How it ended, once it did: the system tells of a reset once, and of a clean end afterwards.
    private let ending = Mutex<End?>(nil)

    /// Connects to an IPv4 address in host byte order.
    ///
    /// - Parameters:
    ///   - port: the port.
    ///   - address: the address.
    ///   - receiveBuffer: the size of the system's buffer for what arrives; its own choice when `nil`.
    ///   - sendBuffer: the same for what leaves.
    /// - Throws: `Missing` when nobody listens there.
    init(port: UInt16, address: UInt32 = 0x7F00_0001, receiveBuffer: Int? = nil, sendBuffer: Int? = nil) throws {
        let descriptor = RawSocket.make()
        socket = Atomic(descriptor)
        // Before it connects: the window's scale is settled then.
        if let receiveBuffer { RawSocket.set(descriptor, SO_RCVBUF, to: receiveBuffer) }
        if let sendBuffer { RawSocket.set(descriptor, SO_SNDBUF, to: sendBuffer) }
        guard unsafe RawSocket.call(connect, descriptor, address, port) == 0 else { throw Missing() }
    }

    /// Connects to an address of any family.
    ///
    /// - Throws: `Missing` when nobody listens there.
    init(address: SocketAddress) throws {
        let descriptor = RawSocket.make(family: address.family)
        socket = Atomic(descriptor)
        guard unsafe address.withSystemAddress({ unsafe connect(descriptor, $0, $1) }) == 0 else { throw Missing() }
    }

    deinit { shut(abruptly: false) }

    private var descriptor: CInt { socket.load(ordering: .relaxed) }

    private func shut(abruptly: Bool) {
        let descriptor = socket.exchange(-1, ordering: .relaxed)
        if descriptor >= 0 { closeSocket(descriptor, abruptly: abruptly) }
    }

    // MARK: Sending

    /// Sends text, and waits until the system has taken it.
    func send(_ text: String) { send(Array(text.utf8)) }

    /// Sends bytes, and waits until the system has taken them.
    ///
    /// - Returns: how many it took; fewer only when the connection failed or the other side did not read.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Int {
        var sent = 0
        while sent < bytes.count {
            let result = unsafe bytes.withUnsafeBytes {
                unsafe transmit(descriptor, UnsafeRawBufferPointer(rebasing: $0[sent...]))
            }
            guard case .bytes(let count) = result else { break }
            sent += count
        }
        return sent
    }

    /// Sends as much as the system takes while nobody reads for half a second.
    ///
    /// - Returns: how many bytes that were.
    func sendUntilBlocked(_ bytes: [UInt8]) -> Int {
        RawSocket.setLimit(descriptor, SO_SNDTIMEO, milliseconds: 500)
        return send(bytes)
    }

    /// Ends this direction; the other one goes on.
    func finishSending() { shutdownSending(descriptor) }

    /// Closes cleanly.
    func close() { shut(abruptly: false) }

    /// Closes with a reset.
    func reset() { shut(abruptly: true) }

    // MARK: Receiving

    /// What has arrived, at least one byte; or how it ended.
    func receivePart(atMost count: Int = 1 << 16) -> Result<[UInt8], Ending> {
        let kept = pending.withLock { pending in
            let part = Array(pending.prefix(count))
            pending.removeFirst(part.count)
            return part
        }
        guard kept.isEmpty else { return .success(kept) }
        if let end = ending.withLock({ $0 }) { return .failure(Ending(end: end)) }
        var result = IOResult.blocked
        let part = unsafe [UInt8](unsafeUninitializedCapacity: count) { room, filled in
            result = unsafe LoopbackKitHTTP.receive(descriptor, into: UnsafeMutableRawBufferPointer(room))
            if case .bytes(let received) = result { filled = received }
        }
        switch result {
        case .bytes(0): return ended(.finished)
        case .bytes: return .success(part)
        case .blocked: return .failure(Ending(end: .timedOut))
        case .failed: return ended(.cut)
        }
    }

    private func ended(_ end: End) -> Result<[UInt8], Ending> {
        ending.withLock { $0 = end }
        return .failure(Ending(end: end))
    }

    /// How the bytes ended, as an error.
    struct Ending: Error {
        let end: End
    }

    /// Gives back bytes that belong to what comes next.
    func putBack(_ bytes: some Collection<UInt8>) { pending.withLock { $0.insert(contentsOf: bytes, at: 0) } }

    /// All bytes up to the end.
    func receiveAll() -> (bytes: [UInt8], end: End) {
        var bytes: [UInt8] = []
        while true {
            switch receivePart() {
            case .success(let part): bytes += part
            case .failure(let ending): return (bytes, ending.end)
            }
        }
    }

    /// What arrives until the other side ends, or until the wanted text is there.
    func receive(until wanted: String? = nil) -> String {
        var received: [UInt8] = []
        while case .success(let part) = receivePart() {
            received += part
            if let wanted, text(received).contains(wanted) { break }
        }
        return text(received)
    }

    /// A request on a connection of its own: the whole answer as text.
    static func get(_ target: String, port: UInt16, host: String? = nil, fields: String = "") throws -> String {
        let client = try RawClient(port: port)
        client.send(
            "GET \(target) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\n\(fields)Connection: close\r\n\r\n"
        )
        return client.receive()
    }
}
