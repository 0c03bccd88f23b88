/// Runs a long computation away from the event loop, which serves its other connections meanwhile.
///
/// A responder runs on its connection's loop, and so does what it awaits: functions marked `@concurrent` too, since a
/// task of the server prefers its loop. Whatever takes more than a few milliseconds belongs in here; the server's
/// observer is told of turns that held a loop for 50 ms (`HTTPServerEvent.loopHeld`).
///
/// ```swift
/// router.post("/digest") { request in
///     let body = try await request.body.collect(upTo: 1 << 20)
///     return HTTPResponse(text: try await offLoop { digest(of: body) })
/// }
/// ```
///
/// The work has one of the threads of Swift's global executor, as many as the machine has cores: it may compute, and
/// should not sleep or wait for devices. It is not interrupted when the calling task is cancelled; it can look at
/// `Task.isCancelled`.
///
/// - Parameter work: the computation.
/// - Returns: its result.
/// - Throws: what it throws.
@concurrent
public func offLoop<Result: Sendable, Failure: Error>(
    _ work: @Sendable () throws(Failure) -> Result
) async throws(Failure) -> Result {
    try await withTaskExecutorPreference(globalConcurrentExecutor) { () async throws(Failure) -> Result in
        try work()
    }
}
