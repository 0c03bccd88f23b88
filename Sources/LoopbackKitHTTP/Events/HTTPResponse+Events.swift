extension HTTPResponse {
    /// A stream of events (HTML standard, section 9.2), for `EventSource` in pages.
    ///
    /// ```swift
    /// return .events { events in
    ///     for await tick in ticks { try await events.send(ServerSentEvent(data: "\(tick)", event: "tick")) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - keepAlive: after how long without an event a comment is sent, by which a reader that left is found out;
    ///     `nil` for never.
    ///   - produce: sends the events. When it returns, the stream ends and the page comes back after its `retry` time. When
    ///     the reader leaves or the server stops, its task is cancelled; the stream then ends in order at a stop.
    /// - Returns: the answer, of type `text/event-stream` and not stored by caches.
    public static func events(
        keepAlive: Duration? = .seconds(15),
        _ produce: @escaping @Sendable (ServerSentEventWriter) async throws -> Void
    ) -> HTTPResponse {
        events(keepAlive: keepAlive, clock: ContinuousClock(), produce)
    }

    /// A stream of the events of a sequence; it ends with the sequence.
    ///
    /// - Parameters:
    ///   - sequence: the events. When the reader leaves, the task that reads them is cancelled.
    ///   - keepAlive: as for `events(keepAlive:_:)`.
    /// - Returns: the answer.
    public static func events<Events: AsyncSequence & Sendable>(
        _ sequence: Events,
        keepAlive: Duration? = .seconds(15)
    ) -> HTTPResponse where Events.Element == ServerSentEvent {
        events(keepAlive: keepAlive) { writer in
            for try await event in sequence { try await writer.send(event) }
        }
    }

    package static func events<Time: Clock>(
        keepAlive: Duration?,
        clock: Time,
        _ produce: @escaping @Sendable (ServerSentEventWriter) async throws -> Void
    ) -> HTTPResponse where Time.Duration == Duration {
        let body = HTTPOutgoingBody.stream { writer in
            let idle = keepAlive.flatMap { $0 > .zero ? KeepAlive(clock: clock, interval: $0) : nil }
            let events = ServerSentEventWriter(writer) { idle?.noteActivity() }
            try await withThrowingTaskGroup { group in
                group.addTask { try await produce(events) }
                group.addTask { await writer.waitForStop() }
                if let idle { group.addTask { try await idle.run(events) } }
                // Whichever ends first ends the others: the producer's return, a comment that finds nobody, a stop.
                defer { group.cancelAll() }
                try await group.next()
            }
        }
        return HTTPResponse(fields: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
    }
}

extension HTTPFieldName {
    /// `Last-Event-ID` (HTML).
    public static let lastEventID: Self = "Last-Event-ID"
}

extension HTTPRequest {
    /// The id of the last event that a reader got before it came back; `nil` at its first visit.
    public var lastEventID: String? { fields[.lastEventID] }
}
