extension FieldPolicy {
    /// The answer fields that are known; names that no row has are applications' own.
    package static let pageRules = FieldRules<PageAction>(
        passingRules + credentialRules + originRules + loadingRules + policyRules + observingRules + connectionRules
    )

    private static let passingRules: [FieldRule<PageAction>] = [
        FieldRule(
            "content-type content-encoding content-language content-location content-disposition last-modified etag",
            .sent,
            "They describe the body, and the engine needs them to give it to the page."
        ),
        FieldRule("cache-control expires age pragma vary", .sent, "Caching is the upstream's to decide."),
        FieldRule("accept-ranges content-range", .sent, "Media players seek by them."),
        FieldRule("retry-after", .sent, "It is for the page; engines don't act on it."),
        FieldRule(
            "content-length",
            .sentWithoutBody,
            "The engine writes it for a body; without one it tells of the body that there would be."
        ),
        FieldRule("date", .hidden, "The engine writes its own."),
    ]

    private static let credentialRules: [FieldRule<PageAction>] = [
        FieldRule(
            "set-cookie set-cookie2",
            .removed,
            "Cookies are the jar's, and no script may read the field (Fetch)."
        ),
        FieldRule(
            "www-authenticate optional-www-authenticate authentication-control authentication-info",
            .hidden,
            "The engine would ask its user for a password of 127.0.0.1, and hold the call until then."
        ),
        FieldRule(
            "set-login login-status idp-signin-status x-auto-login activate-storage-access",
            .hidden,
            "They change what the browser believes of the user's log-in at this origin."
        ),
        FieldRule(
            "secure-session-* sec-*",
            .hidden,
            "They bind sessions to this origin, or speak for the browser."
        ),
    ]

    private static let originRules: [FieldRule<PageAction>] = [
        FieldRule("clear-site-data", .hidden, "It would delete every plugin's data."),
        FieldRule(
            "strict-transport-security public-key-pins*",
            .hidden,
            "They would shut out this server's plain port."
        ),
        FieldRule(
            "expect-ct alt-svc alternate-protocol",
            .hidden,
            "They send the browser to another place or transport."
        ),
        FieldRule("service-worker-allowed", .hidden, "It would give a service worker more of the origin."),
        FieldRule(
            "origin-agent-cluster origin-isolation document-isolation-policy*",
            .hidden,
            "They part the origin's pages."
        ),
        FieldRule("origin-trial", .hidden, "It switches features of the browser."),
        FieldRule(
            "cross-origin-*",
            .hidden,
            "They decide who may use the answer: pages of this origin, and nobody else."
        ),
        FieldRule("access-control-*", .hidden, "They would let other origins read the answer."),
        FieldRule("timing-allow-origin", .hidden, "It tells other origins when the answer came."),
    ]

    private static let loadingRules: [FieldRule<PageAction>] = [
        FieldRule("location", .hidden, "Redirects are followed here; an engine would leave the proxy."),
        FieldRule("refresh", .hidden, "It navigates."),
        FieldRule("link", .hidden, "It preloads and connects, past the proxy."),
        FieldRule("speculation-rules supports-loading-mode", .hidden, "They load pages ahead."),
        FieldRule("x-dns-prefetch-control", .hidden, "It looks up names ahead."),
        FieldRule("use-as-dictionary", .hidden, "The dictionary would be offered for other files of this origin."),
        FieldRule(
            "no-vary-search variants variant-key",
            .hidden,
            "They change what the browser's cache takes for the same."
        ),
        FieldRule("sourcemap x-sourcemap", .hidden, "Developers' tools load what they name."),
        FieldRule(
            "signature signature-input unencoded-digest",
            .hidden,
            "An engine checks them against the address that it asked."
        ),
    ]

    private static let policyRules: [FieldRule<PageAction>] = [
        FieldRule(
            "content-security-policy* x-content-security-policy* x-webkit-csp* connection-allowlist* integrity-policy*",
            .hidden,
            "They say what a document may load; the proxy's own shuts it in wholly."
        ),
        FieldRule(
            "permissions-policy* feature-policy document-policy* require-document-policy referrer-policy",
            .hidden,
            "They say what a document may do."
        ),
        FieldRule("*-policy *-report-only", .hidden, "So are the policies called that are yet to come."),
        FieldRule("x-content-type-options", .hidden, "The proxy sends its own."),
        FieldRule(
            "x-frame-options x-xss-protection x-download-options",
            .hidden,
            "They are older policies of that kind."
        ),
        FieldRule(
            "x-permitted-cross-domain-policies x-ua-compatible default-style window-target",
            .hidden,
            "They change how a document is shown or used."
        ),
    ]

    private static let observingRules: [FieldRule<PageAction>] = [
        FieldRule("nel report-to reporting-endpoints", .hidden, "The browser would tell the upstream of this server."),
        FieldRule("server-timing", .hidden, "It writes into the page's performance entries."),
        FieldRule(
            "accept-ch* critical-ch delegate-ch content-dpr",
            .hidden,
            "The browser would add fields to requests for this origin, or ask again."
        ),
        FieldRule(
            "attribution-reporting-* observe-browsing-topics shared-storage-* ad-auction-* x-allow-fledge",
            .hidden,
            "They keep advertisement records for this origin."
        ),
    ]

    private static let connectionRules: [FieldRule<PageAction>] = [
        FieldRule(
            "connection keep-alive proxy-connection te trailer transfer-encoding upgrade http2-settings",
            .removed,
            "They speak of the connection to the upstream (RFC 9110, section 7.6.1)."
        ),
        FieldRule("proxy-*", .removed, "They are a proxy's; a challenge would make the engine ask for a password."),
        FieldRule("loopback-*", .removed, "Nobody else speaks for this proxy."),
    ]
}
