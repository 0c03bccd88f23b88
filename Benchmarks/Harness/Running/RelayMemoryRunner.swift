internal import BenchmarkLoad
internal import BenchmarkReport

/// Measures the memory of proxies whose readers are slower than the other site.
struct RelayMemoryRunner {
    let starter: ServerStarter
    let rounds: Int
    /// How long is read.
    let seconds: Double
    let progress: Progress

    private static let readers = 64
    private static let bytesPerSecond = 1_000_000.0

    /// Measures fresh processes of each server, in turns.
    func run() throws -> [BenchmarkResult] {
        guard starter.nginx != nil else { return [] }
        var peaks: [String: [Double]] = [:]
        for round in 1...rounds {
            guard let (ours, nginx) = try starter.startProxies() else { return [] }
            try measure(ours, &peaks, round)
            try measure(nginx.server(hasLargeBuffers: false), &peaks, round)
            // The other port's processes are the same: what one port took, its buffers aside, is the other's too.
            try measure(nginx.server(hasLargeBuffers: true), &peaks, round)
        }
        let ours = peaks["LoopbackKit"] ?? []
        return ["nginx", "nginx, large buffers"].map { peer in
            var row = BenchmarkResult(scenario: "proxy-memory", metric: "peak_bytes")
            row.peer = peer
            row.take(Comparison(ours: ours, peer: peaks[peer] ?? [], better: .smaller))
            return row
        }
    }

    private func measure(_ server: any Server, _ peaks: inout [String: [Double]], _ round: Int) throws {
        guard let target = server.target(.upstream(.vast, .http)) else {
            throw HarnessError(.unsupported, "proxy-memory of \(server.name)")
        }
        var readers = try PacedReaders(Self.readers, of: target)
        let start = LoadClock.now()
        var peak = 0.0
        for turn in 1...Int(seconds * 20) {
            LoadClock.sleep(until: start + Int64(turn) * 50_000_000)
            let due = Double(LoadClock.now() - start) / 1e9 * Self.bytesPerSecond
            try readers.read(upTo: Int(due))
            guard turn % 5 == 0 else { continue }
            guard let bytes = ProcessUsage.residentBytes(of: server.processes) else {
                throw HarnessError(.unsupported, "the memory of \(server.name)")
            }
            peak = max(peak, bytes)
        }
        let slowest = Double(readers.leastReceived) / (Self.bytesPerSecond * seconds)
        guard slowest > 0.5 else { throw HarnessError(.content, "\(server.name): a reader was kept waiting") }
        peaks[server.name, default: []].append(peak)
        let figure = Figure.value(peak, metric: "peak_bytes")
        progress.tell("proxy-memory  round \(round)  \(server.name): \(figure) at most")
    }
}

/// Connections that read an endless answer no faster than they are told.
private struct PacedReaders: ~Copyable {
    private let descriptors: [CInt]
    private var received: [Int]

    init(_ count: Int, of target: Target) throws {
        let request = WireRequests.get(target)
        var descriptors: [CInt] = []
        for _ in 0..<count {
            let descriptor = try LoadSocket.connect(port: target.port)
            descriptors.append(descriptor)
            _ = unsafe request.withUnsafeBytes { unsafe LoadSocket.send(descriptor, $0) }
        }
        self.descriptors = descriptors
        received = Array(repeating: 0, count: count)
    }

    deinit { for descriptor in descriptors { LoadSocket.close(descriptor) } }

    var leastReceived: Int { received.min() ?? 0 }

    /// Takes what has arrived, until each has so many bytes in all.
    mutating func read(upTo due: Int) throws(HarnessError) {
        var room = [UInt8](repeating: 0, count: 1 << 16)
        for index in descriptors.indices {
            while received[index] < due {
                let wanted = min(room.count, due - received[index])
                let count = unsafe room.withUnsafeMutableBytes { bytes in
                    unsafe LoadSocket.receive(
                        descriptors[index],
                        UnsafeMutableRawBufferPointer(rebasing: bytes[..<wanted]),
                        discards: received[index] > 0
                    )
                }
                guard let count else { break }
                guard count > 0 else { throw HarnessError(.content, "an answer ended early") }
                if received[index] == 0, !room.starts(with: "HTTP/1.1 200".utf8) {
                    throw HarnessError(.content, "the answer to a slow reader")
                }
                received[index] += count
            }
        }
    }
}
