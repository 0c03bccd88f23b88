internal import BenchmarkReport

/// A whole run: it starts the servers, runs the scenarios, and gives the results.
struct Harness {
    let options: HarnessOptions
    private let progress = Progress()

    init(_ options: HarnessOptions) { self.options = options }

    /// The scenarios that were asked for.
    var scenarios: [Scenario] {
        Scenario.all.filter { options.scenarios.isEmpty || options.scenarios.contains($0.name) }
    }

    /// Runs all of them.
    func run() throws -> BenchmarkResults {
        let descriptors = Program.raiseDescriptorLimit()
        var results = BenchmarkResults(machine: Program.machine, rounds: timing.rounds)
        progress.tell("\(results.machine); \(timing.rounds) rounds of \(timing.seconds) s")
        let ours = try SubjectServer(options.subject ?? Program.path, loops: options.loops)
        let nginx = try startNginx(descriptors)
        for scenario in scenarios {
            switch scenario {
            case .load(let scenario):
                let runner = LoadRunner(scenario: scenario, timing: timing, progress: progress)
                results.results += try runner.run([ours] + peers(nginx, scenario))
            }
        }
        return results
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

    private func startNginx(_ descriptors: Int) throws(HarnessError) -> Nginx? {
        guard let path = Program.find("nginx") else {
            progress.tell("nginx is not installed: THERE IS NOTHING TO COMPARE WITH, and no ratio in any row.")
            return nil
        }
        return try Nginx(path, workers: options.loops, descriptors: descriptors)
    }

    private func peers(_ nginx: Nginx?, _ scenario: LoadScenario) -> [any Server] {
        guard let nginx else { return [] }
        return [nginx.server(caching: false)] + (scenario.comparesWithFileCache ? [nginx.server(caching: true)] : [])
    }
}
