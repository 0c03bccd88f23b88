/// Tells when a folder has changed, once it has come to rest.
///
/// It looks at names and times every half second. The systems' own notices need a descriptor or more for each folder, come
/// in other forms on each system, and get lost in storms; a look costs a plugin's folder a few milliseconds. Where it costs
/// more, the pauses get longer, so that at most a tenth of the time is spent on it.
package struct FolderWatch<C: Clock>: Sendable where C.Duration == Duration {
    private let clock: C
    private let look: @Sendable () -> FolderSnapshot

    /// Makes a watch.
    ///
    /// - Parameters:
    ///   - clock: what the pauses are measured by.
    ///   - look: looks at the folder.
    package init(clock: C, look: @escaping @Sendable () -> FolderSnapshot) {
        self.clock = clock
        self.look = look
    }

    /// Watches until the calling task is cancelled.
    ///
    /// - Parameters:
    ///   - known: what the folder was like when it was last dealt with.
    ///   - change: is called when the folder has changed, and two looks in a row have found the same.
    @concurrent
    package func run(from known: FolderSnapshot, change: @Sendable () async -> Void) async {
        var (known, last) = (known, known)
        var pause = Duration.milliseconds(500)
        while (try? await clock.sleep(for: pause)) != nil {
            let start = clock.now
            let present = look()
            pause = max(.milliseconds(500), start.duration(to: clock.now) * 10)
            guard !Task.isCancelled else { return }
            if present != known, present == last {
                known = present
                await change()
            }
            last = present
        }
    }
}
