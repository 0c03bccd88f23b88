internal import Synchronization

/// Sends events to one reader.
///
/// Several tasks may send at once: each event goes out in one piece.
public struct ServerSentEventWriter: Sendable {
    private let writer: HTTPBodyWriter
    /// Told of everything that is sent.
    private let noteActivity: @Sendable () -> Void

    package init(_ writer: HTTPBodyWriter, noteActivity: @escaping @Sendable () -> Void) {
        self.writer = writer
        self.noteActivity = noteActivity
    }

    /// Sends an event, and waits while too much is under way to a slow reader.
    ///
    /// - Throws: `ServerSentEventError` for an event that can't be sent, and then nothing was; `HTTPMessageError` when the
    ///   reader is gone or the server stopped.
    public func send(_ event: ServerSentEvent) async throws { try await write(event.encoded()) }

    /// Sends a comment, which readers skip.
    ///
    /// - Throws: `HTTPMessageError` when the reader is gone or the server stopped.
    public func comment(_ text: String) async throws { try await write(ServerSentEvent.comment(text)) }

    private func write(_ bytes: [UInt8]) async throws {
        noteActivity()
        try await writer.write(bytes)
    }
}

/// Sends comments while nothing else is sent.
struct KeepAlive<Time: Clock>: Sendable where Time.Duration == Duration {
    /// When something was sent last.
    private final class Activity: Sendable {
        let last: Mutex<Time.Instant>

        init(_ now: Time.Instant) { last = Mutex(now) }
    }

    private let clock: Time
    private let interval: Duration
    private let activity: Activity

    init(clock: Time, interval: Duration) {
        self.clock = clock
        self.interval = interval
        activity = Activity(clock.now)
    }

    func noteActivity() { activity.last.withLock { $0 = clock.now } }

    /// Never returns; throws when the reader is gone or the task is cancelled.
    func run(_ writer: ServerSentEventWriter) async throws {
        while true {
            let due = activity.last.withLock { $0 }.advanced(by: interval)
            if due > clock.now {
                try await clock.sleep(until: due, tolerance: nil)
            } else {
                try await writer.comment("")
            }
        }
    }
}
