/// The results as a table for people.
package struct ResultTable: Sendable {
    private static let heads = [
        "scenario", "measure", "against", "ours", "peer", "ratio", "lowest to highest", "p99 us, ours", "peer",
        "CPU us, ours",
        "peer",
    ]

    private let rows: [[String]]
    private let notes: [String]
    private let origin: String

    package init(_ results: BenchmarkResults) {
        rows = results.results.map(Self.cells)
        origin = "\(results.machine); medians of \(results.rounds) rounds."
        notes = results.results.compactMap { row in row.note.map { "\(row.key): \($0)" } } + Self.disturbance(results)
    }

    /// A warning when the machine was in use.
    private static func disturbance(_ results: BenchmarkResults) -> [String] {
        guard let most = results.results.compactMap(\.othersShare).max(), most > quietShare else { return [] }
        return [
            "THE MACHINE WAS NOT QUIET: other programs used up to \(Int(most * 100)) % of it, and the figures are noise."
        ]
    }

    /// Others may use this much of the machine; the system's own work is among it.
    private static let quietShare = 0.1

    private static func cells(_ row: BenchmarkResult) -> [String] {
        let spread = row.spread.map { Figure.fixed($0.lowerBound, 2) + " to " + Figure.fixed($0.upperBound, 2) }
        return [
            row.scenario,
            Figure.measure(row.metric),
            row.peer ?? "",
            Figure.value(row.ours, metric: row.metric),
            Figure.value(row.peerValue, metric: row.metric),
            row.ratio.map { Figure.fixed($0, 2) } ?? "",
            spread ?? "",
            microseconds(row.ourCost.p99Microseconds),
            microseconds(row.peerCost.p99Microseconds),
            microseconds(row.ourCost.cpuMicroseconds),
            microseconds(row.peerCost.cpuMicroseconds),
        ]
    }

    private static func microseconds(_ value: Double?) -> String {
        value.map { Figure.fixed($0, $0 < 10 ? 1 : 0) } ?? ""
    }

    private var grid: TextGrid { TextGrid(heads: Self.heads, rows: rows, names: 3) }

    /// The table for a terminal, with its notes.
    package var text: String { (grid.lines + notes.map { "- " + $0 }).joined(separator: "\n") + "\n" }

    /// The table for a document, with where it comes from and its notes.
    package var section: String { origin + "\n\n" + markdown }

    /// The table in Markdown, with its notes.
    package var markdown: String {
        let list = notes.isEmpty ? [] : [""] + notes.map { "- " + $0 }
        return (grid.markdownLines + list).joined(separator: "\n") + "\n"
    }
}
