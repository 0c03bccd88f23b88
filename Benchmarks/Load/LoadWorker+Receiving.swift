extension LoadWorker {
    /// Reads what has arrived.
    mutating func receive(_ slot: Int) {
        while connections[slot].descriptor >= 0 {
            let remaining = connections[slot].scanner.remaining
            let drops = remaining > Self.readSize
            let size = drops ? min(remaining, Self.dropSize) : Self.readSize
            let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<size])
            guard let count = unsafe LoadSocket.receive(connections[slot].descriptor, room, discards: drops) else {
                return
            }
            let now = LoadClock.now()
            guard count > 0 else {
                ended(slot, at: now)
                return
            }
            if drops {
                let event = connections[slot].scanner.skipBody(count)
                guard finished(event, slot, at: now) else { return }
            } else {
                let received = unsafe UnsafeRawBufferPointer(rebasing: room[..<count])
                guard unsafe scan(received, slot, at: now) else { return }
            }
            // What is left wakes the poller again; after a short read there was nothing.
            if count < size { return }
        }
    }

    /// Looks at received bytes; `false` when the connection was replaced.
    private mutating func scan(_ bytes: UnsafeRawBufferPointer, _ slot: Int, at now: Int64) -> Bool {
        var position = 0
        while position < bytes.count {
            let event = unsafe connections[slot].scanner.next(bytes, from: &position)
            guard finished(event, slot, at: now) else { return false }
        }
        return true
    }

    /// Goes on after an event; `false` when the connection was replaced.
    private mutating func finished(_ event: ResponseScanner.Event, _ slot: Int, at now: Int64) -> Bool {
        switch event {
        case .incomplete: return true
        case .malformed:
            fault(.malformed, "on connection \(slot)")
        case .answer(let answer):
            guard connections[slot].pending > 0 else {
                fault(.malformed, "an answer that nobody asked for")
                break
            }
            connections[slot].pending -= 1
            let isGood = check(answer)
            connections[slot].awaitsClose = isGood && plan.reconnects
            if plan.reconnects { return true }
            if isGood { record(since: connections[slot].since, at: now) }
            if !answer.closes {
                if connections[slot].pending == 0 { proceed(slot, at: now) }
                return true
            }
        }
        replace(slot, at: now)
        return false
    }

    /// Whether an answer is as expected; counts a fault where it isn't.
    private mutating func check(_ answer: ResponseScanner.Answer) -> Bool {
        if answer.status != plan.expected.status {
            fault(.status, "\(answer.status) instead of \(plan.expected.status)")
            return false
        }
        if answer.length != plan.expected.length {
            fault(.length, "\(answer.length) instead of \(plan.expected.length)")
            return false
        }
        return true
    }

    private mutating func record(since: Int64, at now: Int64) {
        // At a rate it counts when a request was due, else slow answers would fall out of the window.
        guard window.contains(interval > 0 ? since : now) else { return }
        report.answers += 1
        report.latency.record(now - since)
    }

    /// The server closed the connection.
    private mutating func ended(_ slot: Int, at now: Int64) {
        if connections[slot].pending > 0 || connections[slot].scanner.isInside || !plan.reconnects {
            fault(.lost, "the server closed connection \(slot)")
        } else if connections[slot].awaitsClose {
            record(since: connections[slot].since, at: now)
        }
        replace(slot, at: now)
    }
}
