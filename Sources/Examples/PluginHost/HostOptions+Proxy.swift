package import LoopbackKit
package import LoopbackKitHTTP

extension HostOptions {
    /// How pages call other sites.
    package struct Proxy: Hashable, Sendable {
        /// Whether they can.
        package var isOn = true
        /// The services of this machine that they may call.
        package var allowedUpstreams: [AllowedUpstream] = []
        /// The file that keeps other sites' cookies; `nil` for the memory.
        package var cookieFile: String?
        /// With which calls cookies are sent.
        package var cookieRule = CookieRule.fetch

        /// The defaults.
        package init() {}

        /// What the guard has to let pass, in the order of the command line.
        ///
        /// - Parameter resolver: looks names up.
        /// - Returns: each opening once.
        /// - Throws: `HostFailure` when a host leads to no loopback address.
        package func openings(by resolver: any HTTPResolver) async throws(HostFailure) -> [UpstreamOpening] {
            var openings: [UpstreamOpening] = []
            for upstream in allowedUpstreams {
                for opening in try await upstream.openings(by: resolver) where !openings.contains(opening) {
                    openings.append(opening)
                }
            }
            return openings
        }
    }

    mutating func takeProxyValue(_ option: String, _ value: String) throws(UsageError) {
        switch option {
        case "--allow-upstream": proxy.allowedUpstreams.append(try AllowedUpstream(value))
        default: proxy.cookieFile = value
        }
    }

    func validateProxy() throws(UsageError) {
        guard !proxy.isOn else { return }
        var wanted: String?
        if proxy.cookieRule != .fetch { wanted = "--cookies-unless-omitted" }
        if proxy.cookieFile != nil { wanted = "--cookies" }
        if !proxy.allowedUpstreams.isEmpty { wanted = "--allow-upstream" }
        if let wanted { throw UsageError("\(wanted) and --no-proxy exclude each other.") }
    }
}
