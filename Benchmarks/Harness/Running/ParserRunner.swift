internal import BenchmarkLoad
internal import BenchmarkReport
internal import LoopbackKitHTTP

/// Measures the parser of request heads, without a socket.
struct ParserRunner {
    let rounds: Int
    let seconds: Double
    let progress: Progress

    /// Measures whole heads, and heads that arrive in two pieces, over all places where they can be cut.
    func run() throws(HarnessError) -> [BenchmarkResult] {
        var whole: [Double] = []
        var cut: [Double] = []
        for round in 1...rounds {
            whole.append(try headsPerSecond(Self.parseWhole))
            cut.append(try headsPerSecond(Self.parseCut))
            let figures = [whole, cut].map { Figure.value($0.last, metric: "heads_per_second") }
            progress.tell("parse-head  round \(round)  \(figures[0]), cut in two \(figures[1])")
        }
        let bytes = Double(BrowserHeads.all.map(\.count).reduce(0, +)) / Double(BrowserHeads.all.count)
        return [
            row("heads_per_second", whole),
            row("bytes_per_second", whole.map { $0 * bytes }),
            row("cut_heads_per_second", cut),
        ]
    }

    private func row(_ metric: String, _ values: [Double]) -> BenchmarkResult {
        var row = BenchmarkResult(scenario: "parse-head", metric: metric)
        row.take(Comparison(ours: values, peer: []))
        return row
    }

    private func headsPerSecond(_ parse: () throws(HarnessError) -> Int) throws(HarnessError) -> Double {
        // The thread's own time: what other programs do to the machine is not the parser's.
        let start = LoadClock.threadTime()
        var (heads, now) = (0, start)
        while now < start + Int64(seconds * 1e9) {
            heads += try parse()
            now = LoadClock.threadTime()
        }
        return Double(heads) * 1e9 / Double(now - start)
    }

    // MARK: Batches, which return the number of their heads

    private static func parseWhole() throws(HarnessError) -> Int {
        // One after the other, as on a connection.
        let storage = HeadStorage.forParser()
        var parser = RequestHeadParser()
        for _ in 0..<100 {
            for head in BrowserHeads.all {
                try expect(parser.parse(head.span, into: storage, limits: HTTPHeadLimits()), head)
                parser.reset()
            }
        }
        return 100 * BrowserHeads.all.count
    }

    private static func parseCut() throws(HarnessError) -> Int {
        let storage = HeadStorage.forParser()
        var parser = RequestHeadParser()
        var count = 0
        for head in BrowserHeads.all {
            for place in 1..<head.count {
                let first = parser.parse(head.span.extracting(first: place), into: storage, limits: HTTPHeadLimits())
                guard case .incomplete = first else { throw HarnessError(.content, "a browser's head") }
                try expect(parser.parse(head.span, into: storage, limits: HTTPHeadLimits()), head)
                parser.reset()
                count += 1
            }
        }
        return count
    }

    private static func expect(_ outcome: HeadParseOutcome, _ head: [UInt8]) throws(HarnessError) {
        guard case .complete(let consumed) = outcome, consumed == head.count else {
            throw HarnessError(.content, "a browser's head")
        }
    }
}
