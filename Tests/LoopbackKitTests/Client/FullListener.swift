import LoopbackKitHTTP

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// An address of this machine that answers no attempt to connect: its queue of connections is full and stays so.
///
/// Closed, it refuses the attempts that wait, when the system tries them again.
final class FullListener {
    let address: SocketAddress
    private var descriptors: [CInt]

    init() throws {
        let listener = RawSocket.make()
        guard unsafe RawSocket.call(bind, listener, 0x7F00_0001, 0) == 0, listen(listener, 0) == 0 else {
            throw Missing()
        }
        descriptors = [listener]
        let port = try RawSocket.port(of: listener)
        address = .loopback(port: port)
        // The queue has room for one or two, as systems count.
        for _ in 0..<8 {
            let filler = RawSocket.make()
            descriptors.append(filler)
            _ = fcntl(filler, F_SETFL, fcntl(filler, F_GETFL) | O_NONBLOCK)
            _ = unsafe RawSocket.call(connect, filler, 0x7F00_0001, port)
        }
    }

    /// Closes the listener and what fills its queue.
    func close() {
        for descriptor in descriptors { closeSocket(descriptor) }
        descriptors = []
    }

    deinit { close() }
}

/// Opens a file for reading.
func openFile(_ path: String) throws -> OpenFile {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)  // ended by NUL, and alive for the call
    guard descriptor >= 0 else { throw Missing() }
    return OpenFile(takingOver: descriptor)
}
