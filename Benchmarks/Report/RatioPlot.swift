/// The ratios as a picture: a bar for each, on a logarithmic scale, from the line of the peer's own speed.
///
/// The whiskers reach from the lowest to the highest ratio of a round. The picture follows the reader's colour scheme.
package struct RatioPlot: Sendable {
    struct Bar {
        let name: String
        let ratio: Double
        let spread: ClosedRange<Double>?
    }

    let bars: [Bar]
    let caption: String

    package init(_ results: BenchmarkResults) {
        bars = results.results.compactMap { row in
            row.ratio.map { Bar(name: Self.name(of: row), ratio: $0, spread: row.spread) }
        }
        caption = "\(results.machine); medians of \(results.rounds) rounds; whiskers: lowest and highest round"
    }

    private static func name(of row: BenchmarkResult) -> String {
        let usual: Set<String> = ["requests_per_second", "bytes_per_second", "seconds_to_first_answer"]
        let measure = usual.contains(row.metric) ? "" : ", " + Figure.measure(row.metric)
        let peer = row.peer.flatMap { $0 == "nginx" ? nil : " (\($0))" } ?? ""
        return row.scenario + measure + peer
    }

    // MARK: Measures, in the picture's units

    static let (width, left, right, top, step, barHeight) = (860, 330, 780, 92, 30, 16)

    var height: Int { Self.top + bars.count * Self.step + 74 }

    /// The ends of the scale, as powers of two.
    var scale: ClosedRange<Int> {
        var (low, high) = (-1, 1)
        for bar in bars {
            while low > -6, min(bar.ratio, bar.spread?.lowerBound ?? bar.ratio) < Self.power(low) { low -= 1 }
            while high < 6, max(bar.ratio, bar.spread?.upperBound ?? bar.ratio) > Self.power(high) { high += 1 }
        }
        return low...high
    }

    static func power(_ exponent: Int) -> Double {
        exponent < 0 ? 1 / Double(1 << -exponent) : Double(1 << exponent)
    }

    /// Where a ratio lies on the scale.
    func place(_ ratio: Double, _ scale: ClosedRange<Int>) -> Double {
        let share = (Self.logarithm(ratio) - Double(scale.lowerBound)) / Double(scale.upperBound - scale.lowerBound)
        return Double(Self.left) + max(0, min(1, share)) * Double(Self.right - Self.left)
    }

    /// The logarithm to the base of two, to four digits.
    private static func logarithm(_ value: Double) -> Double {
        guard value > 0, value.isFinite else { return -64 }
        var (result, rest, digit) = (Double(value.exponent), value.significand, 0.5)
        for _ in 0..<14 {
            rest *= rest
            if rest >= 2 {
                rest /= 2
                result += digit
            }
            digit /= 2
        }
        return result
    }
}
