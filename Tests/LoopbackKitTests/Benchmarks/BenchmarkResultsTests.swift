import BenchmarkReport
import Testing

@Suite("Benchmarks: results")
struct BenchmarkResultsTests {
    /// Results in which every member has a value.
    static let results: BenchmarkResults = {
        var row = BenchmarkResult(scenario: "small-64", metric: "requests_per_second")
        row.peer = "nginx"
        row.take(Comparison(ours: [150_000, 140_000, 160_000], peer: [100_000, 140_000, 80_000]))
        row.ourCost.p50Microseconds = 101.5
        row.peerCost.p50Microseconds = 99
        row.ourCost.p99Microseconds = 250.3
        row.peerCost.p99Microseconds = 500
        row.ourCost.cpuMicroseconds = 5.5
        row.peerCost.cpuMicroseconds = 6.3
        row.latencyRate = 50_000
        row.othersShare = 0.02
        row.note = "a note"
        var parser = BenchmarkResult(scenario: "parse-head", metric: "heads_per_second")
        parser.take(Comparison(ours: [2e6], peer: []))
        var results = BenchmarkResults(machine: "A machine, 2 cores", rounds: 3)
        results.results = [row, parser]
        results.counts = [CountResult(scenario: "hello", metric: "instructions", value: 2940)]
        return results
    }()

    @Test("KIT-2 Results are read back as they were written")
    func roundTrip() throws {
        #expect(try BenchmarkResults(json: JSON(text: Self.results.json.text)) == Self.results)
    }

    @Test("KIT-2 The published form has the promised members")
    func members() throws {
        let json = try JSON(text: Self.results.json.text)
        #expect(json["machine"] == .string("A machine, 2 cores"))
        #expect(json["rounds"] == .number(3))
        let rows = try #require(json["results"].array)
        let expected: [(String, JSON)] = [
            ("scenario", .string("small-64")), ("metric", .string("requests_per_second")), ("ours", .number(150_000)),
            ("peer", .string("nginx")), ("peer_value", .number(100_000)), ("ratio", .number(1.5)),
            ("ratio_low", .number(1)), ("ratio_high", .number(2)), ("ours_p99_us", .number(250.3)),
            ("peer_p99_us", .number(500)), ("ours_cpu_us", .number(5.5)), ("peer_cpu_us", .number(6.3)),
        ]
        for (name, value) in expected { #expect(rows.first?[name] == value, "\(name)") }
        #expect(rows.last?["ratio"] == .null && rows.last?["peer"] == .null)
        let count = try #require(json["counts"].array?.first)
        #expect(count["scenario"] == .string("hello") && count["value"] == .number(2940))
    }

    @Test("KIT-2 What lacks a member that matters is refused by its name")
    func missing() {
        for (text, member) in [
            ("{}", "results"), (#"{"results": [{}]}"#, "scenario"), (#"{"results": [{"scenario": "a"}]}"#, "metric"),
            (#"{"results": [], "counts": [{"scenario": "a", "metric": "b"}]}"#, "value"),
        ] {
            #expect(throws: ResultsError(member: member)) { try BenchmarkResults(json: JSON(text: text)) }
        }
    }

    @Test("KIT-2 A refused ratio leaves the figures and says why")
    func refusal() throws {
        var row = try #require(Self.results.results.first)
        row.refuseRatio("the client was busy")
        #expect(row.ratio == nil && row.spread == nil && row.ours == 150_000)
        #expect(row.note == "a note; the client was busy")
    }

    @Test(
        "KIT-2 Numbers keep the digits that mean something",
        arguments: [
            (142_033.4567, 4, 142_033), (1.23456, 3, 1.23), (0.00123456, 2, 0.0012), (-2.5555, 3, -2.56), (0, 3, 0),
        ]
    )
    func rounding(value: Double, digits: Int, expected: Double) { #expect(value.rounded(digits: digits) == expected) }

    @Test("KIT-2 The table names every row, in text and in Markdown, and warns of a machine in use")
    func table() {
        var results = Self.results
        results.results[0].othersShare = 0.4
        let table = ResultTable(results)
        for text in [table.text, table.markdown] {
            for part in [
                "small-64", "150.0k/s", "100.0k/s", "1.50", "1.00 to 2.00", "250", "parse-head", "a note", "40 %",
            ] {
                #expect(text.contains(part), "\(part)")
            }
        }
        #expect(table.markdown.split(separator: "\n").prefix(4).allSatisfy { $0.hasPrefix("|") && $0.hasSuffix("|") })
    }

    @Test("KIT-2 A document gets the table between its two comments, again and again")
    func document() throws {
        let table = ResultTable(Self.results).section
        let section = DocumentSection("results")
        let document = "before\n<!-- results -->\nold\n<!-- /results -->\nafter\n"
        let once = try #require(section.replaced(in: document, by: table))
        #expect(once.hasPrefix("before\n<!-- results -->\n\nA machine, 2 cores;"))
        #expect(once.hasSuffix("\n\n<!-- /results -->\nafter\n"))
        #expect(once.contains(table) && !once.contains("old"))
        #expect(section.replaced(in: once, by: table) == once)
        #expect(section.replaced(in: "<!-- results -->\n", by: table) == nil)
        #expect(DocumentSection("wrk").replaced(in: document, by: table) == nil)
    }
}
