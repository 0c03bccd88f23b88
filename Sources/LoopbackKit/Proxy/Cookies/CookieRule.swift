/// With which calls cookies are sent and kept.
///
/// A page's calls through the proxy all go to other sites than the page's own.
public enum CookieRule: Hashable, Sendable {
    /// As Fetch has it: with the credentials mode `include` alone, not with `omit` nor with `same-origin`, which a call
    /// has when it names none.
    case fetch
    /// Unless the page has asked for none (`omit`).
    case unlessOmitted

    /// Whether a call sends cookies and keeps those of its answer.
    ///
    /// - Parameters:
    ///   - includes: whether the page has asked for credentials: mode `include`, or `withCredentials`.
    ///   - omits: whether it has asked for none: mode `omit`.
    /// - Returns: whether it does.
    package func admits(includes: Bool, omits: Bool) -> Bool {
        switch self {
        case .fetch: includes && !omits
        case .unlessOmitted: !omits
        }
    }
}
