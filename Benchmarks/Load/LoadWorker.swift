/// The part of a load that one thread generates.
///
/// Its cost for an answer is one `recv`, one `send`, a share of a wait, and a look at the head: what is measured is to be
/// the server.
@safe
struct LoadWorker: ~Copyable {  // owns its buffer
    /// What is read at once where it is looked at, and where it is dropped.
    static let readSize = 65536
    static let dropSize = 1 << 20
    /// So many faults end the run: a broken server is not worth more.
    static let faultLimit = 1000

    let plan: LoadPlan
    /// How many requests are sent at once; at a rate they are due one by one.
    let depth: Int
    let window: LoadWindow
    /// The requests as they are sent, `depth` at once.
    let batches: [[UInt8]]
    let buffer: UnsafeMutableRawBufferPointer
    var poller: LoadPoller
    var connections: [LoadConnection]
    var nextRequest = 0
    var nextSource: UInt8 = 2
    /// The connections that wait for a request to be due, oldest first.
    var idle = SlotQueue()
    /// When the next request is due, and the time between two, when they come at a rate.
    var due: Double = 0
    var interval: Double = 0
    /// How many requests may still be sent.
    var allowance: Int
    var report = LoadReport()
    var faults = 0

    /// Prepares the part.
    ///
    /// - Parameters:
    ///   - plan: the whole load.
    ///   - connections: how many of its connections are this thread's.
    ///   - rate: the requests of a second that are this thread's, when the pace is open.
    ///   - allowance: how many requests are this thread's.
    ///   - window: when to measure.
    /// - Throws: `LoadError` when the system has no descriptor left.
    init(_ plan: LoadPlan, connections: Int, rate: Double, allowance: Int, window: LoadWindow) throws(LoadError) {
        self.plan = plan
        self.window = window
        self.allowance = allowance
        let depth = rate > 0 ? 1 : plan.depth
        self.depth = depth
        batches = plan.requests.map { request in (0..<depth).flatMap { _ in request } }
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
        due = Double(min(LoadClock.now(), window.start))
        for slot in connections.indices { proceed(slot, at: LoadClock.now()) }
        turns(until: window.start)
        let time = LoadClock.threadTime()
        turns(until: window.end)
        let length = max(1, min(window.end, LoadClock.now()) - window.start)
        report.threadShares = [Double(LoadClock.threadTime() - time) / Double(length)]
        report.seconds = Double(length) / 1e9
        // What was sent has to be answered, too.
        while hasUnanswered, LoadClock.now() < window.end + window.grace, faults < Self.faultLimit {
            turn(until: window.end + window.grace)
        }
        chargeUnanswered()
        return report
    }

    private mutating func turns(until end: Int64) {
        while LoadClock.now() < end, faults < Self.faultLimit, allowance > 0 || hasUnanswered { turn(until: end) }
    }

    private mutating func turn(until end: Int64) {
        let now = LoadClock.now()
        if interval > 0 { startDue(now) }
        let count = poller.wait(milliseconds: wait(from: now, until: end))
        for index in 0..<count {
            let event = poller.event(at: index)
            if event.isWritable { push(event.slot) }
            if event.isReadable { receive(event.slot) }
        }
    }
}
