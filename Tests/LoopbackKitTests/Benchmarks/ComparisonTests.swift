import BenchmarkReport
import Testing

@Suite("Benchmarks: comparisons")
struct ComparisonTests {
    @Test("KIT-2 The median is the value in the middle, or between the two there")
    func median() {
        #expect([Double]().median == nil)
        #expect([3.0].median == 3)
        #expect([9.0, 1, 5].median == 5)
        #expect([9.0, 1, 5, 6].median == 5.5)
    }

    @Test("KIT-2 The ratio is the median of the rounds' ratios, so that a machine that drifts leaves it alone")
    func drift() {
        let comparison = Comparison(ours: [200, 20, 2], peer: [100, 10, 1])
        #expect(comparison.ratio == 2)
        #expect(comparison.spread == 2...2)
        // Of the medians it would be 2 here, too, but not where one round is slow for one of the two alone.
        #expect(Comparison(ours: [10, 20, 30], peer: [10, 10, 60]).ratio == 1)
    }

    @Test("KIT-2 A ratio is better when larger, also where small values are the better ones")
    func smallerIsBetter() {
        let comparison = Comparison(ours: [10, 10], peer: [15, 25], better: .smaller)
        #expect(comparison.ratio == 2)
        #expect(comparison.spread == 1.5...2.5)
    }

    @Test("KIT-2 Without a peer, or with values that make no ratio, there is none")
    func nothing() {
        #expect(Comparison(ours: [1], peer: []).ratio == nil)
        #expect(Comparison(ours: [1, 0], peer: [0, 1]).ratio == nil)
        #expect(Comparison(ours: [1], peer: []).spread == nil)
    }
}
