internal import BenchmarkCounts
internal import BenchmarkReport

/// The counts of BenchmarkCounts as rows of the results.
enum CountRows {
    /// Counts everything that this machine has the tools for.
    static func measure(_ progress: Progress) throws -> [CountResult] { [] }
}
