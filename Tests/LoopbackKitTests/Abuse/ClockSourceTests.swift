import Foundation
import LoopbackKitHTTP
import Testing

/// A step of the clock moves no timer.
///
/// `Tests/Abuse/attack.py` steps it under a running server as well.
@Suite("Abuse: clock steps")
struct ClockSourceTests {
    private static let sources: URL = {
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { package.deleteLastPathComponent() }
        return package.appendingPathComponent("Sources")
    }()

    /// What reads the time of day, in any of the libraries that sources may use.
    private static let readers = [
        "CLOCK_REALTIME", "gettimeofday", "time(nil)", "wallClockSeconds", "SuspendingClock", "Date()", "Date.now",
        "UTCClock", "DispatchWallTime",
    ]

    @Test("HTTP-6 The time of day is read for the Date field and for a file's age, and for no timer")
    func wallClock() throws {
        let files = try required(FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil))
        var found: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let content = try String(contentsOf: file, encoding: .utf8)
            if Self.readers.contains(where: content.contains) { found.insert(file.lastPathComponent) }
        }
        #expect(found == ["MonotonicClock.swift", "LoopContext.swift", "FileStatus.swift"])
    }

    @Test("HTTP-6 A loop's clock takes a step back for no time, and the deadlines behind it stay")
    func stepBack() {
        // The system's monotonic clock does not do this; a virtual machine's has.
        var clock = LoopClock(at: 10_000)
        clock.waited(from: 10_000, to: 10_100, limit: 100)
        let before = clock.now
        clock.waited(from: 10_100, to: 4000, limit: 100)
        #expect(clock.now <= before)
        #expect(clock.wait(for: before + 50, from: 4000) >= 50)
        var wheel = TimerWheel(now: before)
        var expired: [Int] = []
        wheel.set(1, deadline: before + 500)
        wheel.advance(to: clock.now, expired: &expired)
        #expect(expired.isEmpty)
        wheel.advance(to: before + 1000, expired: &expired)
        #expect(expired == [1])
    }
}
