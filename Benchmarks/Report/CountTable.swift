/// The counts as a table for people: a row a scenario, a column a metric.
package struct CountTable: Sendable {
    private let heads: [String]
    private let rows: [[String]]

    package init(_ counts: [CountResult]) {
        var (scenarios, metrics): ([String], [String]) = ([], [])
        for count in counts {
            if !scenarios.contains(count.scenario) { scenarios.append(count.scenario) }
            if !metrics.contains(count.metric) { metrics.append(count.metric) }
        }
        heads = ["per request"] + metrics.map { $0.split(separator: "_").joined(separator: " ") }
        rows = scenarios.map { scenario in
            [scenario]
                + metrics.map { metric in
                    let count = counts.first { $0.scenario == scenario && $0.metric == metric }
                    return count.map { Figure.fixed($0.value, $0.value < 100 ? 1 : 0) } ?? ""
                }
        }
    }

    private var grid: TextGrid { TextGrid(heads: heads, rows: rows, names: 1) }

    /// The table for a terminal.
    package var text: String { grid.lines.joined(separator: "\n") + "\n" }

    /// The table for a document.
    package var markdown: String { grid.markdownLines.joined(separator: "\n") + "\n" }
}
