extension BenchmarkResults {
    /// The results in their published form.
    package var json: JSON {
        .object([
            .init("machine", .string(machine)),
            .init("rounds", .number(Double(rounds))),
            .init("results", .array(results.map(\.json))),
            .init("counts", .array(counts.map(\.json))),
        ])
    }

    /// Reads results; members that it doesn't know don't matter.
    ///
    /// - Throws: `ResultsError` when there are no results in it.
    package init(json: JSON) throws(ResultsError) {
        guard let rows = json["results"].array else { throw ResultsError(member: "results") }
        machine = json["machine"].string ?? ""
        rounds = json["rounds"].number.flatMap { Int(exactly: $0) } ?? 0
        for row in rows { results.append(try BenchmarkResult(json: row)) }
        for count in json["counts"].array ?? [] { counts.append(try CountResult(json: count)) }
    }
}

/// A member that results must have, and that isn't there or is something else.
package struct ResultsError: Error, Hashable, Sendable, CustomStringConvertible {
    package let member: String

    package init(member: String) { self.member = member }

    package var description: String { "no benchmark results: \(member) is missing" }
}

extension BenchmarkResult {
    /// The row in its published form.
    package var json: JSON {
        .object([
            .init("scenario", .string(scenario)),
            .init("metric", .string(metric)),
            .init("ours", .number(ours?.rounded(digits: 6))),
            .init("peer", .string(peer)),
            .init("peer_value", .number(peerValue?.rounded(digits: 6))),
            .init("ratio", .number(ratio?.rounded(digits: 4))),
            .init("ratio_low", .number(spread?.lowerBound.rounded(digits: 4))),
            .init("ratio_high", .number(spread?.upperBound.rounded(digits: 4))),
            .init("ours_p50_us", .number(ourCost.p50Microseconds?.rounded(digits: 4))),
            .init("peer_p50_us", .number(peerCost.p50Microseconds?.rounded(digits: 4))),
            .init("ours_p99_us", .number(ourCost.p99Microseconds?.rounded(digits: 4))),
            .init("peer_p99_us", .number(peerCost.p99Microseconds?.rounded(digits: 4))),
            .init("latency_rate", .number(latencyRate?.rounded(digits: 4))),
            .init("ours_cpu_us", .number(ourCost.cpuMicroseconds?.rounded(digits: 4))),
            .init("peer_cpu_us", .number(peerCost.cpuMicroseconds?.rounded(digits: 4))),
            .init("others_share", .number(othersShare?.rounded(digits: 2))),
            .init("note", .string(note)),
        ])
    }

    /// Reads a row.
    package init(json: JSON) throws(ResultsError) {
        guard let scenario = json["scenario"].string else { throw ResultsError(member: "scenario") }
        guard let metric = json["metric"].string else { throw ResultsError(member: "metric") }
        self.init(scenario: scenario, metric: metric)
        ours = json["ours"].number
        peer = json["peer"].string
        peerValue = json["peer_value"].number
        ratio = json["ratio"].number
        if let low = json["ratio_low"].number, let high = json["ratio_high"].number, low <= high { spread = low...high }
        ourCost = Cost(json: json, side: "ours")
        peerCost = Cost(json: json, side: "peer")
        latencyRate = json["latency_rate"].number
        othersShare = json["others_share"].number
        note = json["note"].string
    }
}

extension BenchmarkResult.Cost {
    fileprivate init(json: JSON, side: String) {
        p50Microseconds = json["\(side)_p50_us"].number
        p99Microseconds = json["\(side)_p99_us"].number
        cpuMicroseconds = json["\(side)_cpu_us"].number
    }
}

extension CountResult {
    /// The count in its published form.
    package var json: JSON {
        .object([
            .init("scenario", .string(scenario)), .init("metric", .string(metric)), .init("value", .number(value)),
        ])
    }

    /// Reads a count.
    package init(json: JSON) throws(ResultsError) {
        guard let scenario = json["scenario"].string else { throw ResultsError(member: "scenario") }
        guard let metric = json["metric"].string else { throw ResultsError(member: "metric") }
        guard let value = json["value"].number else { throw ResultsError(member: "value") }
        self.init(scenario: scenario, metric: metric, value: value)
    }
}

extension Double {
    /// The number with so many significant digits: more would be noise.
    package func rounded(digits: Int) -> Double {
        guard isFinite, self != 0 else { return self }
        var scale = 1.0
        var rest = magnitude
        let (low, high) = (Double.power(of: digits - 1), Double.power(of: digits))
        while rest * scale < low { scale *= 10 }
        // Large numbers keep their whole digits: an integer is always exact enough.
        rest = magnitude * scale
        return rest >= high ? rounded() : (self * scale).rounded() / scale
    }

    private static func power(of exponent: Int) -> Double {
        var power = 1.0
        for _ in 0..<Swift.max(0, exponent) { power *= 10 }
        return power
    }
}
