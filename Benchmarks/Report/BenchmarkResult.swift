/// A row of the results: a scenario's figure, and a peer's where there is one.
package struct BenchmarkResult: Hashable, Sendable {
    /// What one of the servers needed.
    package struct Cost: Hashable, Sendable {
        /// The latency that half of the requests and 99 of 100 did not exceed, at the scenario's constant rate.
        package var p50Microseconds: Double?
        package var p99Microseconds: Double?
        /// The processor time of the server for a request.
        package var cpuMicroseconds: Double?

        package init() {}
    }

    package var scenario: String
    /// What is measured, and in which unit.
    package var metric: String
    /// Our median.
    package var ours: Double?
    package var peer: String?
    /// The peer's median.
    package var peerValue: Double?
    /// The median of the rounds' ratios, better when larger; `nil` when there is none, or none that means anything.
    package var ratio: Double?
    /// The lowest and the highest ratio of a round.
    package var spread: ClosedRange<Double>?
    package var ourCost = Cost()
    package var peerCost = Cost()
    /// The constant rate at which the latencies were taken, in requests a second.
    package var latencyRate: Double?
    /// What there is to know about the row: why it has no ratio, or what disturbed it.
    package var note: String?
    /// What other programs used of the machine meanwhile, from 0 to 1: figures of a machine in use are noise.
    package var othersShare: Double?
    /// Whether answers were wrong or missing, so that the whole run fails.
    package var isFailed = false

    package init(scenario: String, metric: String) {
        self.scenario = scenario
        self.metric = metric
    }

    /// Takes over what a comparison says.
    package mutating func take(_ comparison: Comparison) {
        ours = comparison.ours.median
        peerValue = comparison.peer.median
        ratio = comparison.ratio
        spread = comparison.spread
    }

    /// Takes the ratio back, and says why; a first reason stays the first.
    package mutating func refuseRatio(_ reason: String) {
        (ratio, spread) = (nil, nil)
        note = note.map { "\($0); \(reason)" } ?? reason
    }

    /// What tells the row from others.
    package var key: String { "\(scenario) \(metric)" + (peer.map { " against \($0)" } ?? "") }
}

/// A count that noise can't move.
package struct CountResult: Hashable, Sendable {
    package var scenario: String
    package var metric: String
    package var value: Double

    package init(scenario: String, metric: String, value: Double) {
        self.scenario = scenario
        self.metric = metric
        self.value = value
    }

    /// What tells the count from others.
    package var key: String { "\(scenario) \(metric)" }
}

/// All results of a run.
package struct BenchmarkResults: Hashable, Sendable {
    /// The processor, its cores and the kernel.
    package var machine: String
    /// How often each server was measured.
    package var rounds: Int
    package var results: [BenchmarkResult] = []
    package var counts: [CountResult] = []

    package init(machine: String, rounds: Int) {
        self.machine = machine
        self.rounds = rounds
    }
}

extension BenchmarkResults {
    /// The row of that key.
    package func row(of key: String) -> BenchmarkResult? { results.first { $0.key == key } }

    /// The count of that key.
    package func count(of key: String) -> CountResult? { counts.first { $0.key == key } }
}
