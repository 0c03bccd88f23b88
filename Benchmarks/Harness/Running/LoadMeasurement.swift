internal import BenchmarkLoad
internal import BenchmarkReport

/// What one server did in one round.
struct LoadMeasurement {
    let report: LoadReport
    let shares: ProcessorShares?
    /// The server's processor time for a request.
    let cpuMicroseconds: Double?

    /// The client's for a request.
    var clientMicroseconds: Double? {
        let used = report.threadShares.reduce(0, +) * report.seconds * 1e6
        return report.answers > 0 ? used / Double(report.answers) : nil
    }

    /// Measures a server.
    init(_ plan: LoadPlan, of server: any Server, warmUp: Double, seconds: Double) throws(LoadError) {
        var times: [Int64?] = []
        var moments: [Int64] = []
        var busy: [Double?] = []
        var companions: [Int64] = []
        let window = LoadWindow(warmUp: warmUp, seconds: seconds)
        report = try LoadGenerator(plan, window: window).run { _ in
            moments.append(LoadClock.now())
            times.append(ProcessUsage.processorTime(of: server.processes))
            busy.append(MachineUsage.busySeconds())
            companions.append(ProcessUsage.processorTime(of: server.companions) ?? 0)
        }
        guard let first = times.first, let first, let last = times.last, let last else {
            (shares, cpuMicroseconds) = (nil, nil)
            return
        }
        // This thread may have been late for the window's begin or end.
        let elapsed = Double(moments[1] - moments[0]) / 1e9
        let used = Double(last - first) / elapsed * window.seconds
        cpuMicroseconds = report.answers > 0 ? used / 1000 / Double(report.answers) : nil
        var shares = ProcessorShares(
            busiestClientThread: report.threadShares.max() ?? 0,
            client: report.threadShares.reduce(0, +),
            server: used / 1e9 / window.seconds,
            serverCapacity: server.capacity,
            processors: Program.processors
        )
        if let start = busy.first, let start, let end = busy.last, let end {
            let helping = Double(companions[1] - companions[0]) / 1e9
            shares.others = (end - start - helping) / elapsed - shares.client - shares.server
        }
        self.shares = shares
    }
}

/// What one server did in all rounds.
struct LoadSeries {
    let server: any Server
    var requestsPerSecond: [Double] = []
    var cpuMicroseconds: [Double] = []
    var shares: [ProcessorShares] = []
    var latency = LatencyHistogram()
    var faults = LoadFaults()

    init(_ server: any Server) { self.server = server }

    mutating func take(_ measurement: LoadMeasurement) {
        requestsPerSecond.append(measurement.report.requestsPerSecond)
        if let cpu = measurement.cpuMicroseconds { cpuMicroseconds.append(cpu) }
        if let share = measurement.shares { shares.append(share) }
        faults.add(measurement.report.faults)
        if measurement.report.answers == 0 { faults.count(.unanswered, "no answer at all") }
    }

    /// Why its figures say more of the client; judged by the medians of all rounds.
    var clientBottleneck: String? { ProcessorShares(medianOf: shares)?.clientBottleneck }

    /// What other programs used of the machine.
    var othersShare: Double? { ProcessorShares(medianOf: shares)?.othersShare }

    /// What it needed.
    var cost: BenchmarkResult.Cost {
        var cost = BenchmarkResult.Cost()
        cost.p50Microseconds = latency.percentile(0.5).map { Double($0) / 1000 }
        cost.p99Microseconds = latency.percentile(0.99).map { Double($0) / 1000 }
        cost.cpuMicroseconds = cpuMicroseconds.median
        return cost
    }
}
