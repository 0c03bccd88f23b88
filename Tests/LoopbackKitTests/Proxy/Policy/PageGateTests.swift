import LoopbackKit
import LoopbackKitHTTP
import Testing

/// The header facts of both engines, measured on `http://127.0.0.1`: each row by GET and by POST.
@Suite("PageGate") struct PageGateTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let fields: HTTPFields
        let get: PageGate.Verdict
        let post: PageGate.Verdict

        init(_ name: String, _ fields: HTTPFields, _ verdict: PageGate.Verdict, post: PageGate.Verdict? = nil) {
            self.name = name
            self.fields = fields
            get = verdict
            self.post = post ?? verdict
        }

        var testDescription: String { name }
    }

    static let own = "http://127.0.0.1:58731"

    private static func metadata(
        _ destination: String,
        _ mode: String,
        _ site: String,
        _ more: [(HTTPFieldName, String)] = []
    ) -> HTTPFields {
        var fields: HTTPFields = [.secFetchDest: destination, .secFetchMode: mode, .secFetchSite: site]
        for (name, value) in more { fields.append(name, value) }
        return fields
    }

    static let withMetadata: [Row] = [
        Row("a document by the user", metadata("document", "navigate", "none"), .refused(.foreignSite)),
        Row("a document from a link", metadata("document", "navigate", "same-origin"), .refused(.navigation)),
        Row("a frame", metadata("iframe", "navigate", "same-origin"), .refused(.navigation)),
        Row("a frame through a service worker", metadata("empty", "navigate", "same-origin"), .refused(.navigation)),
        Row("a style sheet", metadata("style", "no-cors", "same-origin"), .refused(.destination)),
        Row("a script", metadata("script", "no-cors", "same-origin"), .refused(.destination)),
        Row("a module", metadata("script", "cors", "same-origin", [(.origin, own)]), .refused(.destination)),
        Row("a worker", metadata("worker", "same-origin", "same-origin"), .refused(.destination)),
        Row("an object", metadata("object", "navigate", "same-origin"), .refused(.navigation)),
        Row("an embed", metadata("embed", "no-cors", "same-origin"), .refused(.destination)),
        Row("no destination", [.secFetchSite: "same-origin"], .refused(.destination)),
        Row("an image", metadata("image", "no-cors", "same-origin"), .admitted),
        Row("a video", metadata("video", "no-cors", "same-origin"), .admitted),
        Row("an audio", metadata("audio", "no-cors", "same-origin"), .admitted),
        Row("a track", metadata("track", "same-origin", "same-origin"), .admitted),
        Row("a font", metadata("font", "cors", "same-origin", [(.origin, own)]), .admitted),
        Row("fetch and XHR", metadata("empty", "cors", "same-origin"), .admitted),
        Row("fetch with its Origin", metadata("empty", "cors", "same-origin", [(.origin, own)]), .admitted),
        Row(
            "a beacon of a page without referrers",
            metadata("empty", "no-cors", "same-origin", [(.origin, "null")]),
            .admitted
        ),
        Row(
            "fetch from another loopback port",
            metadata("empty", "cors", "same-site", [(.origin, "http://127.0.0.1:58732")]),
            .refused(.foreignSite)
        ),
        Row(
            "a no-cors fetch from another loopback port",
            metadata("empty", "no-cors", "same-site"),
            .refused(.foreignSite)
        ),
        Row("a sandboxed frame", metadata("empty", "cors", "cross-site", [(.origin, "null")]), .refused(.foreignSite)),
        Row(
            "a web site",
            metadata("empty", "cors", "cross-site", [(.origin, "https://evil.example")]),
            .refused(.foreignSite)
        ),
        Row(
            "a web site with a forged Origin",
            metadata("empty", "cors", "cross-site", [(.origin, own)]),
            .refused(.foreignSite)
        ),
        Row("media of an https page", metadata("video", "no-cors", "cross-site"), .refused(.foreignSite)),
        Row("an address typed in", metadata("empty", "cors", "none"), .refused(.foreignSite)),
        Row("another case", metadata("empty", "cors", "Same-Origin"), .refused(.foreignSite)),
        Row("an empty site", metadata("empty", "cors", ""), .refused(.foreignSite)),
    ]

    static let withoutMetadata: [Row] = [
        Row("its Origin", [.origin: own], .admitted),
        Row("Origin null", [.origin: "null"], .refused(.foreignOrigin)),
        Row("another port", [.origin: "http://127.0.0.1:58732"], .refused(.foreignOrigin)),
        Row("a longer port", [.origin: "http://127.0.0.1:587310"], .refused(.foreignOrigin)),
        Row("no port", [.origin: "http://127.0.0.1"], .refused(.foreignOrigin)),
        Row("another scheme", [.origin: "https://127.0.0.1:58731"], .refused(.foreignOrigin)),
        Row("localhost", [.origin: "http://localhost:58731"], .refused(.foreignOrigin)),
        Row("a slash behind it", [.origin: own + "/"], .refused(.foreignOrigin)),
        Row("an upper-case scheme", [.origin: "HTTP://127.0.0.1:58731"], .refused(.foreignOrigin)),
        Row("an empty Origin", [.origin: ""], .refused(.foreignOrigin)),
        Row("a foreign Origin with an own Referer", [.origin: "null", .referer: own + "/"], .refused(.foreignOrigin)),
        Row("an own Origin with a foreign Referer", [.origin: own, .referer: "https://evil.example/"], .admitted),
        Row("WebKit's synchronous XHR", [.referer: own + "/token/plugins/demo/"], .admitted),
        Row("the origin's root", [.referer: own + "/"], .admitted),
        Row("the origin without a slash", [.referer: own], .refused(.foreignReferer)),
        Row("a port that begins so", [.referer: "http://127.0.0.1:587310/"], .refused(.foreignReferer)),
        Row("a name that begins so", [.referer: "http://127.0.0.1:58731.evil.example/"], .refused(.foreignReferer)),
        Row("a user that is called so", [.referer: "http://127.0.0.1:58731@evil.example/"], .refused(.foreignReferer)),
        Row("another site", [.referer: "https://evil.example/http://127.0.0.1:58731/"], .refused(.foreignReferer)),
        Row("an empty Referer", [.referer: ""], .refused(.foreignReferer)),
        Row("a media player", [.range: "bytes=0-"], .admittedWithoutEvidence, post: .refused(.noEvidence)),
        Row("nothing at all", [:], .admittedWithoutEvidence, post: .refused(.noEvidence)),
        Row("a navigation that hides its site", [.secFetchMode: "navigate", .origin: own], .refused(.navigation)),
        Row("a script that hides its site", [.secFetchDest: "script", .origin: own], .refused(.destination)),
    ]

    static let webSockets: [Row] = [
        Row("Chromium's", [.upgrade: "websocket", .origin: own], .admitted),
        Row(
            "WebKit's",
            metadata("websocket", "websocket", "same-origin", [(.upgrade, "websocket"), (.origin, own)]),
            .admitted
        ),
        Row("one among others", [.upgrade: "h2c, WebSocket", .origin: own], .admitted),
        Row("without an Origin", [.upgrade: "websocket"], .refused(.foreignOrigin)),
        Row("with a Referer alone", [.upgrade: "websocket", .referer: own + "/"], .refused(.foreignOrigin)),
        Row(
            "with the site alone",
            metadata("websocket", "websocket", "same-origin", [(.upgrade, "websocket")]),
            .refused(.foreignOrigin)
        ),
        Row("of null", [.upgrade: "websocket", .origin: "null"], .refused(.foreignOrigin)),
        Row("of another port", [.upgrade: "websocket", .origin: "http://127.0.0.1:58732"], .refused(.foreignOrigin)),
        Row(
            "of another site with a forged Origin",
            metadata("websocket", "websocket", "cross-site", [(.upgrade, "websocket"), (.origin, own)]),
            .refused(.foreignSite)
        ),
    ]

    private func check(_ row: Row, _ gate: PageGate = PageGate(ownOrigin: own)) throws {
        let target = try #require(RequestTarget("/token/plugins/demo/~proxy/x"))
        #expect(gate.check(HTTPRequest(method: .get, target: target, fields: row.fields)) == row.get)
        #expect(gate.check(HTTPRequest(method: .post, target: target, fields: row.fields)) == row.post)
    }

    @Test("PROXY-4 Fetch Metadata decides where it is sent, by GET and by POST", arguments: withMetadata)
    func metadataDecides(row: Row) throws { try check(row) }

    @Test("PROXY-4 Without it Origin decides, then Referer, by GET and by POST", arguments: withoutMetadata)
    func originDecides(row: Row) throws { try check(row) }

    @Test("PROXY-4 A WebSocket is judged by its Origin", arguments: webSockets)
    func webSocket(row: Row) throws { try check(row) }

    @Test(
        "PROXY-4 Evidence that stands in a request twice is refused, be both the same",
        arguments: [HTTPFieldName.origin, .referer, .secFetchSite, .secFetchMode, .secFetchDest]
    )
    func repeatedEvidence(name: HTTPFieldName) throws {
        var fields = Self.metadata("empty", "cors", "same-origin", [(.origin, Self.own), (.referer, Self.own + "/")])
        try check(Row("once", fields, .admitted))
        fields.append(name, fields[name] ?? "")
        try check(Row("twice", fields, .refused(.repeatedEvidence)))
    }

    @Test("PROXY-4 HEAD passes without evidence, methods that may change something don't")
    func methodsWithoutEvidence() throws {
        let target = try #require(RequestTarget("/"))
        for method in [HTTPMethod.put, .delete, .patch, .options, .trace, try #require(HTTPMethod("get"))] {
            let request = HTTPRequest(method: method, target: target)
            #expect(PageGate(ownOrigin: Self.own).check(request) == .refused(.noEvidence))
        }
        let request = HTTPRequest(method: .head, target: target)
        #expect(PageGate(ownOrigin: Self.own).check(request) == .admittedWithoutEvidence)
    }

    @Test("PROXY-4 The host can add style sheets")
    func style() throws {
        let gate = PageGate(ownOrigin: Self.own, admitsStyle: true)
        try check(Row("a style sheet", Self.metadata("style", "no-cors", "same-origin"), .admitted), gate)
        try check(Row("a script", Self.metadata("script", "no-cors", "same-origin"), .refused(.destination)), gate)
    }

    @Test("PROXY-4 The https origin is compared in the same way")
    func secureOrigin() throws {
        let gate = PageGate(ownOrigin: "https://secure.internal")
        try check(Row("own", [.origin: "https://secure.internal"], .admitted), gate)
        try check(Row("own Referer", [.referer: "https://secure.internal/a"], .admitted), gate)
        try check(Row("longer", [.referer: "https://secure.internal.evil.example/"], .refused(.foreignReferer)), gate)
        try check(Row("with a port", [.origin: "https://secure.internal:443"], .refused(.foreignOrigin)), gate)
    }

    @Test("PROXY-4 Each refusal is told as a refused call", arguments: PageRefusal.allCases)
    func failure(refusal: PageRefusal) {
        #expect(refusal.failure.stage == .refused)
        #expect(refusal.failure.reason == refusal.rawValue)
        #expect(refusal.failure.message.hasSuffix("."))
    }
}
