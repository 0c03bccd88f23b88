internal import Synchronization

/// An HTTP/1.1 server.
///
/// ```swift
/// let server = HTTPServer { request in HTTPResponse(text: "Hello from \(request.target.path)\n") }
/// try await server.run()
/// ```
///
/// `run()` owns every task and thread of the server: when it returns, nothing of it is left. A server runs once.
public final class HTTPServer: Sendable {
    private struct State {
        var phase = Phase.fresh
        var loops: [LoopContext] = []
        var acceptors: [Acceptor] = []
        var isStopRequested = false
        var waiters: [Int: CheckedContinuation<Result<SocketAddress, HTTPServerError>, Never>] = [:]
        var nextWaiter = 0
    }

    private enum Phase {
        case fresh
        case starting
        case listening(SocketAddress)
        case ended(HTTPServerError)
    }

    private let core: ServerCore
    private let state = Mutex(State())

    /// Makes a server; it listens when it runs.
    ///
    /// - Parameters:
    ///   - configuration: where to listen, limits and times.
    ///   - handler: decides how each request is answered.
    public init(configuration: HTTPServerConfiguration = .init(), handler: any HTTPHandler) {
        core = ServerCore(configuration: configuration, handler: handler)
    }

    /// Makes a server that answers every request in an async function.
    ///
    /// - Parameters:
    ///   - configuration: where to listen, limits and times.
    ///   - respond: answers a request, on the connection's event loop; an error that it throws becomes a 500.
    public convenience init(
        configuration: HTTPServerConfiguration = .init(),
        respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) {
        self.init(configuration: configuration, handler: ClosureHandler(respond))
    }

    /// What the server has to do at the moment, and has done.
    public var counts: HTTPServerCounts {
        HTTPServerCounts(
            openConnections: core.open.load(ordering: .relaxed),
            runningTasks: core.tasks.load(ordering: .relaxed),
            accepted: core.accepted.load(ordering: .relaxed),
            answered: core.answered.load(ordering: .relaxed)
        )
    }

    // MARK: Running

    /// Listens, and serves until `shutdown()` is called or the calling task is cancelled.
    ///
    /// Both stop gracefully: idle connections close at once, answers under way end, and a deadline
    /// (`HTTPServerConfiguration.Timeouts.stop`) cuts the rest. Cancellation also cancels the responders at once, as
    /// structured concurrency has it; `shutdown()` does so at the deadline only. After the deadline a responder's reads
    /// and writes throw; one that neither reads, writes nor heeds its cancellation keeps `run()` from returning, since no
    /// task is left behind.
    ///
    /// - Throws: `HTTPServerError` when the server can't listen, or ran before.
    public func run() async throws {
        let isFirst = state.withLock { state in
            guard case .fresh = state.phase else { return false }
            state.phase = .starting
            return true
        }
        guard isFirst else { throw HTTPServerError(.alreadyRan) }
        do throws(HTTPServerError) {
            try await serve()
            end(HTTPServerError(.ended))
        } catch {
            end(error)
            throw error
        }
    }

    private func serve() async throws(HTTPServerError) {
        let configuration = core.configuration
        guard configuration.eventLoops > 0, configuration.connections.maximum > 0,
            configuration.connections.reserved >= 0
        else {
            throw HTTPServerError(.invalidConfiguration)
        }
        let listener = try makeListener()
        var contexts: [LoopContext] = []
        for _ in 0..<configuration.eventLoops { contexts.append(try LoopContext(core: core)) }
        try await start(contexts)
        let acceptors = contexts.map { Acceptor(context: $0, listener: listener) }
        for (context, acceptor) in zip(contexts, acceptors) { context.loop.post { acceptor.start() } }
        publish(listener.address, contexts, acceptors)
        await supervise(contexts)
        for context in contexts { await context.loop.stop() }
    }

    private func makeListener() throws(HTTPServerError) -> Listener {
        let configuration = core.configuration
        if let descriptor = configuration.inheritedDescriptor { return try Listener.adopt(descriptor) }
        return try Listener.bind(to: configuration.address, backlog: configuration.connections.backlog)
    }

    private func start(_ contexts: [LoopContext]) async throws(HTTPServerError) {
        for (index, context) in contexts.enumerated() {
            do throws(HTTPServerError) {
                try context.loop.start()
            } catch {
                for started in contexts[..<index] { await started.loop.stop() }
                throw error
            }
        }
    }

    private func supervise(_ contexts: [LoopContext]) async {
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                for context in contexts {
                    let supervisor = LoopSupervisor(context: context)
                    group.addTask(executorPreference: context.loop) { await supervisor.serve() }
                }
            }
        } onCancel: {
            shutdown()
        }
    }

    private func publish(_ address: SocketAddress, _ contexts: [LoopContext], _ acceptors: [Acceptor]) {
        let (waiters, mustStop) = state.withLock { state in
            state.phase = .listening(address)
            state.loops = contexts
            state.acceptors = acceptors
            defer { state.waiters = [:] }
            return (state.waiters, state.isStopRequested)
        }
        core.observe(.listening(address))
        for waiter in waiters.values { waiter.resume(returning: .success(address)) }
        if mustStop { drain() }
    }

    private func end(_ error: HTTPServerError) {
        let waiters = state.withLock { state in
            state.phase = .ended(error)
            state.loops = []
            state.acceptors = []
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume(returning: .failure(error)) }
    }

    // MARK: Stopping

    /// Stops gracefully; `run()` returns when the last connection is gone.
    ///
    /// May be called at any time, from any thread.
    public func shutdown() {
        let isListening = state.withLock { state in
            state.isStopRequested = true
            if case .listening = state.phase { return true }
            return false
        }
        if isListening { drain() }
    }

    private func drain() {
        let (contexts, acceptors) = state.withLock { ($0.loops, $0.acceptors) }
        for (context, acceptor) in zip(contexts, acceptors) { context.loop.post { acceptor.drain() } }
    }

    // MARK: The address

    /// The address that the server listens on; waits until it does.
    ///
    /// - Throws: what `run()` throws when the server can't listen; `HTTPServerError.Code.ended` after its end;
    ///   `CancellationError` when the calling task is cancelled.
    public var listeningAddress: SocketAddress {
        get async throws {
            let id = state.withLock { state in
                state.nextWaiter += 1
                return state.nextWaiter
            }
            let result = await withTaskCancellationHandler {
                await withCheckedContinuation { wait(id, $0) }
            } onCancel: {
                cancelWaiter(id)
            }
            try Task.checkCancellation()
            return try result.get()
        }
    }

    private func wait(_ id: Int, _ waiter: CheckedContinuation<Result<SocketAddress, HTTPServerError>, Never>) {
        let result = state.withLock { state -> Result<SocketAddress, HTTPServerError>? in
            switch state.phase {
            case .listening(let address): return .success(address)
            case .ended(let error): return .failure(error)
            case .fresh, .starting:
                guard !Task.isCancelled else { return .failure(HTTPServerError(.ended)) }
                state.waiters[id] = waiter
                return nil
            }
        }
        if let result { waiter.resume(returning: result) }
    }

    private func cancelWaiter(_ id: Int) {
        let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
        waiter?.resume(returning: .failure(HTTPServerError(.ended)))
    }
}

/// What a server has to do at the moment, and has done since it started.
public struct HTTPServerCounts: Hashable, Sendable {
    /// Connections that are open.
    public let openConnections: Int
    /// Connections that have a task at the moment.
    public let runningTasks: Int
    /// Connections taken since the start.
    public let accepted: Int
    /// Requests answered since the start.
    public let answered: Int
}
