/// Compares results with a baseline: ratios and counts, never an absolute time or speed.
package struct BaselineCheck: Sendable {
    /// What became of a figure.
    package enum Verdict: Hashable, Sendable {
        /// It is as good as in the baseline, or better.
        case kept
        /// It is worse by more than the tolerance.
        case missed
        /// There is no figure now; the reason says why.
        case notCompared(String)
    }

    /// A figure of the baseline, and what became of it.
    package struct Finding: Hashable, Sendable, CustomStringConvertible {
        package let key: String
        package let baseline: Double
        package let present: Double?
        package let verdict: Verdict

        package var description: String {
            let figures = "\(baseline.rounded(digits: 4))" + (present.map { " -> \($0.rounded(digits: 4))" } ?? "")
            return switch verdict {
            case .kept: "kept          \(key): \(figures)"
            case .missed: "MISSED        \(key): \(figures)"
            case .notCompared(let reason): "not compared  \(key): \(figures): \(reason)"
            }
        }
    }

    /// How much a ratio may fall: it moves from run to run even on a quiet machine.
    package var ratioTolerance = 0.15
    /// How much a count may change, up or down: a count that fell wants a new baseline, else the gain can be lost unseen.
    package var countTolerance = 0.05
    /// How much a count below a half may change, and one of bytes: what happens once in a while is spread over the
    /// requests.
    package var countSlack = 0.1
    package var byteSlack = 16.0

    package init() {}

    /// Compares.
    ///
    /// - Parameters:
    ///   - present: what was measured now.
    ///   - baseline: what is to be kept; rows without a ratio don't count.
    ///   - scenarios: the scenarios that were measured now.
    /// - Returns: a finding for each figure of the baseline that belongs to these scenarios.
    package func findings(
        _ present: BenchmarkResults,
        against baseline: BenchmarkResults,
        scenarios: Set<String>
    ) -> [Finding] {
        let ratios = baseline.results.compactMap { row -> Finding? in
            guard let ratio = row.ratio, scenarios.contains(row.scenario) else { return nil }
            return finding(row, ratio, present.row(of: row.key))
        }
        return ratios + baseline.counts.map { finding($0, present.count(of: $0.key)) }
    }

    private func finding(_ row: BenchmarkResult, _ ratio: Double, _ present: BenchmarkResult?) -> Finding {
        let now = present?.ratio
        let verdict: Verdict =
            if let now {
                now < ratio * (1 - ratioTolerance) ? .missed : .kept
            } else {
                .notCompared(present?.note ?? "it was not measured")
            }
        return Finding(key: row.key, baseline: ratio, present: now, verdict: verdict)
    }

    private func finding(_ count: CountResult, _ present: CountResult?) -> Finding {
        let now = present?.value
        let verdict: Verdict =
            if let now {
                (now - count.value).magnitude > tolerance(count) ? .missed : .kept
            } else {
                .missed
            }
        return Finding(key: count.key, baseline: count.value, present: now, verdict: verdict)
    }

    private func tolerance(_ count: CountResult) -> Double {
        let share = count.value.magnitude * countTolerance
        if count.metric.hasSuffix("_bytes") { return max(share, byteSlack) }
        return count.value.magnitude < 0.5 ? countSlack : share
    }

    /// Whether the findings let a change pass: none was missed, and at least one was compared, since a check that
    /// compares nothing shows nothing.
    package static func passes(_ findings: [Finding]) -> Bool {
        !findings.contains { $0.verdict == .missed } && findings.contains { $0.verdict == .kept }
    }
}
