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

    @Test("PROXY-2 A mode says how its call's failure is told, and that it is an event stream")
    func failures() throws {
        let name = try #require(ProxyCallName("call7"))
        for (segment, order) in [
            ("include.network-error.events.call-call7", "include.events.call-call7.network-error"),
            ("omit.manual.keepalive.network-error", "omit.network-error.keepalive.manual"),
            ("same-origin.as-is", "same-origin.as-is"),
            ("same-origin.call-call7", "same-origin.call-call7"), ("omit.error.events", "omit.events.error"),
        ] {
            let mode = try #require(ProxyMode(segment: Array(order.utf8)))
            #expect(mode.segment == segment)
            #expect(mode == ProxyMode(segment: Array(segment.utf8)))
            #expect(mode.failsAsNetworkError == segment.contains("network-error"))
            #expect(mode.keepsPlaylists == segment.contains("as-is"))
            #expect(mode.opensEventStream == segment.contains("events"))
            #expect(mode.name == (segment.contains("call7") ? name : nil))
        }
        var mode = ProxyMode(credentials: .include, redirects: .manual, outlivesPage: true)
        (mode.failsAsNetworkError, mode.name) = (true, name)
        #expect(mode.ofReferences.segment == "include.manual.keepalive")
    }

    @Test(
        "PROXY-2 A call's name has 1 to 24 digits and small letters",
        arguments: ["a", "7", "az09", "zzzzzzzzzzzzzzzzzzzzzzzz", "call"]
    )
    func names(_ name: String) {
        #expect(ProxyCallName(name)?.description == name)
        #expect(ProxyMode(segment: Array("omit.call-\(name)".utf8))?.name?.description == name)
    }

    @Test(
        "PROXY-2 Every other text is no call's name",
        arguments: [
            "", "A", "a b", "a-b", "a_b", "a/b", "\u{E9}", "zzzzzzzzzzzzzzzzzzzzzzzzz", "%61", "a\u{0}", "`", "{", ":",
            "/",
        ]
    )
    func noNames(_ name: String) {
        #expect(ProxyCallName(name) == nil)
        #expect(ProxyMode(segment: Array("omit.call-\(name)".utf8)) == nil)
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
            "omit.call-a.call-a", "omit.call-a.call-b", "omit.events.events", "omit.network-error.network-error",
            "omit.as-is.as-is",
            "omit.call", "omit.call-", "omit.Call-a", "call-a", "events", "network-error", "omit.network", "omit.event",
        ]
    )
    func malformed(_ segment: String) { #expect(ProxyMode(segment: Array(segment.utf8)) == nil) }
}
