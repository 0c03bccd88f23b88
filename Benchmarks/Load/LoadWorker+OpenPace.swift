extension LoadWorker {
    /// Sends the requests that are due, as long as there are connections for them.
    mutating func startDue(_ now: Int64) {
        while due <= Double(now), hasDue, let slot = idle.popFirst() {
            // A connection that was replaced while it was idle stands in the queue twice.
            guard connections[slot].pending == 0, connections[slot].descriptor >= 0 else { continue }
            start(slot, at: Int64(due))
            due += interval
        }
    }

    /// How long to wait, in milliseconds.
    func wait(from now: Int64, until end: Int64) -> CInt {
        guard hasDue, !idle.isEmpty else {
            return CInt(clamping: max(0, end - now) / 1_000_000 + 1)
        }
        // The last millisecond is waited for awake: a sleep would end late, and the server be charged for it.
        return CInt(clamping: max(0, min(Int64(due), end) - now) / 1_000_000)
    }

    /// Whether requests were sent or due, and have no answer.
    var hasUnanswered: Bool { hasDue || connections.contains { $0.isWaiting } }

    /// Whether requests are to come at a rate.
    private var hasDue: Bool { interval > 0 && allowance > 0 && due < Double(window.end) }

    /// Requests without an answer are faults, and at a rate as slow as they are so far.
    mutating func chargeUnanswered() {
        let now = LoadClock.now()
        for connection in connections where connection.isWaiting {
            if interval > 0, window.contains(connection.since) { report.latency.record(now - connection.since) }
            fault(.unanswered, "sent and not answered")
        }
        while hasDue {
            if window.contains(Int64(due)) { report.latency.record(now - Int64(due)) }
            fault(.unanswered, "due and never sent")
            due += interval
            allowance -= 1
        }
    }
}
