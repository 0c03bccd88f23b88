internal import BenchmarkLoad
internal import BenchmarkReport
internal import LoopbackKit

/// Measures the preparation of pages: the rewriting of one text, and whole folders on the disk.
struct PreparationRunner {
    let rounds: Int
    let progress: Progress
    /// The sizes of texts, in megabytes: what costs more a byte when it is larger is not linear.
    let sizes: [Int]

    /// Measures texts of each kind and size, then a folder of small files, new and prepared before.
    func run() throws(HarnessError) -> [BenchmarkResult] {
        var rows: [BenchmarkResult] = []
        for (kind, name, text) in Self.texts {
            for size in sizes {
                let bytes = text(size * 1_000_000)
                var figures: [Double] = []
                for round in 1...rounds {
                    figures.append(try bytesPerSecond(bytes, kind))
                    progress.tell(
                        "prepare-\(name)-\(size)m  round \(round)  \(Int(figures[figures.count - 1] / 1e6)) MB/s"
                    )
                }
                rows.append(row("prepare-\(name)-\(size)m", "bytes_per_second", figures))
            }
        }
        var (first, again): ([Double], [Double]) = ([], [])
        for round in 1...rounds {
            let figures = try filesPerSecond()
            first.append(figures.first)
            again.append(figures.again)
            progress.tell("prepare-files  round \(round)  \(Int(figures.first))/s, again \(Int(figures.again))/s")
        }
        return rows + [
            row("prepare-files", "files_per_second", first), row("prepare-files", "unchanged_files_per_second", again),
        ]
    }

    private typealias Text = (kind: PageFileKind, name: String, make: @Sendable (Int) -> [UInt8])

    private static let texts: [Text] = [
        (.html, "html", PageTexts.html), (.style, "css", PageTexts.css), (.script, "js", PageTexts.javaScript),
    ]

    private func row(_ scenario: String, _ metric: String, _ values: [Double]) -> BenchmarkResult {
        var row = BenchmarkResult(scenario: scenario, metric: metric)
        row.take(Comparison(ours: values, peer: []))
        return row
    }

    private func bytesPerSecond(_ bytes: [UInt8], _ kind: PageFileKind) throws(HarnessError) -> Double {
        let rewriter = PageRewriter(files: FolderIndex(PageTexts.files), configuration: PageConfiguration())
        // The thread's own time: what other programs do to the machine is not the rewriter's.
        let start = LoadClock.threadTime()
        let result = rewriter.rewrite(bytes, path: "index.html", kind: kind, hashes: ContentHashes())
        let time = LoadClock.threadTime() - start
        guard result.bytes != nil, result.findings.isEmpty else { throw HarnessError(.content, "a prepared text") }
        return Double(bytes.count) * 1e9 / Double(max(time, 1))
    }

    /// Prepares a folder of a thousand small files into another one, and once more without a change.
    private func filesPerSecond() throws(HarnessError) -> (first: Double, again: Double) {
        let folder = try TemporaryFolder.make()
        defer { TemporaryFolder.remove(folder) }
        try PreparedFolder.write(to: "\(folder)/source")
        let first = try prepare(folder)
        let again = try prepare(folder)
        return (first, again)
    }

    private func prepare(_ folder: String) throws(HarnessError) -> Double {
        let start = LoadClock.now()
        let report: PreparationReport
        do {
            report = try PagePreparation().prepareHere("\(folder)/source", into: "\(folder)/target")
        } catch {
            throw HarnessError(.content, "a prepared folder", detail: "\(error)")
        }
        let time = LoadClock.now() - start
        guard report.findings.isEmpty else { throw HarnessError(.content, "a prepared folder") }
        return Double(PreparedFolder.count) * 1e9 / Double(max(time, 1))
    }
}

/// A folder of a thousand files: one in ten is a document, three are styles and scripts, the rest is never rewritten.
private enum PreparedFolder {
    static let count = 1000 + PageTexts.files.count

    static func write(to folder: String) throws(HarnessError) {
        try TextFile.makeFolder(folder)
        for name in ["css", "js", "img"] { try TextFile.makeFolder("\(folder)/\(name)") }
        for file in PageTexts.files { try TextFile.write(" ", to: "\(folder)/\(file)") }
        for index in 0..<1000 {
            switch index % 10 {
            case 0: try TextFile.write(PageTexts.html(count: 8000), to: "\(folder)/page\(index).html")
            case 1: try TextFile.write(PageTexts.css(count: 8000), to: "\(folder)/css/\(index).css")
            case 2, 3: try TextFile.write(PageTexts.javaScript(count: 8000), to: "\(folder)/js/\(index).js")
            default: try TextFile.write([UInt8](repeating: 7, count: 8000), to: "\(folder)/img/\(index).png")
            }
        }
    }
}
