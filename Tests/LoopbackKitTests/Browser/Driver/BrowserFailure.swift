/// Why a browser, its driver or a page in it could not do what a test asked for.
struct BrowserFailure: Error, CustomStringConvertible {
    /// Whose failure it is.
    enum Place: Sendable {
        /// The page's: its script threw, or its document went while it was asked.
        case page
        /// The browser's or its driver's: nothing more can be asked of it.
        case browser
    }

    let place: Place
    /// What happened, with the last words of the program that it happened to.
    let description: String

    init(_ description: String, place: Place = .browser) {
        self.place = place
        self.description = description
    }
}

/// Waits for something at most as long as it may take.
///
/// - Throws: `BrowserFailure` with the words given when it takes longer; what the closure throws.
func within<Value: Sendable>(
    _ limit: Duration,
    _ words: @autoclosure @Sendable () -> String,
    _ wait: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask { try await wait() }
        group.addTask {
            try await Task.sleep(for: limit)
            return nil
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() ?? nil else { throw BrowserFailure("\(words()) within \(limit)") }
        return value
    }
}
