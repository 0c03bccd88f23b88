public import LoopbackKitHTTP

/// How pages may call other sites.
public struct ProxyConfiguration: Sendable {
    /// How much is kept in memory, and how far redirects lead.
    public struct Limits: Hashable, Sendable {
        /// How many bytes of an answer may wait for a slow page before reading from the other site pauses.
        public var highWater = 4 << 20
        /// At how many waiting bytes it goes on.
        public var lowWater = 1 << 20
        /// How many redirects are followed (Fetch standard, section 4.4).
        public var redirects = 20
        /// How many bytes of a streamed request body are kept, to be sent again after a redirect with 307 or 308.
        public var replayedBody = 10 << 20

        /// The defaults.
        public init() {}
    }

    /// What may be called although it lies on this machine, for development; nothing by default.
    public var openings: Set<UpstreamOpening> = []
    /// Keeps the cookies of other sites.
    public var cookies: any CookieStore = MemoryCookieStore()
    /// With which calls cookies are sent and stored.
    public var cookieRule = CookieRule.fetch
    /// Which jar a scope's calls to a host use; each scope's own by default.
    ///
    /// A jar that scopes share lets each of them
    /// read, with the user's cookies, what the others are logged in to: share it for hosts that are named.
    ///
    /// With `ScopeSecrets.perLaunch` every page knows the address of every scope, and can call by it with that scope's jar:
    /// jars keep plugins apart that trust each other, `ScopeSecrets.perScope` those that don't.
    public var jar: @Sendable (ScopeReference, HTTPHost) -> CookieJarName = { scope, _ in CookieJarName(scope) }
    /// Whether pages may load style sheets of other sites through the proxy; `PageConfiguration.proxiedElements` asks for them.
    public var admitsStyle = false
    /// Sizes and counts.
    public var limits = Limits()
    /// How long the client waits.
    public var timeouts = HTTPClientConfiguration.Timeouts()
    /// Sizes of answers' heads and numbers of connections.
    public var connections = HTTPClientConfiguration.Limits()
    /// Looks names up; what it finds is checked before it is connected to.
    public var resolver: any HTTPResolver = SystemResolver()
    /// Sends the calls in place of the library's own client; `nil`, the default, is that client.
    ///
    /// What a page may not call by its address, name or port is never asked of it. What names lead to it has to look at by
    /// itself: a `GuardedResolver` does so.
    public var sender: (any HTTPSender)?
    /// Makes the TLS side of connections; the system's by default.
    package var tls: (any TLSClientProvider)?

    /// The defaults.
    public init() {}
}
