import LoopbackKit
import Testing

@Suite("ProxyMode")
struct ProxyModeTests {
    @Test(
        "PROXY-2 A mode is read as it is written",
        arguments: [
            ("omit", ProxyMode(credentials: .omit)), ("same-origin", ProxyMode()),
            ("include", ProxyMode(credentials: .include)),
            ("include.manual", ProxyMode(credentials: .include, redirects: .manual)),
            ("omit.error", ProxyMode(credentials: .omit, redirects: .error)),
            ("include.keepalive", ProxyMode(credentials: .include, outlivesPage: true)),
            ("same-origin.error.keepalive", ProxyMode(redirects: .error, outlivesPage: true)),
        ]
    )
    func forms(_ segment: String, _ mode: ProxyMode) {
        #expect(ProxyMode(segment: Array(segment.utf8)) == mode)
        #expect(mode.segment == segment)
    }

    @Test(
        "PROXY-2 What a mode adds stands in any order, and what is usual may be said",
        arguments: [
            ("include.keepalive.manual", "include.manual.keepalive"), ("include.follow", "include"),
            ("omit.follow.keepalive", "omit.keepalive"), ("omit.keepalive.follow", "omit.keepalive"),
        ]
    )
    func order(_ segment: String, _ written: String) {
        #expect(ProxyMode(segment: Array(segment.utf8))?.segment == written)
    }

    @Test(
        "PROXY-2 A mode with an unknown word, or two about the same, is refused",
        arguments: [
            "", ".", "include.", ".include", "include..manual", "Include", "INCLUDE", "sameorigin", "same_origin",
            "manual",
            "keepalive", "keepalive.include", "manual.include", "include.omit", "include.include",
            "include.manual.manual",
            "include.manual.follow", "include.follow.error", "include.keepalive.keepalive", "include.Manual",
            "include.none",
            "includ%65", "include%2Emanual", "include ", "include.manual.keepalive.error", "\u{130}nclude",
        ]
    )
    func malformed(_ segment: String) { #expect(ProxyMode(segment: Array(segment.utf8)) == nil) }
}
