package import LoopbackKitHTTP

// Fields of the proxy's own. Those of an upstream that begin so are left out: nobody else may speak for the proxy.
extension HTTPFieldName {
    /// `Loopback-Upstream-URL`: where the answer comes from, after redirects.
    package static let loopbackUpstreamURL: Self = "Loopback-Upstream-URL"
    /// `Loopback-Upstream-Redirects`: how many redirects were followed, if any.
    package static let loopbackUpstreamRedirects: Self = "Loopback-Upstream-Redirects"
    /// `Loopback-Upstream-Status`: the upstream's status where the page is sent another one.
    package static let loopbackUpstreamStatus: Self = "Loopback-Upstream-Status"
    /// `Loopback-Upstream-Text`: the upstream's reason phrase where it is not the usual one.
    package static let loopbackUpstreamText: Self = "Loopback-Upstream-Text"
    /// `Loopback-Upstream-Fields`: the fields that are not sent as fields; see `HiddenFields`.
    package static let loopbackUpstreamFields: Self = "Loopback-Upstream-Fields"
    /// `Loopback-Cache-Control`: the answer's `Cache-Control` is the proxy's, and the upstream's is among the hidden fields.
    package static let loopbackCacheControl: Self = "Loopback-Cache-Control"
    /// `Loopback-Proxy-Error`: how far a failed call came, and why it failed.
    package static let loopbackProxyError: Self = "Loopback-Proxy-Error"
}
