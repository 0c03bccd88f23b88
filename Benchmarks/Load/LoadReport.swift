/// What a load generator saw in its time of measurement.
package struct LoadReport: Hashable, Sendable {
    /// The answers that were as expected.
    package var answers = 0
    /// The length of the measurement, in seconds.
    package var seconds = 0.0
    /// From a request to the end of its answer.
    package var latency = LatencyHistogram()
    /// The answers that were not as expected, and the connections that broke.
    package var faults = LoadFaults()
    /// What each thread used of its processor, as a share of the time.
    package var threadShares: [Double] = []

    package init() {}

    /// The answers of a second.
    package var requestsPerSecond: Double { seconds > 0 ? Double(answers) / seconds : 0 }

    /// Adds what another thread saw in the same time.
    package mutating func add(_ other: LoadReport) {
        answers += other.answers
        seconds = max(seconds, other.seconds)
        latency.add(other.latency)
        faults.add(other.faults)
        threadShares += other.threadShares
    }
}

/// What went wrong, counted, with an example.
package struct LoadFaults: Hashable, Sendable {
    /// A kind of fault.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case connect = "connections were refused"
        case lost = "connections broke"
        case malformed = "answers were no HTTP with a length"
        case status = "answers had another status"
        case length = "answers had another length"
        case unanswered = "requests had no answer in time"
    }

    private var counts: [Kind: Int] = [:]
    /// What is known of the first one.
    package private(set) var example: String?

    package init() {}

    /// How many there were of a kind.
    package subscript(kind: Kind) -> Int { counts[kind] ?? 0 }

    /// Whether there were none.
    package var isEmpty: Bool { counts.isEmpty }

    /// Counts one.
    package mutating func count(_ kind: Kind, _ detail: String, times: Int = 1) {
        guard times > 0 else { return }
        counts[kind, default: 0] += times
        if example == nil { example = detail }
    }

    /// Adds those of another thread.
    package mutating func add(_ other: LoadFaults) {
        counts.merge(other.counts, uniquingKeysWith: +)
        if example == nil { example = other.example }
    }
}

extension LoadFaults: CustomStringConvertible {
    /// A sentence that names each kind.
    package var description: String {
        let parts = Kind.allCases.filter { self[$0] > 0 }.map { "\(self[$0]) \($0.rawValue)" }
        return parts.joined(separator: ", ") + (example.map { " (\($0))" } ?? "")
    }
}
