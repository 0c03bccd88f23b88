package import LoopbackKitHTTP

/// A listener that the manager opens and closes; an `HTTPServer`, or what a test puts in its place.
package protocol LoopbackListener: Sendable {
    /// Listens and serves; returns after `shutdown()` or cancellation, when nothing is left of it.
    func run() async throws
    /// Where it listens, as soon as it does; throws what `run()` threw.
    var listeningAddress: SocketAddress { get async throws }
    /// Lets answers under way end, and `run()` return.
    func shutdown()
}

/// Makes a listener; it has not bound anything yet.
package typealias MakeListener = @Sendable (HTTPServerConfiguration, ScopeHandler) -> any LoopbackListener

extension HTTPServer: LoopbackListener {}
