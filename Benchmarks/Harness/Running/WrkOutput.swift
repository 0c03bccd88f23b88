/// What wrk prints at its end.
package struct WrkOutput: Hashable, Sendable {
    package var requestsPerSecond: Double
    package var p99Microseconds: Double
    /// Lines that tell of answers that were not as expected.
    package var complaints: [String]

    /// Reads the output of `wrk --latency`; `nil` when figures are missing in it.
    package init?(_ text: String) {
        var (rate, p99): (Double?, Double?) = (nil, nil)
        complaints = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count >= 2 else { continue }
            if words[0] == "Requests/sec:" { rate = Double(words[1]) }
            if words[0] == "99%" { p99 = Self.microseconds(String(words[1])) }
            if words[0] == "Non-2xx" || words[0] == "Socket" { complaints.append(words.joined(separator: " ")) }
        }
        guard let rate, let p99 else { return nil }
        (requestsPerSecond, p99Microseconds) = (rate, p99)
    }

    /// The time in a text such as `1.25ms`.
    private static func microseconds(_ text: String) -> Double? {
        for (unit, factor) in [("us", 1.0), ("ms", 1e3), ("s", 1e6), ("m", 6e7)] where text.hasSuffix(unit) {
            return Double(text.dropLast(unit.count)).map { $0 * factor }
        }
        return nil
    }
}
