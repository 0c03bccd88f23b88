import BenchmarkReport
import Testing
import loopback_bench

@Suite("Benchmarks: counts")
struct CountingTests {
    private static let callgrind = """
        version: 1
        cmd: ./server
        events: Ir
        fn=(1) main
        12 4711
        summary: 123456789
        """
    private static let dhat = """
        ==12345== DHAT, a dynamic heap analysis tool
        ==12345== Command: ./server
        ==12345==
        ==12345== Total:     2,345,678 bytes in 9,012 blocks
        ==12345== At t-gmax: 1,000 bytes in 10 blocks
        """
    private static let strace = """
        % time     seconds  usecs/call     calls    errors syscall
        ------ ----------- ----------- --------- --------- ------------------
         52.52    0.000375          15      1024         1 futex
         28.71    0.000205          34        60           epoll_wait
        ------ ----------- ----------- --------- --------- ------------------
        100.00    0.000714           1      1084         1 total
        """

    @Test("KIT-2 What valgrind and strace wrote is read")
    func reads() {
        let totals = zip(CountingTool.allCases, [Self.callgrind, Self.dhat, Self.dhat, Self.strace]).map { tool, text in
            tool.totals(in: text)?.map { "\($0.metric) \($0.total)" }
        }
        #expect(
            totals == [
                ["instructions 123456789.0"], ["allocations 9012.0", "allocated_bytes 2345678.0"],
                ["copied_bytes 2345678.0"], ["system_calls 1084.0"],
            ]
        )
    }

    @Test("KIT-2 What a tool wrote that failed is no count", arguments: CountingTool.allCases)
    func failures(_ tool: CountingTool) {
        for text in ["", "valgrind: no such program\n", "==1== Total:\n", "summary:\n", "% time seconds\n"] {
            #expect(tool.totals(in: text) == nil)
        }
    }

    @Test("KIT-2 Counts are shown in a row for each scenario and a column for each metric")
    func table() {
        let counts = [("small", "instructions", 4480.0), ("file", "instructions", 7007), ("file", "system_calls", 4)]
        let table = CountTable(counts.map { CountResult(scenario: $0, metric: $1, value: $2) })
        #expect(
            table.text
                == "per request  instructions  system calls\nsmall                4480              \nfile                 7007           4.0\n"
        )
        #expect(table.markdown.split(separator: "\n").last == "| file | 7007 | 4.0 |")
    }

    @Test(
        "KIT-2 A count near nothing may change by a tenth or a few bytes, and no more",
        arguments: [
            ("allocations", 0.0, 0.05, BaselineCheck.Verdict.kept), ("allocations", 0, 0.2, .missed),
            ("allocations", 1, 1.09, .missed), ("allocated_bytes", 2, 12, .kept), ("allocated_bytes", 2, 20, .missed),
            ("copied_bytes", 1000, 1049, .kept), ("copied_bytes", 1000, 1051, .missed),
        ]
    )
    func nearNothing(metric: String, before: Double, now: Double, verdict: BaselineCheck.Verdict) {
        var (present, baseline) = (
            BenchmarkResults(machine: "", rounds: 1), BenchmarkResults(machine: "", rounds: 1)
        )
        present.counts = [CountResult(scenario: "small", metric: metric, value: now)]
        baseline.counts = [CountResult(scenario: "small", metric: metric, value: before)]
        #expect(BaselineCheck().findings(present, against: baseline, scenarios: []).map(\.verdict) == [verdict])
    }
}
