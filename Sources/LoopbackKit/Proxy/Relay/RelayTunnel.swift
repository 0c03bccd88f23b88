internal import LoopbackKitHTTP

/// A WebSocket to another site: the same bytes in both directions once both sides have agreed.
extension RelayCall {
    /// The page's 101, or what the other site answered instead.
    func webSocketResponse(to answer: Answer) -> HTTPResponse {
        guard let upstream = answer.response.upgraded else {
            // Engines tell a page no more than that there was none.
            return HTTPResponse(
                FieldPolicy.pageStatus(for: answer.response.status),
                fields: [.cacheControl: "no-store", .crossOriginResourcePolicy: "same-origin"]
            )
        }
        let fields = FieldPolicy.webSocketFields(from: answer.response.fields)
        return .upgrade(to: "websocket", fields: fields) { page in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await Self.pass(from: page, to: upstream) }
                group.addTask { try await Self.pass(from: upstream, to: page) }
                // Who has ended a WebSocket's direction is gone, or about to go: the tunnel ends with it.
                try await group.next()
                group.cancelAll()
            }
        }
    }

    private static func pass(from source: any DuplexStream, to target: any DuplexStream) async throws {
        while let bytes = try await source.read() { try await target.write(bytes) }
        try await target.finish()
    }
}
