internal import BenchmarkReport

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The face that people see.
struct CommandFace {
    let arguments: [String]

    /// Does what is asked for, and ends the process with a code of the help text.
    func run() -> Never {
        do {
            switch try HarnessCommand(arguments: arguments) {
            case .help: print(HelpText.text)
            case .list: print(HelpText.list)
            case .againstWrk(let options): try WrkComparison(options).run()
            case .run(let options): exit(try measure(options))
            }
            exit(0)
        } catch let error as UsageError {
            fail("\(error.message) --help tells the rest.", code: 64)
        } catch {
            fail("loopback-bench: \(error)", code: 69)
        }
    }

    /// Runs the harness, and publishes its results.
    ///
    /// - Returns: the exit code.
    private func measure(_ options: HarnessOptions) throws -> Int32 {
        let baseline = try options.baseline.map { path in
            try BenchmarkResults(json: JSON(text: try TextFile.read(path)))
        }
        let harness = Harness(options)
        var results = try harness.run()
        if options.includesCounts || baseline?.counts.isEmpty == false {
            results.counts = try CountRunner(subject: options.subject ?? Program.path, progress: Progress()).run()
        }
        show(results, options)
        if let path = options.json { try TextFile.write(results.json.text, to: path) }
        if let path = options.svg { try TextFile.write(RatioPlot(results).svg, to: path) }
        if let path = options.document { try replaceTables(in: path, results) }
        var code: Int32 = results.results.contains(where: \.isFailed) ? 1 : 0
        if let baseline, !check(results, baseline, harness, options) { code = 1 }
        return code
    }

    private func show(_ results: BenchmarkResults, _ options: HarnessOptions) {
        let (table, counts) = (ResultTable(results), CountTable(results.counts))
        if !results.results.isEmpty { print(options.markdown ? table.markdown : table.text, terminator: "") }
        if !results.counts.isEmpty { print(options.markdown ? counts.markdown : counts.text, terminator: "") }
    }

    /// Puts what was measured in place of what a document shows.
    private func replaceTables(in path: String, _ results: BenchmarkResults) throws {
        if !results.results.isEmpty { try TextFile.replace("results", in: path, by: ResultTable(results).section) }
        if !results.counts.isEmpty { try TextFile.replace("counts", in: path, by: CountTable(results.counts).markdown) }
    }

    private func check(
        _ results: BenchmarkResults,
        _ baseline: BenchmarkResults,
        _ harness: Harness,
        _ options: HarnessOptions
    ) -> Bool {
        var check = BaselineCheck()
        if let tolerance = options.tolerance { check.ratioTolerance = tolerance }
        let findings = check.findings(results, against: baseline, scenarios: Set(harness.scenarios.map(\.name)))
        for finding in findings { print(finding) }
        let passes = BaselineCheck.passes(findings)
        print(passes ? "The baseline is kept." : "The baseline is not kept.")
        return passes
    }

    private func fail(_ message: String, code: Int32) -> Never {
        Progress().tell(message)
        exit(code)
    }
}
