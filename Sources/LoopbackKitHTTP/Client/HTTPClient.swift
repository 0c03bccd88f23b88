internal import Synchronization

/// An HTTP/1.1 client with kept connections, streams in both directions, and TLS.
///
/// ```swift
/// try await HTTPClient.run { client in
///     let response = try await client.send(HTTPClientRequest(.get, try HTTPURL("https://example.com/")))
///     print(response.status, try await response.body.collect(upTo: 1 << 20).count)
/// }
/// ```
///
/// `run()` owns every task, thread and connection of the client: when it returns, nothing of it is left. A request that
/// a handler of this library's server makes stays on the event loop of its connection.
public final class HTTPClient: Sendable {
    private struct State {
        var phase = Phase.fresh
        /// The client's own loops, asked in turn.
        var own: [ClientLoop] = []
        var next = 0
        /// The parts on loops of servers.
        var guests: [ObjectIdentifier: ClientLoop] = [:]
    }

    private enum Phase { case fresh, running, ended }

    private let core: ClientCore
    private let state = Mutex(State())

    /// Makes a client; it can be used while it runs.
    public init(configuration: HTTPClientConfiguration = HTTPClientConfiguration()) { core = ClientCore(configuration) }

    /// Connections that are open or being opened, on all loops.
    public var openConnections: Int { core.open.load(ordering: .relaxed) }

    /// Requests that wait for a free place among their origins' connections, on all loops.
    package var waitingRequests: Int { core.waiting.load(ordering: .relaxed) }

    // MARK: Running

    /// Runs a client as long as the function takes.
    ///
    /// - Parameters:
    ///   - configuration: time limits, sizes and how names are looked up.
    ///   - body: uses the client.
    /// - Returns: what the function returns.
    /// - Throws: what the function throws, or `HTTPClientError` when the client can't run.
    public static func run<Result: Sendable>(
        configuration: HTTPClientConfiguration = HTTPClientConfiguration(),
        _ body: (HTTPClient) async throws -> Result
    ) async throws -> Result {
        let client = HTTPClient(configuration: configuration)
        let loops = try client.start()
        async let serving: Void = client.serve(loops)
        do {
            let result = try await body(client)
            client.shutdown()
            await serving
            return result
        } catch {
            client.shutdown()
            await serving
            throw error
        }
    }

    /// Runs until `shutdown()` is called or the calling task is cancelled; both close every connection at once.
    ///
    /// - Throws: `HTTPClientError` when the system gives no threads, or the client ran before.
    public func run() async throws { await serve(try start()) }

    /// Closes every connection and lets `run()` return.
    ///
    /// It may be called at any time, from anywhere.
    public func shutdown() {
        state.withLock { $0.phase = .ended }
        core.uploadQueue.finish()
    }

    private func start() throws(HTTPClientError) -> [EventLoop] {
        let isFirst = state.withLock { state in
            guard state.phase == .fresh else { return false }
            state.phase = .running
            return true
        }
        guard isFirst else { throw HTTPClientError(.notRunning) }
        var loops: [EventLoop] = []
        do throws(HTTPServerError) {
            for _ in 0..<max(1, core.configuration.eventLoops) {
                let loop = try EventLoop()
                try loop.start()
                loops.append(loop)
            }
        } catch {
            shutdown()
            for loop in loops { loop.requestStop() }
            throw HTTPClientError(.outOfResources, errno: error.errno)
        }
        let own = loops.map { ClientLoop(ClientContext(loop: $0, core: core)) }
        state.withLock { $0.own = own }
        return loops
    }

    /// Owns the tasks that produce bodies, until the client is shut down.
    private func serve(_ loops: [EventLoop]) async {
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                for await upload in core.uploads {
                    group.addTask(executorPreference: upload.executor) { await upload.run() }
                }
                for part in takeParts() { await part.close() }
                group.cancelAll()
            }
        } onCancel: {
            shutdown()
        }
        for loop in loops { await loop.stop() }
    }

    private func takeParts() -> [ClientLoop] {
        state.withLock { state in
            defer {
                state.own = []
                state.guests = [:]
            }
            return state.own + state.guests.values
        }
    }

    // MARK: Requests

    /// Sends a request, and returns when its answer's head is whole; redirects are answers like others.
    ///
    /// - Parameter request: the request.
    /// - Returns: the answer, whose body is read from the connection as it is asked for.
    /// - Throws: `HTTPClientError`; what the resolver throws; `CancellationError`. Cancelling the task closes the
    ///   connection.
    public func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        try await part().send(request)
    }

    /// The part of the client on the loop that the caller runs on, or else on one of the client's own.
    private func part() throws(HTTPClientError) -> ClientLoop {
        let current = ThreadLoop.current
        let (part, isNew) = try state.withLock { (state) throws(HTTPClientError) in
            guard state.phase == .running, !state.own.isEmpty else { throw HTTPClientError(.notRunning) }
            if let current {
                if let guest = state.guests[ObjectIdentifier(current)] { return (guest, false) }
                if let own = state.own.first(where: { $0.loop === current }) { return (own, false) }
                let guest = ClientLoop(ClientContext(loop: current, core: core))
                state.guests[ObjectIdentifier(current)] = guest
                return (guest, true)
            }
            state.next = (state.next + 1) % state.own.count
            return (state.own[state.next], false)
        }
        if isNew, let current { leave(part, atEndOf: current) }
        return part
    }

    /// A server's loop that ends takes its connections along.
    private func leave(_ part: ClientLoop, atEndOf loop: EventLoop) {
        // The part is the client's, which may end long before the loop.
        loop.atEnd { [weak self, weak part] in
            part?.context.close()
            self?.state.withLock { $0.guests[ObjectIdentifier(loop)] = nil }
        }
    }
}
