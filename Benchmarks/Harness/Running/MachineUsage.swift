/// What all programs together have used of the machine.
package enum MachineUsage {
    /// The time of the processors that was not idle, in seconds, with what a host took away; `nil` where the system
    /// doesn't tell.
    static func busySeconds() -> Double? {
        (try? TextFile.read("/proc/stat")).flatMap(busyTicks).map { $0 / 100 }
    }

    /// The ticks in the first line of `/proc/stat`: user, nice, system, idle, waiting, interrupts (two), stolen.
    package static func busyTicks(_ text: String) -> Double? {
        let words = text.prefix { $0 != "\n" }.split(separator: " ")
        guard words.count >= 9, words[0] == "cpu" else { return nil }
        let ticks = words[1...8].compactMap { Double($0) }
        guard ticks.count == 8 else { return nil }
        return ticks.reduce(0, +) - ticks[3] - ticks[4]
    }
}
