import LoopbackKit
import LoopbackKitHTTP
import Testing

/// What leaves the machine and what a page's engine gets to see, in whole heads.
@Suite("Relay: fields", .timeLimit(.minutes(5)))
struct RelayFieldTests {
    /// Fields that a page can set by script, and those that its engine adds.
    static let names = [
        "Accept", "Accept-Language", "Content-Language", "Content-Type", "Authorization", "X-Requested-With", "X-Own",
        "X-Page-URL", "X-Referer", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Server", "X-Real-IP",
        "Forwarded", "Via", "From", "User-Agent", "Cache-Control", "Pragma", "If-None-Match", "If-Modified-Since",
        "Range", "Max-Forwards", "Priority", "Last-Event-ID", "Destination", "Slug", "Link", "Traceparent", "Baggage",
        "Origin-Trial", "Sec-Own", "Sec-WebSocket-Protocol", "Proxy-Authorization", "Proxy-Own", "Loopback-Own",
        "Cookie", "Cookie2", "Set-Cookie", "Access-Control-Request-Method", "Access-Control-Request-Headers",
        "Access-Control-Request-Private-Network", "TE", "Trailer", "Keep-Alive", "Ping-From", "Ping-To", "DNT",
        "Date", "Alt-Used", "Early-Data", "Available-Dictionary", "Idempotency-Key",
    ]

    @Test("PROXY-5 No field tells the other site of port, token, 127.0.0.1 or localhost", arguments: names)
    func tells(_ name: String) async throws {
        // The upstream itself is called by another address and port, so that its Host tells nothing.
        let other = try required(SocketAddress(host: "::1", port: 0))
        try await FaultUpstream.with(other) { upstream in
            upstream.on("*", .answer(.ok, "here"))
            try await ServedRelay.with(upstream.address) { relay in
                let token = String(relay.path.split(separator: "/")[0])
                let secrets = ["127.0.0.1", "localhost", ":\(relay.port)", token]
                let values =
                    secrets + [
                        "\(relay.origin)\(relay.path)index.html", "http%3A%2F%2F127.0.0.1%3A\(relay.port)%2F",
                        "LOCALHOST:\(relay.port)", "host=127.0.0.1; a", "%6Cocalhost", token.uppercased(),
                    ]
                for value in values {
                    let fields =
                        ServedRelay.fetchFields + "Referer: \(relay.origin)\(relay.path)\r\nOrigin: \(relay.origin)\r\n"
                    let answer = try await relay.ask(
                        relay.place("/", at: "\(upstream.address)"),
                        fields: fields + "Cookie: a=\(value)\r\n\(name): \(value)\r\n\(name): other\r\n"
                    )
                    #expect(answer.status == 200 || answer.status == 400, "\(name): \(value): \(answer.status)")
                }
                let heads = upstream.requests.map { $0.headText.lowercased() }
                for secret in secrets + ["%6cocalhost", "127.0.0.1%3a"] {
                    #expect(heads.allSatisfy { !$0.contains(secret.lowercased()) }, "\(secret)")
                }
            }
        }
    }

    @Test("PROXY-5 What is a page's own arrives byte for byte")
    func passes() async throws {
        let fields: KeyValuePairs = [
            "Accept": "text/event-stream, */*;q=0.1", "Authorization": "Bearer a.b-c", "X-Own": "\"a\"; b=c, d",
            "x-lower": "1", "Content-Type": "application/vnd.own+json", "If-None-Match": "W/\"1\"",
            "Accept-Encoding": "gzip", "User-Agent": "Page/1.0", "Last-Event-ID": "12",
        ]
        try await FaultUpstream.with { upstream in
            upstream.on("*", .answer(.ok, "here"))
            try await ServedRelay.with(upstream.address) { relay in
                let lines = fields.map { "\($0.key): \($0.value)\r\n" }.joined()
                let target = relay.place("/", at: "\(upstream.address)")
                let answer = try await relay.ask(target, fields: ServedRelay.fetchFields + lines)
                #expect(answer.status == 200)
            }
            let head = try required(upstream.requests.first).headText
            for (name, value) in fields { #expect(head.contains("\r\n\(name): \(value)\r\n")) }
        }
    }

    @Test("PROXY-5 Fields of the page's connection stay here, and those that Connection names")
    func hopByHop() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("*", .answer(.ok, "here"))
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.ask(
                    relay.place("/", at: "\(upstream.address)"),
                    fields: ServedRelay.fetchFields
                        + "Connection: keep-alive, X-Hop\r\nX-Hop: 1\r\nKeep-Alive: timeout=5\r\nTE: trailers\r\n"
                        + "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\nExpect: 100-continue\r\n"
                )
                #expect(answer.status == 200)
            }
            let names = try required(upstream.requests.first).fields.map { $0.name.lowercased() }
            #expect(Set(names).isDisjoint(with: ["x-hop", "keep-alive", "te", "upgrade", "http2-settings", "expect"]))
        }
    }

    @Test("PROXY-5 Host is the other site's, with its port")
    func host() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("*", .answer(.ok, "here"))
            try await ServedRelay.with(upstream.address) { relay in
                _ = try await relay.ask(relay.place("/", at: "\(upstream.address)"))
            }
            #expect(upstream.requests.map { $0.values("Host") } == [["\(upstream.address)"]])
        }
    }

    @Test("PROXY-5 A withheld field is an event with its name")
    func withheld() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("*", .answer(.ok, "here"))
            try await ServedRelay.with(upstream.address) { relay in
                let events = relay.manager.events()
                _ = try await relay.ask(
                    relay.place("/", at: "\(upstream.address)"),
                    fields: ServedRelay.fetchFields + "X-Page: \(relay.origin)/\r\n"
                )
                var names: [HTTPFieldName] = []
                for await event in events {
                    guard case .proxied(.withheld(let withheld, _)) = event.kind else { continue }
                    names = withheld
                    break
                }
                #expect(names == ["X-Page"])
            }
        }
    }

    @Test(
        "PROXY-5 A challenge never reaches the engine: 401 without it, 407 as 502",
        arguments: [(401, "WWW-Authenticate", 401), (407, "Proxy-Authenticate", 502), (200, "WWW-Authenticate", 200)]
    )
    func challenge(_ code: Int, _ name: String, _ shown: Int) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on(
                "/",
                .answer(HTTPStatus(code: code), "no", .init(dictionaryLiteral: (name, "Basic realm=\"x\"")))
            )
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.ask(relay.place("/", at: "\(upstream.address)"))
                #expect(answer.status == shown && answer.text == "no")
                #expect(answer.values(name).isEmpty)
                #expect(answer["Loopback-Upstream-Status"] == (shown == code ? nil : "\(code)"))
                let hidden = answer["Loopback-Upstream-Fields"] ?? ""
                #expect(hidden.contains("Basic") == (name == "WWW-Authenticate"))
            }
        }
    }

    @Test(
        "PROXY-5 Fields that act on the browser are not sent to it",
        arguments: [
            "Set-Cookie", "Clear-Site-Data", "Strict-Transport-Security", "Service-Worker-Allowed", "Alt-Svc", "NEL",
            "Report-To", "Reporting-Endpoints", "Refresh", "Link", "Use-As-Dictionary", "Accept-CH", "Critical-CH",
            "Speculation-Rules", "Origin-Trial", "Permissions-Policy", "Cross-Origin-Opener-Policy",
            "Cross-Origin-Embedder-Policy", "Access-Control-Allow-Credentials", "Location", "Loopback-Proxy-Error",
            "Loopback-Own", "SourceMap", "Server-Timing", "Referrer-Policy",
        ]
    )
    func actsOnBrowser(_ name: String) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .answer(.ok, "ok", .init(dictionaryLiteral: (name, "value-of-it"))))
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.ask(relay.place("/", at: "\(upstream.address)"))
                #expect(answer.status == 200 && answer.values(name).isEmpty)
                let isHidden = answer["Loopback-Upstream-Fields"]?.contains("value-of-it") ?? false
                #expect(isHidden == !(name.hasPrefix("Loopback") || name == "Set-Cookie"))
            }
        }
    }

    @Test(
        "PROXY-5 What varies on cookies or origin, or had cookies, is not stored",
        arguments: ["Cookie", "origin", "*"]
    )
    func storing(_ vary: String) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/vary", .answer(.ok, "ok", ["Vary": vary, "Cache-Control": "max-age=60"]))
            upstream.on("/free", .answer(.ok, "ok", ["Vary": "Accept", "Cache-Control": "max-age=60"]))
            upstream.on("/set", .setCookies(["a=b; Path=/"]))
            try await ServedRelay.with(upstream.address) { relay in
                let authority = "\(upstream.address)"
                let ask = { (place: String, mode: String) in
                    try await relay.ask(relay.place(place, at: authority, mode: mode)).values("Cache-Control")
                }
                #expect(try await ask("/vary", "include") == ["no-store"])
                #expect(try await ask("/free", "include") == ["max-age=60"])
                _ = try await ask("/set", "include")
                #expect(try await ask("/free", "include") == ["no-store"])
                #expect(try await ask("/free", "omit") == ["max-age=60"])
            }
        }
    }
}
