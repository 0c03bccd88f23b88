import LoopbackKit
import LoopbackKitHTTP
import Testing

/// Who may call, through sockets; `PageGateTests` has the whole table.
@Suite("Relay: the gate", .timeLimit(.minutes(5)))
struct RelayGateTests {
    /// One row of evidence; `$own` stands for the page's origin, `$port` for its port.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let fields: [String]
        /// `nil` when the call is made.
        let get: String?
        let post: String?

        init(_ name: String, _ fields: [String], _ refusal: String? = nil) {
            self.init(name, fields, get: refusal, post: refusal)
        }

        init(_ name: String, _ fields: [String], get: String?, post: String?) {
            self.name = name
            self.fields = fields
            self.get = get
            self.post = post
        }

        var testDescription: String { name }

        func lines(of relay: ServedRelay) -> String {
            fields.map { $0.replacing("$own", with: relay.origin).replacing("$port", with: "\(relay.port)") + "\r\n" }
                .joined()
        }
    }

    private static func metadata(_ site: String, _ mode: String, _ destination: String) -> [String] {
        ["Sec-Fetch-Site: \(site)", "Sec-Fetch-Mode: \(mode)", "Sec-Fetch-Dest: \(destination)"]
    }

    static let rows: [Row] = [
        Row("fetch", metadata("same-origin", "cors", "empty")),
        Row("an image", metadata("same-origin", "no-cors", "image")),
        Row("a video", metadata("same-origin", "no-cors", "video")),
        Row("an audio", metadata("same-origin", "no-cors", "audio")),
        Row("a track", metadata("same-origin", "cors", "track")),
        Row("a font", metadata("same-origin", "cors", "font")),
        Row("a style sheet", metadata("same-origin", "no-cors", "style"), "destination"),
        Row("a script", metadata("same-origin", "no-cors", "script"), "destination"),
        Row("no destination", ["Sec-Fetch-Site: same-origin"], "destination"),
        Row("a frame", metadata("same-origin", "navigate", "iframe"), "navigation"),
        Row("a frame through a service worker", metadata("same-origin", "navigate", "empty"), "navigation"),
        Row("another port", metadata("same-site", "cors", "empty"), "foreignSite"),
        Row("another site", metadata("cross-site", "cors", "empty"), "foreignSite"),
        Row(
            "another site with a forged Origin",
            metadata("cross-site", "cors", "empty") + ["Origin: $own"],
            "foreignSite"
        ),
        Row("the user", metadata("none", "navigate", "document"), "foreignSite"),
        Row(
            "the site twice",
            ["Sec-Fetch-Site: same-origin"] + metadata("same-origin", "cors", "empty"),
            "repeatedEvidence"
        ),
        Row("its Origin", ["Origin: $own"]),
        Row("Origin null", ["Origin: null"], "foreignOrigin"),
        Row("another port's Origin", ["Origin: http://127.0.0.1:1"], "foreignOrigin"),
        Row("localhost's Origin", ["Origin: http://localhost:$port"], "foreignOrigin"),
        Row("its Referer", ["Referer: $own/a/b"]),
        Row("another site's Referer", ["Referer: https://evil.example/$own/"], "foreignReferer"),
        Row("a Referer that begins so", ["Referer: $own.evil.example/"], "foreignReferer"),
        Row("nothing at all", [], get: nil, post: "noEvidence"),
        Row("a media player", ["Range: bytes=0-"], get: nil, post: "noEvidence"),
    ]

    @Test("PROXY-4 Each row of evidence, by GET and by POST, through sockets", arguments: rows)
    func evidence(row: Row) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("*", .answer(.ok, "here"))
            try await ServedRelay.with(upstream.address) { relay in
                let target = relay.place("/", at: "\(upstream.address)")
                for (method, refusal) in [("GET", row.get), ("POST", row.post)] {
                    let answer = try await relay.ask(
                        target,
                        method: method,
                        fields: row.lines(of: relay),
                        body: method == "POST" ? Array("abc".utf8) : nil
                    )
                    #expect(answer.status == (refusal == nil ? 200 : 403), "\(method)")
                    #expect(answer.failure == refusal.map { "refused; \($0)" }, "\(method)")
                }
            }
            #expect(
                upstream.requests.map(\.method)
                    == [("GET", row.get), ("POST", row.post)].filter { $0.1 == nil }.map(\.0)
            )
        }
    }

    @Test("PROXY-4 A pass without evidence is an event")
    func eventWithoutEvidence() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("*", .answer(.ok, "here"))
            try await ServedRelay.with(upstream.address) { relay in
                let events = relay.manager.events()
                _ = try await relay.ask(relay.place("/a", at: "\(upstream.address)"), fields: "")
                let url = await events.first { event in
                    if case .proxied(.admittedWithoutEvidence) = event.kind { true } else { false }
                }
                #expect(url != nil)
            }
        }
    }

    @Test("SCOPE-3 The token comes before the name, the name before the gate, whatever else is wrong")
    func order() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("*", .answer(.ok, "here"))
            try await ServedRelay.with(upstream.address) { relay in
                let own = relay.place("/", at: "\(upstream.address)")
                let foreign = "/0123456789abcdef0123456789abcdef" + own.dropFirst(33)
                let cases: [(target: String, host: String, fields: String, status: Int)] = [
                    (foreign, "evil.example", "Sec-Fetch-Site: cross-site\r\n", 403),
                    (foreign, "127.0.0.1:\(relay.port)", ServedRelay.fetchFields, 403),
                    (own, "evil.example", "Sec-Fetch-Site: cross-site\r\n", 421),
                    (own, "localhost:\(relay.port)", ServedRelay.fetchFields, 421),
                    (own, "127.0.0.1:\(relay.port)", "Sec-Fetch-Site: cross-site\r\n", 403),
                    (own, "127.0.0.1:\(relay.port)", ServedRelay.fetchFields, 200),
                ]
                for row in cases {
                    for method in ["GET", "POST", "OPTIONS"] {
                        let head = "\(method) \(row.target) HTTP/1.1\r\nHost: \(row.host)\r\n\(row.fields)\r\n"
                        let answer = try await onThread { [port = relay.port] in
                            try RawClient(port: port).ask(head)
                        }
                        #expect(answer.status == row.status, "\(method) \(row)")
                        let isOfGate = row.target == own && row.status == 403
                        #expect(answer.failure == (isOfGate ? "refused; foreignSite" : nil), "\(method) \(row)")
                    }
                }
            }
            #expect(upstream.requests.map(\.method) == ["GET", "POST", "OPTIONS"])
        }
    }

    @Test("PROXY-4 Without the token there is nothing to be learned, whatever is called")
    func withoutToken() async throws {
        try await FaultUpstream.with { upstream in
            try await ServedRelay.with(upstream.address) { relay in
                let rest = "/plugins/demo/~proxy/omit/http/\(upstream.address)/"
                let bad = "/plugins/demo/~proxy/odd/ftp/"
                let token = relay.path.split(separator: "/")[0]
                let targets = ["\(rest)", "/~proxy/omit/http/\(upstream.address)/", "/\(token)0\(rest)", "/x\(bad)"]
                var answers: [RawResponse] = []
                for target in targets { answers.append(try await relay.ask(target)) }
                #expect(answers.map(\.status) == [403, 403, 403, 403])
                #expect(Set(answers.map(\.text)).count == 1)
                #expect(answers.allSatisfy { $0.failure == nil })
            }
            #expect(upstream.record.connections.isEmpty)
        }
    }

    @Test("PROXY-4 A scope that is not registered can't call")
    func unknownScope() async throws {
        try await FaultUpstream.with { upstream in
            try await ServedRelay.with(upstream.address) { relay in
                let target = relay.place("/", at: "\(upstream.address)").replacing("/demo/", with: "/other/")
                let answer = try await relay.ask(target)
                #expect(answer.status == 404)
            }
            #expect(upstream.record.connections.isEmpty)
        }
    }

    @Test("PROXY-4 An answer that is opened as a document runs nothing, and is no other origin's")
    func shutIn() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on(
                "/",
                .answer(
                    .ok,
                    "<script>alert(1)</script>",
                    [
                        "Content-Type": "text/html", "Content-Security-Policy": "default-src *",
                        "X-Content-Type-Options": "sniff", "Access-Control-Allow-Origin": "*",
                        "Cross-Origin-Resource-Policy": "cross-origin",
                    ]
                )
            )
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.ask(relay.place("/", at: "\(upstream.address)"))
                #expect(answer.values("Content-Security-Policy") == ["sandbox"])
                #expect(answer.values("X-Content-Type-Options") == ["nosniff"])
                #expect(answer.values("Cross-Origin-Resource-Policy") == ["same-origin"])
                #expect(answer.values("Access-Control-Allow-Origin").isEmpty)
            }
        }
    }
}
