internal import BenchmarkLoad
internal import BenchmarkReport

/// Runs a scenario's rounds: each server in its turn, so that all meet the same machine.
struct LoadRunner {
    let scenario: LoadScenario
    let timing: Timing
    let progress: Progress

    /// How long, and how often.
    struct Timing: Hashable, Sendable {
        var rounds: Int
        var seconds: Double
        var warmUp: Double
        /// The length of a round that takes latencies.
        var latencySeconds: Double
    }

    /// Measures the servers; ours is the first.
    ///
    /// - Returns: a row for each peer, or one without a peer.
    func run(_ servers: [any Server]) throws -> [BenchmarkResult] {
        var series = servers.map(LoadSeries.init)
        for round in 1...timing.rounds {
            for index in series.indices { try measure(&series[index], round: round) }
        }
        let rate = latencyRate(series)
        if let rate {
            for round in 1...timing.rounds {
                for index in series.indices { try measureLatency(&series[index], rate: rate, round: round) }
            }
        }
        guard let ours = series.first else { return [] }
        let peers = series.dropFirst()
        return peers.isEmpty ? [row(ours, nil, rate)] : peers.map { row(ours, $0, rate) }
    }

    private func plan(for server: any Server) throws(HarnessError) -> LoadPlan {
        guard let target = server.target(scenario.route) else {
            throw HarnessError(.unsupported, "\(scenario.name) of \(server.name)")
        }
        return scenario.plan(target)
    }

    private func measure(_ series: inout LoadSeries, round: Int) throws {
        let plan = try plan(for: series.server)
        let measurement = try LoadMeasurement(plan, of: series.server, warmUp: timing.warmUp, seconds: timing.seconds)
        series.take(measurement)
        let value = scenario.metric.value(measurement.report.requestsPerSecond)
        let figure = Figure.value(value, metric: scenario.metric.name)
        let cpu = measurement.cpuMicroseconds.map { ", \(Figure.fixed($0, 1)) us of CPU a request" } ?? ""
        let client = measurement.clientMicroseconds.map { ", the client \(Figure.fixed($0, 1))" } ?? ""
        progress.tell("\(scenario.name)  round \(round)  \(series.server.name): \(figure)\(cpu)\(client)")
    }

    // MARK: Latency

    /// The rate at which latencies are taken: half of what the slowest server can answer, the same for all.
    private func latencyRate(_ series: [LoadSeries]) -> Double? {
        // The generator needs a processor for itself to be in time.
        guard scenario.hasLatency, series.allSatisfy({ $0.server.capacity < Program.processors }) else { return nil }
        guard let slowest = series.compactMap(\.requestsPerSecond.median).min(), slowest >= 2 else { return nil }
        return slowest / 2
    }

    private func measureLatency(_ series: inout LoadSeries, rate: Double, round: Int) throws {
        var plan = try plan(for: series.server)
        plan.pace = .open(requestsPerSecond: rate)
        plan.threads = 1
        let measurement = try LoadMeasurement(
            plan,
            of: series.server,
            warmUp: timing.warmUp,
            seconds: timing.latencySeconds
        )
        series.latency.add(measurement.report.latency)
        series.faults.add(measurement.report.faults)
        let p99 = measurement.report.latency.percentile(0.99).map { Figure.fixed(Double($0) / 1000, 0) } ?? "-"
        progress.tell("\(scenario.name)  round \(round)  \(series.server.name): p99 \(p99) us at \(Int(rate))/s")
    }

    // MARK: The row

    private func row(_ ours: LoadSeries, _ peer: LoadSeries?, _ rate: Double?) -> BenchmarkResult {
        var row = BenchmarkResult(scenario: scenario.name, metric: scenario.metric.name)
        let value = scenario.metric.value
        row.peer = peer?.server.name
        row.take(
            Comparison(ours: ours.requestsPerSecond.map(value), peer: peer?.requestsPerSecond.map(value) ?? [])
        )
        row.ourCost = ours.cost
        if let peer { row.peerCost = peer.cost }
        row.latencyRate = rate
        row.othersShare = [ours.othersShare, peer?.othersShare].compactMap { $0 }.max()
        judge(&row, ours, peer)
        return row
    }

    /// Takes the ratio back where it would mean nothing.
    private func judge(_ row: inout BenchmarkResult, _ ours: LoadSeries, _ peer: LoadSeries?) {
        let all = [ours] + (peer.map { [$0] } ?? [])
        for series in all where !series.faults.isEmpty {
            row.isFailed = true
            row.refuseRatio("\(series.server.name): \(series.faults)")
        }
        for series in all {
            if let reason = series.clientBottleneck { row.refuseRatio("no ratio, \(series.server.name): \(reason)") }
        }
    }
}
