import LoopbackKitHTTP

/// Keeps what a server tells its observer, for one reader.
///
/// ```swift
/// configuration.observe = recorder.record
/// let refusal = try await recorder.first { if case .refused(let refusal) = $0 { refusal } else { nil } }
/// ```
struct EventRecorder: Sendable {
    private let events: AsyncStream<HTTPServerEvent>
    private let continuation: AsyncStream<HTTPServerEvent>.Continuation

    init() { (events, continuation) = AsyncStream.makeStream() }

    var record: @Sendable (HTTPServerEvent) -> Void { { [continuation] in continuation.yield($0) } }

    /// Waits for the next event that the closure knows; those before it are dropped.
    func first<Value>(_ match: (HTTPServerEvent) -> Value?) async throws -> Value {
        for await event in events {
            if let value = match(event) { return value }
        }
        throw Missing()
    }
}
