#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What processes have used.
package enum ProcessUsage {
    /// Their processor time in nanoseconds, with that of threads that ended; `nil` where the system doesn't tell.
    static func processorTime(of processes: [Int32]) -> Int64? {
        #if os(Linux)
        var sum: Int64 = 0
        for process in processes {
            var clock = clockid_t()
            var time = timespec()
            guard unsafe clock_getcpuclockid(process, &clock) == 0, unsafe clock_gettime(clock, &time) == 0 else {
                return nil
            }
            sum += Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        }
        return sum
        #else
        return nil
        #endif
    }

    /// The bytes of their memory that are resident; pages that they share are counted once for each.
    ///
    /// The sum over the mappings is exact; the counter in the process's state, which also others may read, lags behind.
    static func residentBytes(of processes: [Int32]) -> Double? {
        sum(processes, "/smaps_rollup", "Rss:") ?? sum(processes, "/status", "VmRSS:")
    }

    /// The bytes of their memory, where shared pages are divided among those that share them.
    static func proportionalBytes(of processes: [Int32]) -> Double? { sum(processes, "/smaps_rollup", "Pss:") }

    private static func sum(_ processes: [Int32], _ file: String, _ name: String) -> Double? {
        var sum = 0.0
        for process in processes {
            guard let text = try? TextFile.read("/proc/\(process)\(file)"), let kibibytes = field(name, in: text) else {
                return nil
            }
            sum += kibibytes * 1024
        }
        return sum
    }

    /// The number of a line such as `VmRSS:  1234 kB`.
    package static func field(_ name: String, in text: String) -> Double? {
        for line in text.split(separator: "\n") {
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            if words.count >= 2, words[0] == name { return Double(words[1]) }
        }
        return nil
    }

    /// The processes that a process has started.
    static func children(of parent: Int32) -> [Int32] {
        var children: [Int32] = []
        for name in TemporaryFolder.names(in: "/proc") {
            guard let process = Int32(name), let text = try? TextFile.read("/proc/\(process)/status") else { continue }
            if field("PPid:", in: text) == Double(parent) { children.append(process) }
        }
        return children.sorted()
    }
}
