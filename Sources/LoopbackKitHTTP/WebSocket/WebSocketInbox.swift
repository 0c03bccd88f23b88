/// The messages that have arrived and wait for their reader.
final class WebSocketInbox: Sendable {
    /// What is counted for a message besides its bytes, so that empty ones don't pile up.
    private static let overhead = 64

    private struct State {
        var messages: [WebSocketMessage] = []
        /// The first message that was not taken.
        var first = 0
        /// What the waiting messages count.
        var size = 0
        /// Whether a message was taken and the reader has not come back since.
        var isAnswering = false
        var isDiscarding = false
        var hasEnded = false
        var failure: WebSocketError?

        mutating func add(_ message: WebSocketMessage) {
            guard !isDiscarding, !hasEnded else { return }
            messages.append(message)
            size += message.count + overhead
        }

        mutating func takeFirst() -> WebSocketMessage? {
            guard first < messages.count else { return nil }
            let message = messages[first]
            messages[first] = .binary([])
            isAnswering = true
            first += 1
            size -= message.count + overhead
            // Taken places are let go in steps, so that the rest is moved seldom.
            if first == messages.count || first >= 64 && first * 2 >= messages.count {
                messages.removeSubrange(..<first)
                first = 0
            }
            return message
        }
    }

    /// What a reader gets.
    private enum Item {
        case message(WebSocketMessage)
        case end
        case failure(WebSocketError)
    }

    private let state = Monitor(State())
    private let readAhead: Int

    init(readAhead: Int) { self.readAhead = readAhead }

    /// Whether nothing more is read until somebody takes a message.
    var isFull: Bool { isFull(state.value) }

    private func isFull(_ state: State) -> Bool { state.size > 0 && state.size >= readAhead }

    /// Adds a message, and waits while too much waits for the reader; after the end it is thrown away.
    func push(_ message: WebSocketMessage) async throws {
        state.change { $0.add(message) }
        try await state.wait { state in isFull(state) ? nil : () }
    }

    /// The next message; `nil` at the end.
    func next() async throws -> WebSocketMessage? {
        state.change { $0.isAnswering = false }
        let item = try await state.wait { state -> Item? in
            if let message = state.takeFirst() { return .message(message) }
            guard state.hasEnded else { return nil }
            defer { state.failure = nil }
            return state.failure.map(Item.failure) ?? .end
        }
        switch item {
        case .message(let message): return message
        case .end: return nil
        case .failure(let error): throw error
        }
    }

    /// Whether the reader has had every message, and came back for more.
    var isSettled: Bool { Self.isSettled(state.value) }

    private static func isSettled(_ state: State) -> Bool {
        state.isDiscarding || state.size == 0 && !state.isAnswering
    }

    /// Waits until the reader has had every message, and came back for more or went away.
    func settle() async throws { try await state.wait { Self.isSettled($0) ? () : nil } }

    /// Nothing more arrives; what waits is still handed out, and then the error is thrown, once.
    func finish(throwing failure: WebSocketError? = nil) {
        state.change { state in
            guard !state.hasEnded else { return }
            state.hasEnded = true
            state.failure = failure
        }
    }

    /// Throws away what waits and what arrives from now on, and lets the reader wait for the end.
    func discard() {
        state.change { state in
            state.isDiscarding = true
            (state.messages, state.first, state.size) = ([], 0, 0)
        }
    }
}
