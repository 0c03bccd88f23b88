/// Cells in rows under heads; the first columns hold names, the others numbers.
struct TextGrid {
    let heads: [String]
    let rows: [[String]]
    /// How many columns hold names, which stand at the left.
    let names: Int

    /// The lines of a table for a terminal.
    var lines: [String] {
        let widths = heads.indices.map { column in ([heads] + rows).map { $0[column].count }.max() ?? 0 }
        return ([heads] + rows).map { cells in
            let padded = zip(cells, widths).enumerated().map { column, cell in
                let space = String(repeating: " ", count: cell.1 - cell.0.count)
                return column < names ? cell.0 + space : space + cell.0
            }
            return padded.joined(separator: "  ")
        }
    }

    /// The lines of a table in Markdown.
    var markdownLines: [String] {
        let line = heads.indices.map { $0 < names ? "---" : "---:" }
        return ([heads, line] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
    }
}
