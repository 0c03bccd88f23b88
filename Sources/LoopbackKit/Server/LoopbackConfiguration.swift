public import LoopbackKitHTTP

/// What a manager is told before it starts a server.
public struct LoopbackConfiguration: Sendable {
    /// The part of the HTTP engine's configuration that a host may change.
    ///
    /// The address is not among it: the server listens on 127.0.0.1.
    public struct Engine: Sendable {
        /// Sizes that are refused when they are passed.
        public var limits = HTTPServerConfiguration().limits
        /// How long the server waits.
        public var timeouts = HTTPServerConfiguration().timeouts
        /// How many connections there may be.
        public var connections = HTTPServerConfiguration().connections
        /// The number of event loops, each with a thread of its own; at least 1.
        public var eventLoops = 1

        /// The defaults.
        public init() {}
    }

    /// The app's identifier, such as its bundle identifier: the port, and so the pages' origin, is derived from it.
    ///
    /// Two identifiers have different web storage. Changing an app's loses its users' data.
    public var applicationIdentifier: String
    /// The port that is tried first; `nil`, the default, is the one derived from the identifier, 0 is the system's choice.
    public var port: UInt16?
    /// Whether each scope has a secret of its own.
    public var secrets = ScopeSecrets.perLaunch
    /// How files are served, unless a registration says otherwise.
    public var assets = AssetConfiguration()
    /// Whether pages of other origins may load audio, video and text tracks of the scopes; no by default.
    public var admitsForeignMedia = false
    /// How pages may call other sites; `nil` for not at all.
    public var proxy: ProxyConfiguration? = ProxyConfiguration()
    /// The host's version and build, which the health answer names.
    public var hostVersion: String?
    /// How many events wait for an observer; the oldest are dropped and counted when there are more.
    public var waitingEvents = 256
    /// The engine's part.
    public var engine = Engine()

    /// Makes a configuration with defaults for everything but the identifier.
    public init(applicationIdentifier: String) { self.applicationIdentifier = applicationIdentifier }

    /// The ports in the order they are tried; 0 is the system's choice.
    package var ports: [UInt16] {
        guard port != 0 else { return [0] }
        let derived = PortDerivation.ports(for: applicationIdentifier)
        guard let port else { return derived + [0] }
        return [port] + derived.filter { $0 != port } + [0]
    }

    /// The engine's configuration for a port.
    package func server(port: UInt16, observer: EngineObserver) -> HTTPServerConfiguration {
        var server = HTTPServerConfiguration()
        server.address = .loopback(port: port)
        server.eventLoops = engine.eventLoops
        server.limits = engine.limits
        server.timeouts = engine.timeouts
        server.connections = engine.connections
        server.observe = observer.observe
        // A page that went away ends its calls to other sites.
        server.probesHalfClosedPeers = true
        server.observesAnswer = observer.wantsAnswer
        return server
    }

    /// What names library, host and kind of origin.
    package var banner: String {
        let host = hostVersion.map { "; host \($0)" } ?? ""
        return "LoopbackKit \(LoopbackConfiguration.libraryVersion)\(host); loopback origin\n"
    }

    /// The library's version.
    public static let libraryVersion = LibraryVersion.current
}
