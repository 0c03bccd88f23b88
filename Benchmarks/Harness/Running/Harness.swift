internal import BenchmarkReport

/// A whole run: it starts the servers, runs the scenarios, and gives the results.
struct Harness {
    let options: HarnessOptions
    private let progress = Progress()

    init(_ options: HarnessOptions) { self.options = options }

    /// The scenarios that were asked for: all, where none is named and nothing but counts is asked for either.
    var scenarios: [Scenario] {
        let isAll = options.scenarios.isEmpty && !options.includesCounts
        return Scenario.all.filter { isAll || options.scenarios.contains($0.name) }
    }

    /// Runs all of them.
    func run() throws -> BenchmarkResults {
        let starter = ServerStarter(options)
        var results = BenchmarkResults(machine: Program.machine, rounds: timing.rounds)
        guard !scenarios.isEmpty else { return results }
        progress.tell("\(results.machine); \(timing.rounds) rounds of \(Figure.fixed(timing.seconds, 2)) s")
        if starter.nginx == nil {
            progress.tell("NGINX IS NOT THERE: nothing to compare with, and no row has a ratio.")
        }
        results.results = try runLoads(starter)
        for scenario in scenarios {
            do { results.results += try runOther(scenario, starter) } catch {
                results.results.append(failed(scenario.name, error))
            }
        }
        return results
    }

    /// A row that says why there are no figures; the other scenarios' are not lost for it.
    private func failed(_ scenario: String, _ error: any Error) -> BenchmarkResult {
        progress.tell("\(scenario): FAILED: \(error)")
        var row = BenchmarkResult(scenario: scenario, metric: "failed")
        row.note = "\(error)"
        row.isFailed = true
        return row
    }

    private var timing: LoadRunner.Timing {
        options.isQuick
            ? LoadRunner.Timing(rounds: 2, seconds: 0.3, warmUp: 0.1, latencySeconds: 0.3)
            : LoadRunner.Timing(
                rounds: options.rounds,
                seconds: options.seconds,
                warmUp: min(0.5, options.seconds / 3),
                latencySeconds: options.seconds
            )
    }

    /// Runs the scenarios under load; the servers are the same for all of a kind, and end with the last.
    private func runLoads(_ starter: ServerStarter) throws -> [BenchmarkResult] {
        let loads = scenarios.compactMap { if case .load(let scenario) = $0 { scenario } else { nil } }
        return try runDirect(loads.filter { !$0.isRelayed }, starter) + runRelayed(loads.filter(\.isRelayed), starter)
    }

    private func runDirect(_ loads: [LoadScenario], _ starter: ServerStarter) throws -> [BenchmarkResult] {
        guard !loads.isEmpty else { return [] }
        let ours = try starter.startSubject()
        let nginx = try starter.startNginx()
        return loads.flatMap { scenario in
            var servers: [any Server] = [ours]
            if let nginx { servers.append(nginx.server(caching: false)) }
            if let nginx, scenario.comparesWithFileCache { servers.append(nginx.server(caching: true)) }
            return run(scenario, servers)
        }
    }

    private func runRelayed(_ loads: [LoadScenario], _ starter: ServerStarter) throws -> [BenchmarkResult] {
        guard !loads.isEmpty, let (ours, nginx) = try starter.startProxies() else { return [] }
        return loads.flatMap { scenario in
            var servers: [any Server] = [ours, nginx.server(hasLargeBuffers: false)]
            if scenario.comparesWithLargeBuffers { servers.append(nginx.server(hasLargeBuffers: true)) }
            return run(scenario, servers)
        }
    }

    private func run(_ scenario: LoadScenario, _ servers: [any Server]) -> [BenchmarkResult] {
        do { return try LoadRunner(scenario: scenario, timing: timing, progress: progress).run(servers) } catch {
            return [failed(scenario.name, error)]
        }
    }

    private func runOther(_ scenario: Scenario, _ starter: ServerStarter) throws -> [BenchmarkResult] {
        switch scenario {
        case .load: []
        case .relayMemory:
            try RelayMemoryRunner(
                starter: starter,
                rounds: min(timing.rounds, options.isQuick ? 1 : 3),
                seconds: options.isQuick ? 1 : 6,
                progress: progress
            ).run()
        case .idle:
            try IdleRunner(
                starter: starter,
                rounds: min(timing.rounds, options.isQuick ? 1 : 3),
                progress: progress
            ).run()
        case .coldStart:
            try StartRunner(
                starter: starter,
                staticSubject: options.staticSubject,
                rounds: timing.rounds * 4,
                progress: progress
            ).run()
        case .parser:
            try ParserRunner(rounds: timing.rounds, seconds: timing.seconds / 2, progress: progress).run()
        case .preparation:
            try PreparationRunner(
                rounds: min(timing.rounds, 3),
                progress: progress,
                sizes: options.isQuick ? [1] : [1, 10, 50]
            ).run()
        }
    }
}
