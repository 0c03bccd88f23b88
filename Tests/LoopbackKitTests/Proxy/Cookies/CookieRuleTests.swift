import LoopbackKit
import Testing

@Suite("Cookie rules")
struct CookieRuleTests {
    @Test(
        "PROXY-6 By Fetch cookies go with include alone, by the host's option unless the page asked for none",
        arguments: [
            // Whether the page asked for credentials, and whether for none: omit, same-origin, include.
            (false, true, false, false), (false, false, false, true), (true, false, true, true),
            // A page that says both has said no.
            (true, true, false, false),
        ]
    )
    func modes(includes: Bool, omits: Bool, byFetch: Bool, unlessOmitted: Bool) {
        #expect(CookieRule.fetch.admits(includes: includes, omits: omits) == byFetch)
        #expect(CookieRule.unlessOmitted.admits(includes: includes, omits: omits) == unlessOmitted)
    }
}
