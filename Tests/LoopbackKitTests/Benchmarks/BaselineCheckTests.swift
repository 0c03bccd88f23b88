import BenchmarkReport
import Testing

@Suite("Benchmarks: the check against a baseline")
struct BaselineCheckTests {
    private func results(_ ratio: Double?, count: Double? = nil, note: String? = nil) -> BenchmarkResults {
        var results = BenchmarkResults(machine: "", rounds: 1)
        var row = BenchmarkResult(scenario: "small-64", metric: "requests_per_second")
        (row.peer, row.ratio, row.note) = ("nginx", ratio, note)
        // Speeds that differ by far: they don't matter.
        (row.ours, row.peerValue) = (ratio == 1 ? 10 : 1_000_000, 10)
        results.results = [row]
        if let count { results.counts = [CountResult(scenario: "hello", metric: "instructions", value: count)] }
        return results
    }

    private func verdicts(_ now: BenchmarkResults, _ baseline: BenchmarkResults) -> [BaselineCheck.Verdict] {
        BaselineCheck().findings(now, against: baseline, scenarios: ["small-64"]).map(\.verdict)
    }

    @Test(
        "KIT-2 A ratio may fall by the tolerance, and rise by anything",
        arguments: [
            (1.0, BaselineCheck.Verdict.kept), (0.86, .kept), (0.84, .missed), (9.0, .kept),
        ]
    )
    func ratios(now: Double, verdict: BaselineCheck.Verdict) {
        #expect(verdicts(results(now), results(1.0)) == [verdict])
    }

    @Test(
        "KIT-2 A count may change by a twentieth, up or down",
        arguments: [
            (1000.0, BaselineCheck.Verdict.kept), (1049, .kept), (1051, .missed), (951, .kept), (949, .missed),
        ]
    )
    func counts(now: Double, verdict: BaselineCheck.Verdict) {
        #expect(verdicts(results(1, count: now), results(1, count: 1000)) == [.kept, verdict])
    }

    @Test("KIT-2 What was not measured is said, with its reason")
    func notCompared() {
        #expect(verdicts(results(nil, note: "the client"), results(1)) == [.notCompared("the client")])
        #expect(verdicts(BenchmarkResults(machine: "", rounds: 1), results(1)) == [.notCompared("it was not measured")])
        #expect(verdicts(results(1), results(1, count: 5)) == [.kept, .missed])
    }

    @Test("KIT-2 Rows without a ratio and scenarios that were not asked for are left out")
    func leftOut() {
        #expect(verdicts(results(1), results(nil)) == [])
        #expect(BaselineCheck().findings(results(1), against: results(1), scenarios: ["churn"]).isEmpty)
    }

    @Test("KIT-2 A check passes when nothing was missed and something was compared")
    func passing() {
        func finding(_ verdict: BaselineCheck.Verdict) -> BaselineCheck.Finding {
            let now = verdict == .missed ? 0.1 : 1
            let present = results(verdict == .notCompared("it was not measured") ? nil : now)
            return BaselineCheck().findings(present, against: results(1), scenarios: ["small-64"])[0]
        }
        let (kept, missed) = (finding(.kept), finding(.missed))
        let notCompared = finding(.notCompared("it was not measured"))
        #expect(BaselineCheck.passes([kept, notCompared]))
        #expect(!BaselineCheck.passes([kept, missed]))
        #expect(!BaselineCheck.passes([notCompared]))
        #expect(!BaselineCheck.passes([]))
        #expect(missed.description.contains("MISSED") && missed.description.contains("1.0 -> 0.1"))
    }
}
