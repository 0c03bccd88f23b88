/// Counts of durations in classes whose width grows with the duration: fixed memory, and an error below one per cent.
///
/// Durations below 256 ns are counted exactly. Above, each power of two is cut into 128 classes of one width. Histograms
/// of several threads add up to the one that a single thread would have counted.
package struct LatencyHistogram: Hashable, Sendable {
    /// Each power of two has so many classes.
    private static let classesPerPower = 128
    private static let powerBits = 7
    /// The longest duration told from longer ones: more than half an hour.
    private static let largestPower = 41
    private static let classCount = (largestPower - powerBits + 1) * classesPerPower + classesPerPower

    private var counts = [UInt64](repeating: 0, count: classCount)
    /// How many durations were counted.
    package private(set) var total: UInt64 = 0
    /// The longest of them, exactly, in nanoseconds.
    package private(set) var longest: UInt64 = 0

    package init() {}

    /// Counts a duration in nanoseconds; a negative one, which a clock may yield, is none.
    package mutating func record(_ nanoseconds: Int64) {
        let value = UInt64(max(0, nanoseconds))
        counts[Self.index(of: value)] &+= 1
        total &+= 1
        if value > longest { longest = value }
    }

    /// Adds what another histogram counted.
    package mutating func add(_ other: LatencyHistogram) {
        for index in counts.indices { counts[index] &+= other.counts[index] }
        total &+= other.total
        longest = max(longest, other.longest)
    }

    /// The duration that this share of all durations does not exceed, in nanoseconds; `nil` when there are none.
    ///
    /// It is the upper end of a class: never less than the exact one, and never more than the longest.
    ///
    /// - Parameter share: from 0 to 1.
    /// - Returns: the duration.
    package func percentile(_ share: Double) -> UInt64? {
        guard total > 0 else { return nil }
        let rank = UInt64(max(1, min(Double(total), (share * Double(total)).rounded(.up))))
        var seen: UInt64 = 0
        for (index, count) in counts.enumerated() {
            seen &+= count
            if seen >= rank { return min(longest, Self.largestValue(at: index)) }
        }
        return longest
    }

    private static func index(of value: UInt64) -> Int {
        guard value >= classesPerPower else { return Int(value) }
        let power = 63 - value.leadingZeroBitCount
        guard power < largestPower else { return classCount - 1 }
        let shift = power - powerBits
        return (shift + 1) * classesPerPower + Int(value >> UInt64(shift)) - classesPerPower
    }

    private static func largestValue(at index: Int) -> UInt64 {
        guard index >= classesPerPower else { return UInt64(index) }
        guard index < classCount - 1 else { return .max }
        let shift = index / classesPerPower - 1
        let place = UInt64(index % classesPerPower + classesPerPower)
        return ((place + 1) << UInt64(shift)) - 1
    }
}
