import BenchmarkLoad
import Testing

@Suite("Benchmarks: the latency histogram")
struct LatencyHistogramTests {
    /// Durations over many magnitudes, the same in each run.
    private static let durations: [Int64] = {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        return (0..<20_011).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int64((state >> 24) >> (state >> 58))
        }
    }()

    private func histogram(_ durations: some Sequence<Int64>) -> LatencyHistogram {
        var histogram = LatencyHistogram()
        for duration in durations { histogram.record(duration) }
        return histogram
    }

    @Test(
        "KIT-2 A percentile is never below the exact one, and less than a hundredth above it",
        arguments: [0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 1.0]
    )
    func percentiles(share: Double) throws {
        let ordered = Self.durations.sorted()
        let exact = UInt64(ordered[max(1, Int((share * Double(ordered.count)).rounded(.up))) - 1])
        let found = try #require(histogram(ordered).percentile(share))
        #expect(found >= exact)
        #expect(Double(found) <= Double(exact) * 1.01)
    }

    @Test("KIT-2 Short durations are counted exactly")
    func exact() {
        #expect(histogram([10, 20, 30]).percentile(0.5) == 20)
        let histogram = histogram(0...255)
        for value in 0...255 { #expect(histogram.percentile(Double(value + 1) / 256) == UInt64(value)) }
    }

    @Test("KIT-2 Histograms of parts add up to the one of the whole")
    func merging() {
        var sum = LatencyHistogram()
        for part in 0..<7 {
            sum.add(histogram(Self.durations.indices.filter { $0 % 7 == part }.map { Self.durations[$0] }))
        }
        #expect(sum == histogram(Self.durations))
    }

    @Test("KIT-2 Ends are kept: nothing counted, negative durations, and longer ones than there are classes")
    func ends() {
        #expect(LatencyHistogram().percentile(0.5) == nil)
        #expect(histogram([-5]).percentile(1) == 0)
        let huge = histogram([1, Int64.max])
        #expect(huge.percentile(1) == UInt64(Int64.max))
        #expect(huge.longest == UInt64(Int64.max))
        #expect(huge.percentile(0.5) == 1)
    }
}
