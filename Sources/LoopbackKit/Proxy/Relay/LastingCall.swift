internal import LoopbackKitHTTP
internal import Synchronization

/// A call that its page does not end, such as a beacon's: the page waits for its answer as long as it is there.
final class LastingCall: Sendable {
    private enum State {
        case fresh
        case waiting(CheckedContinuation<RelayCall.Answer, any Error>)
        /// The page was told, or is gone.
        case over
    }

    private let call: RelayCall
    private let body: RelayedBody
    private let state = Mutex(State.fresh)

    init(_ call: RelayCall, _ body: RelayedBody) {
        self.call = call
        self.body = body
    }

    func perform() async throws -> RelayCall.Answer { try await call.perform(body) }

    /// Begins the call, and waits for its answer.
    ///
    /// - Parameter begin: hands the call over to whoever makes it.
    /// - Returns: the answer.
    /// - Throws: what the call throws, and `CancellationError` when the page is gone or the server stops, while the call
    ///   goes on: a listener that stops waits for its pages' tasks before the relay is ended.
    func answer(_ begin: () -> Void) async throws -> RelayCall.Answer {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state in
                    if case .over = state { return true }
                    state = .waiting(continuation)
                    return false
                }
                if isOver { continuation.resume(throwing: CancellationError()) }
                begin()
            }
        } onCancel: {
            resume(with: .failure(CancellationError()))
        }
    }

    /// Tells the page's task; only the first time.
    func resume(with result: sending Result<RelayCall.Answer, any Error>) {
        let waiting = state.withLock { state -> CheckedContinuation<RelayCall.Answer, any Error>? in
            defer { state = .over }
            if case .waiting(let continuation) = state { return continuation }
            return nil
        }
        waiting?.resume(with: result)
    }
}
