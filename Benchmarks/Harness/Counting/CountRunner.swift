internal import BenchmarkReport

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Counts what a request costs, by numbers that no other load on the machine moves.
///
/// A server runs under a tool, answers some requests of every scenario, then many of one, and ends. What one request
/// costs is the difference to a run without the many, divided by their number: the start, the first requests and the end
/// are the same in both.
struct CountRunner {
    /// The program that serves.
    let subject: String
    let progress: Progress
    private let folder: ServedFolder

    /// How many requests of each scenario come first: caches are filled, and buffers have their sizes then.
    private static let warmUp = 20

    init(subject: String, progress: Progress) throws(HarnessError) {
        self.subject = subject
        self.progress = progress
        folder = try ServedFolder()
        // A file that has just changed is not remembered yet.
        usleep(2_500_000)
    }

    /// Counts all scenarios with every tool that is installed.
    func run() throws -> [CountResult] {
        var results: [CountResult] = []
        for tool in CountingTool.allCases {
            guard Program.find(tool.program) != nil else {
                progress.tell("\(tool.program) is not installed: \(tool) ARE NOT COUNTED.")
                continue
            }
            let before = try totals(tool, nil)
            for scenario in CountedScenario.all {
                for (start, end) in zip(before, try totals(tool, scenario)) {
                    let value = ((end.total - start.total) / Double(tool.requests)).rounded(digits: 2)
                    progress.tell("\(scenario.name): \(value) \(end.metric)")
                    results.append(CountResult(scenario: scenario.name, metric: end.metric, value: value))
                }
            }
        }
        return results
    }

    /// What a whole run comes to.
    private func totals(
        _ tool: CountingTool,
        _ scenario: CountedScenario?
    ) throws -> [(metric: String, total: Double)] {
        let file = "\(folder.path)/counts"
        unsafe unlink(file)  // so that a tool that writes nothing leaves none
        let upstream = try SubjectServer(subject, loops: 1, folder: folder)
        let server = try SubjectServer(
            subject,
            loops: 1,
            folder: folder,
            upstream: upstream.place,
            under: [tool.program] + tool.arguments(writingTo: file)
        )
        for other in CountedScenario.all { try ask(other, server, Self.warmUp) }
        if let scenario { try ask(scenario, server, tool.requests) }
        server.end()
        upstream.end()
        guard let totals = tool.totals(in: try TextFile.read(file)) else { throw HarnessError(.content, file) }
        return totals
    }

    private func ask(_ scenario: CountedScenario, _ server: SubjectServer, _ count: Int) throws {
        guard let target = server.target(scenario.route) else { return }
        var client = SimpleClient(target, field: scenario.field)
        try client.open(1)
        for _ in 0..<count { try client.askOnLast() }
    }
}
