/// Time limits: which one runs in each phase, and what happens when it is over.
extension HTTPConnection {
    /// How long an idle connection keeps its task, in milliseconds.
    private static let taskLinger: Int64 = 4000
    /// How long a refused peer has to read its answer and close when the server stops, in milliseconds.
    private static let drainLinger: Int64 = 500

    private var readerLimit: Int64? {
        isTrusted ? context.core.times.trustedReaderProgress : context.core.times.readerProgress
    }

    /// When the limit of the present phase is over, on the loop's clock; `nil` when none runs.
    private var limitEnd: Int64? {
        let limit = runningLimit
        return limit.length.map { limit.start + $0 }
    }

    /// When the limit of the present phase began, and how long it is.
    private var runningLimit: (start: Int64, length: Int64?) {
        let times = context.core.times
        if !queue.isEmpty { return (lastProgress, readerLimit) }
        switch phase {
        case .head:
            // A connection that has sent nothing is under the head's limit, not under the idle one.
            return (since, partialHead != nil || isFresh ? times.head : times.idle)
        case .responding: return (since, readerWaiter == nil ? nil : times.bodyProgress)
        case .discarding: return (since, times.bodyProgress)
        case .finishing: return (lastProgress, readerLimit)
        case .lingering: return (since, context.isDraining ? min(times.linger, Self.drainLinger) : times.linger)
        case .upgraded, .closed: return (since, nil)
        }
    }

    /// Whether the connection's task waits for a request, or is about to.
    private var mayDropTask: Bool {
        taskState == .parked || taskState == .running && !leavesTask && phase != .responding && phase != .upgraded
    }

    func setDeadline() {
        guard phase != .closed else { return }
        var end = limitEnd
        if mayDropTask {
            let drop = since + Self.taskLinger
            end = min(end ?? drop, drop)
        }
        if let end { context.loop.setDeadline(descriptor, end) } else { context.loop.clearDeadline(descriptor) }
    }

    func handleDeadline() {
        guard phase != .closed else { return }
        guard let end = limitEnd, end <= context.loop.now else {
            if taskState == .parked, since + Self.taskLinger <= context.loop.now { dropTask() }
            return setDeadline()
        }
        guard queue.isEmpty else { return close(abruptly: true) }
        switch phase {
        case .head where partialHead != nil:
            partialHead = nil
            exchange = Exchange(keepsAlive: false)
            refuse(HTTPRefusal(.requestTimeout, .headTimedOut))
            flush()
            setDeadline()
        case .responding:
            bodyHasTimedOut = true
            settle()
        case .head, .upgraded, .discarding, .finishing, .lingering, .closed: close()
        }
    }

    private func dropTask() {
        taskState = .running
        leavesTask = true
        wakeTask()
    }
}
