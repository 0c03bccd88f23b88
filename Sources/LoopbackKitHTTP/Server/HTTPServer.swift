/// An HTTP/1.1 server.
public final class HTTPServer: Sendable {
    // The public face that others build on; the engine follows.
    //
    // init(configuration: HTTPServerConfiguration = .init(), handler: any HTTPHandler)
    // init(configuration: HTTPServerConfiguration = .init(), respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse)
    // func run() async throws                    binds, listens, serves; returns after shutdown() or cancellation
    // var listeningAddress: SocketAddress { get async throws }   waits until run() listens; throws what run() threw
    // func shutdown()                            graceful stop; run() returns when the last connection is gone
    // var counts: HTTPServerCounts               open connections, running tasks, accepted, answered
    // HTTPServerError: struct with open Code (.addressInUse, .addressNotAvailable, .bindFailed, .alreadyRan) and errno
}
