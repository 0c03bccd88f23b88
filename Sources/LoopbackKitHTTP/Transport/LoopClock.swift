/// An event loop's own time: it stands still while the process is stopped or the loop is held.
///
/// Deadlines are told on it. A peer can't be heard in such a time, so that none of its deadlines may run out in it.
/// In milliseconds, and fed with readings of the system's clock: it reads none itself.
package struct LoopClock: Sendable {
    /// The loop's time, taken once a turn.
    package private(set) var now: Int64
    /// How far the loop's time is behind the system's.
    private var lost: Int64 = 0
    /// The system's time at the turn's start.
    package private(set) var reading: Int64
    /// Whether held time counts after all: a stop's deadline must come although responders hold the loop.
    package var countsHeldTime = false

    /// A turn that takes this long holds the loop, and is reported.
    package static let heldLimit: Int64 = 50
    /// A wait that ended this much late means that the process was stopped.
    package static let stoppedLimit: Int64 = 1000

    /// Starts at this reading.
    package init(at reading: Int64) {
        now = reading
        self.reading = reading
    }

    /// How long to wait for a deadline, from a reading on; not negative.
    package func wait(for deadline: Int64, from reading: Int64) -> Int64 {
        Swift.max(0, deadline + lost - reading)
    }

    /// A wait is over.
    ///
    /// - Parameters:
    ///   - start: the reading at its start.
    ///   - end: the reading at its end.
    ///   - limit: how long it was to last; negative when it had no limit.
    package mutating func waited(from start: Int64, to end: Int64, limit: Int64) {
        // The whole wait doesn't count: a deadline that came in it found nobody who could have met it.
        if limit >= 0, end - start - limit > Self.stoppedLimit { lost += end - start }
        now = end - lost
        reading = end
    }

    /// A turn's work is done, and took this long.
    ///
    /// - Returns: whether it held the loop.
    package mutating func worked(for duration: Int64) -> Bool {
        guard duration >= Self.heldLimit else { return false }
        if !countsHeldTime { lost += duration }
        return true
    }
}
