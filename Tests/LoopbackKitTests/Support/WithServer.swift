import LoopbackKitHTTP
import Testing

/// Runs a server on a free port for the length of the closure, stops it gracefully, and checks that nothing is left.
///
/// - Parameters:
///   - configuration: what the server is told.
///   - handler: what it answers.
///   - body: gets the port and the server, which it may stop itself.
/// - Returns: what the closure returns.
/// - Throws: what the closure or the server throws.
@discardableResult
func withServer<Value: Sendable>(
    configuration: HTTPServerConfiguration = .init(),
    handler: any HTTPHandler,
    _ body: (UInt16, HTTPServer) async throws -> Value
) async throws -> Value {
    let server = HTTPServer(configuration: configuration, handler: handler)
    let value = try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await server.run() }
        let outcome: Result<Value, any Error>
        do {
            outcome = .success(try await body(try required(try await server.listeningAddress.port), server))
        } catch {
            outcome = .failure(error)
        }
        server.shutdown()
        try await group.waitForAll()
        return try outcome.get()
    }
    #expect(server.counts.openConnections == 0)
    #expect(server.counts.runningTasks == 0)
    return value
}

/// The same for a body that needs the port alone.
@discardableResult
func withServer<Value: Sendable>(
    configuration: HTTPServerConfiguration = .init(),
    handler: any HTTPHandler,
    _ body: (UInt16) async throws -> Value
) async throws -> Value {
    try await withServer(configuration: configuration, handler: handler) { port, _ in try await body(port) }
}
