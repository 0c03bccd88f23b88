/// The part of a load that one thread generates.
///
/// Its cost for an answer is one `recv`, one `send`, a share of a wait, and a look at the head: what is measured is to be
/// the server.
@safe
struct LoadWorker: ~Copyable {  // owns its buffer
    /// What is read at once where it is looked at, and where it is dropped.
    private static let readSize = 65536
    private static let dropSize = 1 << 20
    /// So many faults end the run: a broken server is not worth more.
    private static let faultLimit = 1000

    let plan: LoadPlan
    let window: LoadWindow
    /// The requests as they are sent, `depth` at once.
    private let batches: [[UInt8]]
    private let buffer: UnsafeMutableRawBufferPointer
    private var poller: LoadPoller
    private var connections: [LoadConnection]
    private var nextRequest = 0
    private var nextSource: UInt8 = 2
    /// The connections that wait for a request to be due, oldest first.
    private var idle = SlotQueue()
    /// When the next request is due, and the time between two, when they come at a rate.
    private var due: Double = 0
    private var interval: Double = 0
    private var report = LoadReport()
    private var faults = 0

    /// Prepares the part.
    ///
    /// - Parameters:
    ///   - plan: the whole load.
    ///   - connections: how many of its connections are this thread's.
    ///   - rate: the requests of a second that are this thread's, when the pace is open.
    ///   - window: when to measure.
    init(_ plan: LoadPlan, connections: Int, rate: Double, window: LoadWindow) throws(LoadError) {
        self.plan = plan
        self.window = window
        batches = plan.requests.map { request in (0..<plan.depth).flatMap { _ in request } }
        poller = try LoadPoller()
        self.connections = Array(repeating: LoadConnection(), count: connections)
        unsafe buffer = .allocate(byteCount: Self.dropSize, alignment: 64)
        if rate > 0 { interval = 1e9 / rate }
    }

    deinit {
        for connection in connections where connection.descriptor >= 0 { LoadSocket.close(connection.descriptor) }
        unsafe buffer.deallocate()
    }

    /// Generates the load until the window ends.
    mutating func run() -> LoadReport {
        for slot in connections.indices { open(slot) }
        due = Double(LoadClock.now())
        if interval == 0 {
            for slot in connections.indices { start(slot, at: LoadClock.now()) }
        } else {
            for slot in connections.indices { idle.append(slot) }
        }
        var cpu: Int64 = 0
        var isMeasuring = false
        while faults < Self.faultLimit {
            let now = LoadClock.now()
            if !isMeasuring, now >= window.start {
                isMeasuring = true
                cpu = LoadClock.threadTime()
            }
            if now >= window.end, isOver(now) { break }
            if interval > 0 { startDue(now) }
            turn(wait: wait(from: now))
        }
        report.threadShares = [Double(LoadClock.threadTime() - cpu) / Double(max(1, LoadClock.now() - window.start))]
        report.seconds = window.seconds
        if interval > 0 { chargeUnanswered() }
        return report
    }

    private mutating func turn(wait: CInt) {
        let count = poller.wait(milliseconds: wait)
        for index in 0..<count {
            let event = poller.event(at: index)
            if event.isWritable { push(event.slot) }
            if event.isReadable { receive(event.slot) }
        }
    }

    // MARK: Connections

    private mutating func open(_ slot: Int) {
        do throws(LoadError) {
            let descriptor = try LoadSocket.connect(port: plan.port, source: plan.reconnects ? nextSource : 1)
            if plan.reconnects { nextSource = nextSource == 250 ? 2 : nextSource + 1 }
            connections[slot] = LoadConnection(descriptor: descriptor)
            poller.add(descriptor, slot: slot)
        } catch {
            connections[slot] = LoadConnection()
            fault(.connect, "\(error)")
        }
    }

    private mutating func close(_ slot: Int) {
        LoadSocket.close(connections[slot].descriptor)
        connections[slot].descriptor = -1
    }

    private mutating func fault(_ kind: LoadFaults.Kind, _ detail: String) {
        report.faults.count(kind, detail)
        faults += 1
    }

    /// Begins again with a new connection after a fault, or after a close that was announced.
    private mutating func replace(_ slot: Int, at now: Int64) {
        close(slot)
        let started = plan.reconnects ? LoadClock.now() : now
        open(slot)
        proceed(slot, at: started)
    }

    // MARK: Sending

    /// What follows an answer.
    private mutating func proceed(_ slot: Int, at now: Int64) {
        if interval == 0 { start(slot, at: now) } else { idle.append(slot) }
    }

    private mutating func start(_ slot: Int, at moment: Int64) {
        guard connections[slot].descriptor >= 0 else { return }
        connections[slot].pending = plan.depth
        connections[slot].since = moment
        connections[slot].request = nextRequest
        connections[slot].sent = 0
        nextRequest = nextRequest + 1 == batches.count ? 0 : nextRequest + 1
        push(slot)
    }

    /// Sends the rest of the connection's requests.
    private mutating func push(_ slot: Int) {
        let (descriptor, sent) = (connections[slot].descriptor, connections[slot].sent)
        let batch = batches[connections[slot].request]
        guard descriptor >= 0, sent < batch.count else { return }
        let count = unsafe batch.withUnsafeBytes { bytes in
            unsafe LoadSocket.send(descriptor, UnsafeRawBufferPointer(rebasing: bytes[sent...]))
        }
        // An error shows in the next read too, which counts it.
        connections[slot].sent = sent + max(0, count ?? 0)
        let isWriting = connections[slot].sent < batch.count && count ?? 0 >= 0
        if isWriting != connections[slot].isWriting {
            connections[slot].isWriting = isWriting
            poller.setWriting(descriptor, slot: slot, isWriting)
        }
    }

    // MARK: Receiving

    private mutating func receive(_ slot: Int) {
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
            check(answer, since: connections[slot].since, at: now)
            if plan.reconnects { return true }
            if !answer.closes {
                if connections[slot].pending == 0 { proceed(slot, at: now) }
                return true
            }
        }
        replace(slot, at: now)
        return false
    }

    private mutating func check(_ answer: ResponseScanner.Answer, since: Int64, at now: Int64) {
        if answer.status != plan.expected.status {
            fault(.status, "\(answer.status) instead of \(plan.expected.status)")
        } else if answer.length != plan.expected.length {
            fault(.length, "\(answer.length) instead of \(plan.expected.length)")
        } else if !plan.reconnects {
            record(since: since, at: now)
        }
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
        } else {
            record(since: connections[slot].since, at: now)
        }
        replace(slot, at: now)
    }

    // MARK: The open pace

    private mutating func startDue(_ now: Int64) {
        while due <= Double(now), due < Double(window.end), let slot = idle.popFirst() {
            start(slot, at: Int64(due))
            due += interval
        }
    }

    private func wait(from now: Int64) -> CInt {
        let end = now < window.end ? window.end : window.end + window.grace
        guard interval > 0, !idle.isEmpty, due < Double(window.end) else {
            return CInt(clamping: max(0, end - now) / 1_000_000 + 1)
        }
        // The last millisecond is waited for awake: a sleep would end late, and the server be charged for it.
        return CInt(clamping: max(0, Int64(due) - now) / 1_000_000)
    }

    private func isOver(_ now: Int64) -> Bool {
        guard interval > 0, now < window.end + window.grace else { return true }
        return due >= Double(window.end) && !connections.contains { $0.pending > 0 }
    }

    /// Requests that were due and have no answer are faults, and as slow as they are so far.
    private mutating func chargeUnanswered() {
        let now = LoadClock.now()
        for connection in connections where connection.pending > 0 && window.contains(connection.since) {
            report.latency.record(now - connection.since)
            fault(.unanswered, "sent and not answered")
        }
        while due < Double(window.end) {
            report.latency.record(now - Int64(due))
            fault(.unanswered, "due and never sent")
            due += interval
        }
    }
}
