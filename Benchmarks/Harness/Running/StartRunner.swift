internal import BenchmarkLoad
internal import BenchmarkReport

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Measures the time from the start of a process to its first answer.
struct StartRunner {
    let starter: ServerStarter
    /// A build with the standard library in it.
    let staticSubject: String?
    let rounds: Int
    let progress: Progress

    private struct Candidate {
        let name: String
        let program: String
        let arguments: [String]
        let port: UInt16
        let signal: CInt?
        var seconds: [Double] = []
    }

    /// Starts each server in its turn.
    func run() throws -> [BenchmarkResult] {
        let folder = try TemporaryFolder.make()
        let keeper = try ChildProcess(Program.path, ["keep", folder])
        defer { keeper.end() }
        var candidates = try subjects() + nginx(folder)
        for round in 1...rounds {
            for index in candidates.indices { try measure(&candidates[index]) }
            let figures = candidates.map { "\($0.name) \(Figure.value($0.seconds.last, metric: Self.metric))" }
            progress.tell("cold-start  round \(round)  \(figures.joined(separator: ", "))")
        }
        let nginx = candidates.first { $0.name == "nginx" }
        return candidates.filter { $0.name != "nginx" }.map { row($0, nginx) }
    }

    private static let metric = "seconds_to_first_answer"

    private func subjects() throws(HarnessError) -> [Candidate] {
        var subjects: [Candidate] = []
        for (name, program) in [("cold-start", starter.subject), ("cold-start-static", staticSubject)] {
            guard let program else { continue }
            let port = try FreePort().number
            let arguments = ["subject", "--loops", "\(starter.loops)", "--port", "\(port)"]
            subjects.append(Candidate(name: name, program: program, arguments: arguments, port: port, signal: nil))
        }
        return subjects
    }

    private func nginx(_ folder: String) throws(HarnessError) -> [Candidate] {
        guard let program = starter.nginx else { return [] }
        let ports = try FreePorts.two()
        let configuration = NginxConfiguration(
            folder: folder,
            workers: starter.loops,
            port: ports.0,
            cachingPort: ports.1,
            descriptors: starter.descriptors,
            isPrivileged: geteuid() == 0
        )
        try TextFile.write(configuration.text, to: "\(folder)/nginx.conf")
        let arguments = ["-p", folder, "-c", "\(folder)/nginx.conf", "-e", "\(folder)/error.log"]
        return [Candidate(name: "nginx", program: program, arguments: arguments, port: ports.0, signal: SIGTERM)]
    }

    private func measure(_ candidate: inout Candidate) throws {
        let start = LoadClock.now()
        let process = try ChildProcess(candidate.program, candidate.arguments)
        UnkeptProcess.set(process.identifier)
        defer {
            process.end(signal: candidate.signal)
            UnkeptProcess.set(0)
        }
        let target = Target(port: candidate.port, path: "/hello", expected: ExpectedAnswer(length: 12))
        while process.isRunning, LoadClock.now() - start < 10_000_000_000 {
            var client = SimpleClient(target)
            guard (try? client.open(1)) != nil else {
                usleep(50)
                continue
            }
            try client.askOnLast()
            candidate.seconds.append(Double(LoadClock.now() - start) / 1e9)
            return
        }
        throw HarnessError(.notReady, candidate.program)
    }

    private func row(_ ours: Candidate, _ nginx: Candidate?) -> BenchmarkResult {
        var row = BenchmarkResult(scenario: ours.name, metric: Self.metric)
        row.peer = nginx?.name
        row.take(Comparison(ours: ours.seconds, peer: nginx?.seconds ?? [], better: .smaller))
        return row
    }
}
