internal import BenchmarkLoad
internal import BenchmarkReport

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Runs wrk and the own load generator in turns against the same servers: the proof that the latter can be trusted.
struct WrkComparison {
    private let options: HarnessOptions
    private let progress = Progress()

    init(_ options: HarnessOptions) { self.options = options }

    /// What one of the two said in its rounds.
    private struct Series {
        var requestsPerSecond: [Double] = []
        var p99Microseconds: [Double] = []
        var clientMicroseconds: [Double] = []
    }

    /// The scenarios that wrk can do, as far as they were asked for.
    private var scenarios: [LoadScenario] {
        LoadScenario.all.filter { scenario in
            let isPlain = scenario.depth == 1 && !scenario.reconnects && scenario.upload == nil && !scenario.isRelayed
            let isAsked = options.scenarios.isEmpty || options.scenarios.contains(scenario.name)
            guard case .range = scenario.route else { return isPlain && isAsked }
            return false
        }
    }

    /// Runs all, and prints a table in Markdown.
    func run() throws {
        guard let wrk = Program.find("wrk") else { throw HarnessError(.unsupported, "wrk") }
        let starter = ServerStarter(options)
        let ours = try starter.startSubject()
        let nginx = try starter.startNginx()
        let servers: [any Server] = [ours] + (nginx.map { [$0.server(caching: false)] } ?? [])
        var lines = [
            "| scenario | server | wrk | own | own / wrk | p99 us, wrk | own | client us, wrk | own |",
            "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        ]
        for scenario in scenarios {
            for server in servers { lines.append(try compare(scenario, server, wrk)) }
        }
        let table = lines.joined(separator: "\n") + "\n"
        print(table, terminator: "")
        guard let path = options.document else { return }
        let origin = "\(Program.machine); medians of \(options.rounds) rounds of \(seconds) s."
        try TextFile.replace("wrk", in: path, by: origin + "\n\n" + table)
    }

    private func compare(_ scenario: LoadScenario, _ server: any Server, _ wrk: String) throws -> String {
        guard let target = server.target(scenario.route) else { throw HarnessError(.unsupported, scenario.name) }
        var (theirs, own) = (Series(), Series())
        for round in 1...options.rounds {
            try runWrk(scenario, target, wrk, &theirs)
            try runOwn(scenario, target, server, &own)
            let rates = [theirs, own].map { Figure.value($0.requestsPerSecond.last, metric: "requests_per_second") }
            progress.tell("\(scenario.name)  round \(round)  \(server.name): wrk \(rates[0]), own \(rates[1])")
        }
        let comparison = Comparison(ours: own.requestsPerSecond, peer: theirs.requestsPerSecond)
        let rates = [theirs, own].map { Figure.value($0.requestsPerSecond.median, metric: "requests_per_second") }
        let times = [theirs, own].map { Figure.fixed($0.p99Microseconds.median ?? 0, 0) }
        let costs = [theirs, own].map { Figure.fixed($0.clientMicroseconds.median ?? 0, 1) }
        let cells = [scenario.name, server.name] + rates + [Figure.fixed(comparison.ratio ?? 0, 2)] + times + costs
        return "| " + cells.joined(separator: " | ") + " |"
    }

    /// The length of a round: wrk knows whole seconds.
    private var seconds: Int { max(1, Int(options.isQuick ? 1 : options.seconds)) }

    private func runWrk(_ scenario: LoadScenario, _ target: Target, _ wrk: String, _ series: inout Series) throws {
        let before = Self.childrenMicroseconds
        let process = try ChildProcess(
            wrk,
            [
                "-t", "\(scenario.threads)", "-c", "\(scenario.connections)", "-d", "\(seconds)s", "--latency",
                "http://127.0.0.1:\(target.port)\(target.path)",
            ]
        )
        let text = process.readAll(within: seconds + 10)
        process.end()
        guard let output = WrkOutput(text), output.complaints.isEmpty else {
            throw HarnessError(.content, "wrk's output", detail: text)
        }
        series.requestsPerSecond.append(output.requestsPerSecond)
        series.p99Microseconds.append(output.p99Microseconds)
        let answers = max(1, output.requestsPerSecond * Double(seconds))
        series.clientMicroseconds.append((Self.childrenMicroseconds - before) / answers)
    }

    private func runOwn(
        _ scenario: LoadScenario,
        _ target: Target,
        _ server: any Server,
        _ series: inout Series
    ) throws {
        let measurement = try LoadMeasurement(
            scenario.plan(target),
            of: server,
            warmUp: 0.1,
            seconds: Double(seconds)
        )
        let report = measurement.report
        guard report.faults.isEmpty, report.answers > 0 else {
            throw HarnessError(.content, "an answer of \(server.name)", detail: report.faults.description)
        }
        series.requestsPerSecond.append(report.requestsPerSecond)
        series.p99Microseconds.append(report.latency.percentile(0.99).map { Double($0) / 1000 } ?? 0)
        if let client = measurement.clientMicroseconds { series.clientMicroseconds.append(client) }
    }

    /// The processor time of all children that have ended.
    private static var childrenMicroseconds: Double {
        var usage = rusage()
        #if canImport(Glibc)
        let children = __rusage_who_t(RUSAGE_CHILDREN.rawValue)
        #else
        let children = CInt(RUSAGE_CHILDREN)
        #endif
        _ = unsafe getrusage(children, &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) * 1e6 + Double($1.tv_usec) }
    }
}
