internal import LoopbackKitHTTP
internal import Synchronization

/// A call that its page does not end, such as a beacon's.
final class LastingCall: Sendable {
    private let call: RelayCall
    private let body: RelayedBody
    private let continuation: Mutex<CheckedContinuation<RelayCall.Answer, any Error>?>

    init(
        _ call: RelayCall,
        _ body: RelayedBody,
        _ continuation: CheckedContinuation<RelayCall.Answer, any Error>
    ) {
        self.call = call
        self.body = body
        self.continuation = Mutex(continuation)
    }

    func perform() async throws -> RelayCall.Answer { try await call.perform(body) }

    /// Tells the page's task; only the first time.
    func resume(with result: sending Result<RelayCall.Answer, any Error>) {
        let waiting = continuation.withLock { $0.take() }
        waiting?.resume(with: result)
    }
}
