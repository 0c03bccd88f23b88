internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What an event loop tells of a descriptor.
///
/// Called on the loop, one call at a time.
package protocol ReadinessHandler: AnyObject, Sendable {
    /// The descriptor may be ready; a spurious call is harmless.
    func ready(_ readiness: Readiness)
    /// The descriptor's deadline has passed.
    func deadlinePassed()
}

/// A thread that waits for sockets and runs jobs: both a serial executor for actors and a task executor.
///
/// Everything but `enqueue`, `post`, `stop` and `isCurrent` belongs to the loop's own thread.
@safe
package final class EventLoop: SerialExecutor, TaskExecutor, @unchecked Sendable {
    private struct Slot {
        var handler: (any ReadinessHandler)?
        var generation: UInt32 = 0
    }

    /// What other threads hand to the loop.
    @safe
    private struct Mailbox {  // the continuation is resumed exactly once, by whoever takes it out
        var jobs: [UnownedJob] = []
        var calls: [@Sendable () -> Void] = []
        var isWoken = false
        var hasEnded = false
        var isDraining = false
        var endWaiter: Waiter?
    }

    /// What the loop's thread alone touches.
    private struct State: ~Copyable {
        var poller: Poller
        var slots: [Slot] = []
        var timers: TimerWheel
        var jobs: [UnownedJob] = []
        var runningJobs: [UnownedJob] = []
        var again: [PollEvent] = []
        var expired: [Int] = []
        var clock: LoopClock
        /// The system's time when the last turn was over, in milliseconds.
        var turnEnd: Int64

        init(poller: consuming Poller, now: Int64) {
            self.poller = poller
            turnEnd = now
            clock = LoopClock(at: now)
            timers = TimerWheel(now: now)
        }
    }

    /// Entered by the loop's thread alone, in calls that don't nest: a run-time check of exclusivity would find nothing,
    /// and cost each request more than its parsing.
    @safe @exclusivity(unchecked)
    private var state: State
    private let waker: Poller.Waker
    private var isStopping = false
    private let mailbox = Mutex(Mailbox())
    private let thread = Atomic<UInt>(0)
    /// What is called on the thread at its end.
    private var endings: [() -> Void] = []
    /// Told when a turn held the loop for 50 ms or more.
    package var onHeld: ((Duration) -> Void)?

    /// Makes the loop; its thread starts with `start(name:)`.
    package init() throws(HTTPServerError) {
        let poller = try Poller()
        waker = poller.waker
        state = State(poller: poller, now: monotonicMilliseconds())
    }

    /// The loop's own time in milliseconds, taken once a turn; deadlines are told on it.
    package var now: Int64 { state.clock.now }

    /// The system's time in milliseconds, taken once a turn.
    package var reading: Int64 { state.clock.reading }

    /// From now on deadlines run also while the loop is held.
    package func countHeldTime() { state.clock.countsHeldTime = true }

    // MARK: Registrations

    /// Watches a connection; the registration ends with `forget(_:)`.
    ///
    /// - Returns: whether the system took it.
    package func watch(_ descriptor: CInt, handler: any ReadinessHandler) -> Bool {
        let generation = claim(descriptor, handler)
        return state.poller.addConnection(descriptor, generation: generation)
    }

    /// Watches a listening socket.
    package func watchListener(_ descriptor: CInt, handler: any ReadinessHandler) -> Bool {
        let generation = claim(descriptor, handler)
        return state.poller.addListener(descriptor, generation: generation)
    }

    /// Stops watching a listener, and keeps its slot for a deadline.
    package func unwatchListener(_ descriptor: CInt) { state.poller.remove(descriptor) }

    private func claim(_ descriptor: CInt, _ handler: any ReadinessHandler) -> UInt32 {
        let index = Int(descriptor)
        while state.slots.count <= index { state.slots.append(Slot()) }
        // A new generation, so that an event already fetched for the number's last owner can't reach this one.
        state.slots[index].generation &+= 1
        state.slots[index].handler = handler
        return state.slots[index].generation
    }

    /// Ends a registration: to be called before the descriptor is closed.
    package func forget(_ descriptor: CInt) {
        guard Int(descriptor) < state.slots.count else { return }
        state.slots[Int(descriptor)].handler = nil
        state.slots[Int(descriptor)].generation &+= 1
        state.timers.clear(Int(descriptor))
    }

    /// Sets the descriptor's deadline on the loop's clock, in milliseconds.
    @inline(__always)
    package func setDeadline(_ descriptor: CInt, _ deadline: Int64) {
        state.timers.set(Int(descriptor), deadline: deadline)
    }

    /// Takes the descriptor's deadline away.
    @inline(__always)
    package func clearDeadline(_ descriptor: CInt) { state.timers.clear(Int(descriptor)) }

    /// Calls the descriptor's handler again in the next turn, after others had theirs.
    package func callAgain(_ descriptor: CInt, _ readiness: Readiness) {
        let key = PollEvent.key(descriptor, state.slots[Int(descriptor)].generation)
        state.again.append(PollEvent(key: key, readiness: readiness))
    }

    // MARK: Other threads

    /// Whether the caller runs on this loop's thread.
    package var isCurrent: Bool { thread.load(ordering: .relaxed) == currentThread() }

    /// Has the closure called on the loop's thread when the loop ends: to be asked for on the loop.
    package func atEnd(_ ending: @escaping () -> Void) { endings.append(ending) }

    /// Has the closure called on the loop.
    ///
    /// After the loop's end it is called by whoever posts it.
    package func post(_ call: @escaping @Sendable () -> Void) {
        handOver { $0.calls.append(call) }
    }

    /// Runs a job on the loop's thread.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if isCurrent {
            state.jobs.append(job)
        } else {
            handOver { $0.jobs.append(job) }
        }
    }

    private func handOver(_ add: (inout sending Mailbox) -> Void) {
        let action = mailbox.withLock { mailbox -> HandOver in
            add(&mailbox)
            if mailbox.hasEnded {
                defer { mailbox.isDraining = true }
                return mailbox.isDraining ? .nothing : .drain
            }
            defer { mailbox.isWoken = true }
            return mailbox.isWoken ? .nothing : .wake
        }
        switch action {
        case .nothing: break
        case .wake: waker.wake()
        case .drain: drainAfterEnd()
        }
    }

    private enum HandOver { case nothing, wake, drain }

    /// Runs what came after the thread's end, on the thread that brought it; one at a time.
    private func drainAfterEnd() {
        // A job's last act may be to let the loop go, and the concurrency runtime, which calls, doesn't own it.
        let loop = unsafe Unmanaged.passRetained(self)
        defer { unsafe loop.release() }
        while true {
            let (calls, late) = mailbox.withLock { mailbox -> ([@Sendable () -> Void], [UnownedJob]) in
                defer {
                    mailbox.calls = []
                    mailbox.jobs = []
                }
                if mailbox.calls.isEmpty && mailbox.jobs.isEmpty { mailbox.isDraining = false }
                return (mailbox.calls, mailbox.jobs)
            }
            guard !calls.isEmpty || !late.isEmpty else { return }
            thread.store(currentThread(), ordering: .relaxed)
            for call in calls { call() }
            for job in late { run(job) }
            while !state.jobs.isEmpty { runJobs() }
            thread.store(0, ordering: .relaxed)
        }
    }

    // MARK: Executor

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor { unsafe UnownedSerialExecutor(ordinary: self) }

    package func checkIsolated() { precondition(isCurrent, "not on this event loop") }

    package func isIsolatingCurrentContext() -> Bool? { isCurrent }

    @inline(__always)
    private func run(_ job: UnownedJob) {
        unsafe job.runSynchronously(
            isolatedTo: asUnownedSerialExecutor(),
            taskExecutor: asUnownedTaskExecutor()
        )
    }

    private func runJobs() {
        // Bounded, so that jobs which make new ones without end don't shut out the sockets.
        var rounds = 0
        while !state.jobs.isEmpty, rounds < 16 {
            rounds += 1
            swap(&state.jobs, &state.runningJobs)
            for job in state.runningJobs { run(job) }
            state.runningJobs.removeAll(keepingCapacity: true)
        }
    }

    // MARK: The thread

    /// Starts the loop's thread.
    package func start() throws(HTTPServerError) {
        let number = startThread { self.runThread() }
        guard number == 0 else { throw HTTPServerError(.outOfResources, errno: number) }
    }

    /// Ends the thread once what is at hand is done.
    package func requestStop() { post { self.isStopping = true } }

    /// Ends the thread once what is at hand is done, and returns when it is at its end.
    package func stop() async {
        requestStop()
        await Waiter.wait { continuation in
            let hasEnded = mailbox.withLock { mailbox in
                mailbox.endWaiter = mailbox.hasEnded ? nil : continuation
                return mailbox.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
    }

    /// The thread's whole life.
    private func runThread() {
        thread.store(currentThread(), ordering: .relaxed)
        ThreadLoop.set(self)
        blockBrokenPipeSignal()
        state.turnEnd = monotonicMilliseconds()
        while !isStopping { turn() }
        while !state.jobs.isEmpty { runJobs() }
        for ending in endings { ending() }
        endings = []
        // What the endings woke.
        while !state.jobs.isEmpty { runJobs() }
        // Handlers refer to the loop in turn.
        state.slots = []
        onHeld = nil
        ThreadLoop.set(nil)
        thread.store(0, ordering: .relaxed)
        let waiter = mailbox.withLock { mailbox in
            mailbox.hasEnded = true
            // The last resort for what came between the last turn and here.
            mailbox.isDraining = true
            defer { mailbox.endWaiter = nil }
            return mailbox.endWaiter
        }
        drainAfterEnd()
        waiter?.resume()
    }

    private func turn() {
        let start = state.turnEnd
        let timeout = waitTime(from: start)
        let count = state.poller.wait(milliseconds: timeout)
        let end = monotonicMilliseconds()
        state.clock.waited(from: start, to: end, limit: Int64(timeout))
        var isWoken = false
        for index in 0..<count {
            if let event = state.poller.event(at: index) { deliver(event) } else { isWoken = true }
        }
        if isWoken { takeMail() }
        runJobs()
        deliverAgain()
        state.timers.advance(to: now, expired: &state.expired)
        if !state.expired.isEmpty { deliverDeadlines() }
        runJobs()
        state.turnEnd = monotonicMilliseconds()
        let duration = state.turnEnd - end
        if state.clock.worked(for: duration) { onHeld?(.milliseconds(duration)) }
    }

    private func waitTime(from start: Int64) -> CInt {
        if !state.jobs.isEmpty || !state.again.isEmpty || isStopping { return 0 }
        guard let deadline = state.timers.nextWake else { return -1 }
        return CInt(clamping: state.clock.wait(for: deadline, from: start))
    }

    @inline(__always)
    private func deliver(_ event: PollEvent) {
        let slot = state.slots[event.descriptor]
        guard slot.generation == event.generation, let handler = slot.handler else { return }
        handler.ready(event.readiness)
    }

    private func deliverAgain() {
        guard !state.again.isEmpty else { return }
        let events = state.again
        state.again.removeAll(keepingCapacity: true)
        for event in events { deliver(event) }
    }

    private func deliverDeadlines() {
        for descriptor in state.expired { state.slots[descriptor].handler?.deadlinePassed() }
        state.expired.removeAll(keepingCapacity: true)
    }

    private func takeMail() {
        let (calls, incoming) = mailbox.withLock { mailbox -> ([@Sendable () -> Void], [UnownedJob]) in
            mailbox.isWoken = false
            defer {
                mailbox.calls = []
                mailbox.jobs.removeAll(keepingCapacity: true)
            }
            return (mailbox.calls, mailbox.jobs)
        }
        for call in calls { call() }
        state.jobs.append(contentsOf: incoming)
    }
}

private func currentThread() -> UInt {
    #if canImport(Darwin)
    unsafe UInt(bitPattern: pthread_self())
    #else
    pthread_self()
    #endif
}
