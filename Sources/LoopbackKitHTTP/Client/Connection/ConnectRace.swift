/// Connects to the first of a host's addresses that answers.
///
/// Touched on the loop's own thread alone.
final class ConnectRace: @unchecked Sendable {
    private let context: ClientContext
    private let origin: HTTPOrigin
    private let deadline: Int64
    private var plan: ConnectPlan
    private var attempts: [ClientConnection] = []
    private var lastErrno: CInt?
    private(set) var result: Result<ClientConnection, HTTPClientError>?
    /// Who waits for the result.
    var waiter: Waiter?

    init(_ addresses: [SocketAddress], for origin: HTTPOrigin, in context: ClientContext) {
        self.context = context
        self.origin = origin
        plan = ConnectPlan(addresses)
        deadline = context.loop.now + context.core.times.connect
    }

    /// Starts; `result` is there when `waiter` is woken.
    func start() { perform(plan.tryNext()) }

    private func perform(_ first: ConnectPlan.Action) {
        var action = first
        while true {
            guard !context.isClosed else { return finish(.failure(HTTPClientError(.notRunning))) }
            switch action {
            case .fail: return finish(.failure(HTTPClientError(.connectFailed, errno: lastErrno)))
            case .wait:
                for attempt in attempts { context.loop.setDeadline(attempt.descriptor, deadline) }
                return
            case .connect(let address):
                switch ClientSocket.connect(to: address) {
                // The process has no descriptor left: those of unused connections are of more use here.
                case .failure(let error) where error.kind == .exhausted:
                    guard context.closeIdle() else {
                        return finish(.failure(HTTPClientError(.outOfResources, errno: error.number)))
                    }
                case .failure(let error):
                    lastErrno = error.number
                    action = plan.attemptFailed()
                case .success(let descriptor):
                    guard add(descriptor, address) else { return }
                    return
                }
            }
        }
    }

    private func add(_ descriptor: CInt, _ address: SocketAddress) -> Bool {
        let attempt = ClientConnection(descriptor, peer: address, origin: origin, race: self, context: context)
        context.add(attempt)
        attempts.append(attempt)
        guard context.loop.watch(descriptor, handler: attempt) else {
            finish(.failure(HTTPClientError(.outOfResources)))
            return false
        }
        let delay = plan.hasMore ? context.loop.now + context.core.times.nextAddress : deadline
        context.loop.setDeadline(descriptor, min(delay, deadline))
        return true
    }

    /// An attempt is connected: the others are given up.
    func connected(_ attempt: ClientConnection) {
        attempts.removeAll { $0 === attempt }
        // Here already: it may end before whoever waits for it comes to run, and then its place is free again.
        attempt.takePlace()
        finish(.success(attempt))
    }

    /// An attempt has failed; closing it leads here once more.
    func failed(_ attempt: ClientConnection, errno: CInt) {
        guard let index = attempts.firstIndex(where: { $0 === attempt }) else { return }
        attempts.remove(at: index)
        if errno != 0 { lastErrno = errno }
        attempt.close()
        guard result == nil else { return }
        guard !context.isClosed else { return finish(.failure(HTTPClientError(.notRunning))) }
        perform(plan.attemptFailed())
    }

    /// An attempt takes long.
    func delayPassed() {
        guard context.loop.now < deadline else {
            return finish(.failure(HTTPClientError(.connectTimedOut)))
        }
        perform(plan.tryNext())
    }

    /// Nobody wants the connection any more.
    func cancel() { finish(.failure(HTTPClientError(.connectionClosed))) }

    private func finish(_ result: Result<ClientConnection, HTTPClientError>) {
        guard self.result == nil else { return }
        self.result = result
        let others = attempts
        attempts = []
        for attempt in others { attempt.close() }
        waiter?.resume()
        waiter = nil
    }
}
