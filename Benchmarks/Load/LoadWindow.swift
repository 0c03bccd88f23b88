/// When a measurement begins and ends, as moments of `LoadClock.now()`.
package struct LoadWindow: Hashable, Sendable {
    /// The begin; what comes before warms up.
    package var start: Int64
    /// The end.
    package var end: Int64
    /// How long answers are waited for behind the end.
    package var grace: Int64 = 5_000_000_000

    package init(start: Int64, end: Int64) {
        self.start = start
        self.end = end
    }

    /// A window that begins after a time for warming up.
    package init(warmUp: Double, seconds: Double, from now: Int64 = LoadClock.now()) {
        self.init(start: now + Int64(warmUp * 1e9), end: now + Int64((warmUp + seconds) * 1e9))
    }

    /// Its length.
    package var seconds: Double { Double(end - start) / 1e9 }

    func contains(_ moment: Int64) -> Bool { moment >= start && moment < end }
}
