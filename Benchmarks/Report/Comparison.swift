/// Two servers measured in turns: a value of each for every round.
///
/// The ratio is that of the rounds, not that of the medians: both servers of a round met the same machine, so that its
/// drift leaves the ratio alone.
package struct Comparison: Hashable, Sendable {
    /// Which values are the better ones.
    package enum Better: Hashable, Sendable {
        case larger
        case smaller
    }

    /// Our values, a round each.
    package var ours: [Double]
    /// The peer's, of the same rounds; empty when there is none.
    package var peer: [Double]
    /// Which values are the better ones.
    package var better: Better

    package init(ours: [Double], peer: [Double], better: Better = .larger) {
        self.ours = ours
        self.peer = peer
        self.better = better
    }

    /// The ratio of each round, better when larger.
    package var ratios: [Double] {
        zip(ours, peer).compactMap { ours, peer in
            let (above, below) = better == .larger ? (ours, peer) : (peer, ours)
            return above > 0 && below > 0 ? above / below : nil
        }
    }

    /// The median of the ratios.
    package var ratio: Double? { ratios.median }

    /// The lowest and the highest ratio.
    package var spread: ClosedRange<Double>? {
        guard let low = ratios.min(), let high = ratios.max() else { return nil }
        return low...high
    }
}

extension Collection<Double> {
    /// The one in the middle, or the mean of the two there; `nil` when there are none.
    package var median: Double? {
        guard !isEmpty else { return nil }
        let ordered = sorted()
        let middle = ordered.count / 2
        return ordered.count % 2 == 1 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2
    }
}
