internal import BenchmarkLoad

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Connections that ask one by one, where speed is not what is measured.
struct SimpleClient: ~Copyable {
    private let target: Target
    private let request: [UInt8]
    private var descriptors: [CInt] = []

    /// Asks for a target; `field` is a field line that the request has beside Host.
    init(_ target: Target, field: String? = nil) {
        self.target = target
        request = WireRequests.get(target, field.map { [$0] } ?? [])
    }

    deinit { for descriptor in descriptors { LoadSocket.close(descriptor) } }

    /// Opens so many connections more.
    mutating func open(_ count: Int) throws(LoadError) {
        for _ in 0..<count { descriptors.append(try LoadSocket.connect(port: target.port)) }
    }

    /// Sends a request on the last connection, and waits for its answer: all connections before it were accepted then.
    func askOnLast() throws(HarnessError) { if let last = descriptors.last { try ask(last) } }

    /// Sends a request on every connection.
    func askOnEach() throws(HarnessError) { for descriptor in descriptors { try ask(descriptor) } }

    private func ask(_ descriptor: CInt) throws(HarnessError) {
        _ = unsafe request.withUnsafeBytes { unsafe LoadSocket.send(descriptor, $0) }
        var scanner = ResponseScanner()
        var room = [UInt8](repeating: 0, count: 65536)
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while unsafe poll(&ready, 1, 5000) == 1 {
            let count = unsafe recv(descriptor, &room, room.count, 0)
            guard count > 0 else { break }
            var position = 0
            let event = unsafe room.withUnsafeBytes { bytes in
                unsafe scanner.next(UnsafeRawBufferPointer(rebasing: bytes[..<count]), from: &position)
            }
            switch event {
            case .incomplete: continue
            case .answer(let answer)
            where answer.status == target.expected.status && answer.length == target.expected.length:
                return
            default: throw HarnessError(.content, "the answer to \(target.path)")
            }
        }
        throw HarnessError(.notReady, "the answer to \(target.path)", errno: errno)
    }
}
