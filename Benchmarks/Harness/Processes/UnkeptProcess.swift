internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The one process that has no keeper, as one would cost time where time is measured: signals that end this process end
/// that one first.
enum UnkeptProcess {
    private static let identifier = Atomic<Int32>(0)

    /// Names the process; 0 for none.
    static func set(_ process: Int32) {
        if process != 0, identifier.load(ordering: .relaxed) == 0 {
            for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, endBoth) }
        }
        identifier.store(process, ordering: .relaxed)
    }

    /// Runs in a signal's handler: it does only what is allowed there.
    private static let endBoth: @convention(c) (CInt) -> Void = { number in
        let process = identifier.load(ordering: .relaxed)
        if process > 0 { kill(process, SIGTERM) }
        _exit(128 + number)
    }
}
