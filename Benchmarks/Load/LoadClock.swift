#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The clocks of a measurement, in nanoseconds.
package enum LoadClock {
    /// Since some moment before the process began.
    package static func now() -> Int64 { read(CLOCK_MONOTONIC) }

    /// What the calling thread has used of a processor.
    package static func threadTime() -> Int64 { read(CLOCK_THREAD_CPUTIME_ID) }

    /// Sleeps until a moment of `now()`.
    package static func sleep(until moment: Int64) {
        while true {
            let rest = moment - now()
            guard rest > 0 else { return }
            var time = timespec(tv_sec: Int(rest / 1_000_000_000), tv_nsec: Int(rest % 1_000_000_000))
            _ = unsafe nanosleep(&time, nil)
        }
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        _ = unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
