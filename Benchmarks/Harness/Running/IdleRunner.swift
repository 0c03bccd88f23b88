internal import BenchmarkLoad
internal import BenchmarkReport

/// Measures what connections cost in memory while nothing happens on them.
struct IdleRunner {
    let starter: ServerStarter
    let rounds: Int
    let progress: Progress

    /// How many connections there are; what the client and other files need of the limit stays free.
    private var connections: Int { max(1, min(10_000, starter.descriptors - 200)) }

    private struct Memory {
        var fresh: [Double] = []
        var unused: [Double] = []
        var used: [Double] = []
    }

    /// Measures fresh processes of each server, in turns.
    func run() throws -> [BenchmarkResult] {
        var ours = Memory()
        var peer = Memory()
        for round in 1...rounds {
            try measure(try starter.startSubject(), &ours, round)
            if let nginx = try starter.startNginx() { try measure(nginx.server(caching: false), &peer, round) }
        }
        return [
            row("bytes_per_connection", ours.used, peer.used),
            row("bytes_per_unused_connection", ours.unused, peer.unused),
            row("fresh_bytes", ours.fresh, peer.fresh),
        ]
    }

    private func measure(_ server: any Server, _ memory: inout Memory, _ round: Int) throws {
        guard let target = server.target(.hello) else { throw HarnessError(.unsupported, "idle-10k of \(server.name)") }
        // What the first request loads is not the connections'.
        var first = SimpleClient(target)
        try first.open(1)
        try first.askOnEach()
        let fresh = try bytes(ProcessUsage.proportionalBytes(of: server.processes), server)
        let before = try bytes(ProcessUsage.residentBytes(of: server.processes), server)
        var crowd = SimpleClient(target)
        try crowd.open(connections)
        try crowd.askOnLast()
        let unused = try bytes(ProcessUsage.residentBytes(of: server.processes), server)
        try crowd.askOnEach()
        let used = try bytes(ProcessUsage.residentBytes(of: server.processes), server)
        memory.fresh.append(fresh)
        memory.unused.append((unused - before) / Double(connections))
        memory.used.append((used - before) / Double(connections))
        let figure = Figure.value(memory.used.last, metric: "bytes_per_connection")
        progress.tell("idle-10k  round \(round)  \(server.name): \(figure) for each of \(connections) connections")
    }

    private func bytes(_ bytes: Double?, _ server: any Server) throws(HarnessError) -> Double {
        guard let bytes else { throw HarnessError(.unsupported, "the memory of \(server.name)") }
        return bytes
    }

    private func row(_ metric: String, _ ours: [Double], _ peer: [Double]) -> BenchmarkResult {
        var row = BenchmarkResult(scenario: "idle-10k", metric: metric)
        row.peer = peer.isEmpty ? nil : "nginx"
        row.take(Comparison(ours: ours, peer: peer, better: .smaller))
        if connections < 10_000 { row.note = "with \(connections) connections, as many as the system allows" }
        return row
    }
}
