import LoopbackKit
import LoopbackKitHTTP
import Testing

/// Redirects, which the proxy follows.
@Suite("Relay: redirects", .timeLimit(.minutes(5)))
struct RelayRedirectTests {
    /// What a redirect makes of a method.
    struct Row: Sendable, CustomTestStringConvertible {
        let status: Int
        let method: String
        let next: String
        let keepsBody: Bool

        init(_ status: Int, _ method: String, _ next: String, keepsBody: Bool = false) {
            self.status = status
            self.method = method
            self.next = next
            self.keepsBody = keepsBody
        }

        var testDescription: String { "\(status) to \(method)" }
    }

    static let rows: [Row] = [
        Row(301, "POST", "GET"), Row(302, "POST", "GET"), Row(303, "POST", "GET"),
        Row(307, "POST", "POST", keepsBody: true), Row(308, "POST", "POST", keepsBody: true),
        Row(301, "PUT", "PUT", keepsBody: true), Row(302, "PUT", "PUT", keepsBody: true), Row(303, "PUT", "GET"),
        Row(307, "PUT", "PUT", keepsBody: true),
    ]

    static let sizes = [5, 200_000]

    @Test("PROXY-7 What follows a redirect: method and body", arguments: rows, sizes)
    func bodies(row: Row, size: Int) async throws {
        let body = BytePattern(seed: 5).bytes(size)
        try await FaultUpstream.with { upstream in
            upstream.on("/a", .redirect(to: "/b", HTTPStatus(code: row.status)))
            upstream.on("/b", .answer(.ok, "there"))
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.ask(
                    relay.place("/a", at: "\(upstream.address)"),
                    method: row.method,
                    fields: ServedRelay.fetchFields + "Content-Type: text/own\r\nContent-Language: de\r\nX-Own: 1\r\n",
                    body: body
                )
                #expect(answer.status == 200 && answer.text == "there")
                #expect(answer["Loopback-Upstream-URL"] == "http://\(upstream.address)/b")
            }
            let next = try required(upstream.record.requests(to: "/b").first)
            #expect(next.method == row.next && next["X-Own"] == "1")
            #expect(next["Content-Type"] == (row.keepsBody ? "text/own" : nil))
            #expect(next["Content-Language"] == (row.keepsBody ? "de" : nil))
            #expect(next.bodyCount == (row.keepsBody ? size : 0))
            if row.keepsBody { #expect(next.bodyHash == BodyHash(body)) }
        }
    }

    @Test(
        "PROXY-7 The page is told how many redirects were followed, also where one leads back",
        arguments: ["b", "a"]
    )
    func counted(last: String) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/start", .redirect(to: "/a"))
            upstream.on("/a", inTurn: last == "a" ? [[.redirect(to: "/a")], [.answer()]] : [[.redirect(to: "/b")]])
            upstream.on("/b", .answer())
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.ask(relay.place("/start", at: "\(upstream.address)"))
                #expect(answer["Loopback-Upstream-Redirects"] == "2" && answer["Cache-Control"] == "no-store")
                let direct = try await relay.ask(relay.place("/b", at: "\(upstream.address)"))
                #expect(direct["Loopback-Upstream-Redirects"] == nil && direct["Cache-Control"] == nil)
            }
        }
    }

    @Test("PROXY-7 GET and HEAD stay what they are", arguments: [301, 302, 303, 307, 308], ["GET", "HEAD"])
    func bodiless(_ status: Int, _ method: String) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/a", .redirect(to: "/b", HTTPStatus(code: status)))
            upstream.on("/b", .answer(.ok, "there"))
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.ask(relay.place("/a", at: "\(upstream.address)"), method: method)
                #expect(answer.status == 200 && answer.text == (method == "GET" ? "there" : ""))
            }
            #expect(upstream.requests.map(\.method) == [method, method])
        }
    }

    @Test("PROXY-7 A chunked body is sent again, too")
    func chunkedBody() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/a", .redirect(to: "/b", .temporaryRedirect))
            upstream.on("/b", .answer(.ok, "there"))
            try await ServedRelay.with(upstream.address) { relay in
                let head = relay.head(
                    "POST",
                    relay.place("/a", at: "\(upstream.address)"),
                    fields: ServedRelay.fetchFields + "Transfer-Encoding: chunked\r\n"
                )
                let answer = try await onThread { [port = relay.port] in
                    try RawClient(port: port).ask("\(head)3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n")
                }
                #expect(answer.text == "there")
            }
            #expect(upstream.requests.map(\.bodyText) == ["abcdef", "abcdef"])
        }
    }

    @Test("PROXY-7 A body larger than what is kept can't follow a 307, and is not missed by a 303")
    func tooLargeBody() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/keeps", .redirect(to: "/b", .temporaryRedirect))
            upstream.on("/drops", .redirect(to: "/b", .seeOther))
            upstream.on("/b", .answer(.ok, "there"))
            let configure: (inout LoopbackConfiguration) -> Void = { $0.proxy?.limits.replayedBody = 100_000 }
            try await ServedRelay.with(upstream.address, configure: configure) { relay in
                let body = BytePattern().bytes(200_000)
                let keeps = try await relay.ask(
                    relay.place("/keeps", at: "\(upstream.address)"),
                    method: "POST",
                    body: body
                )
                #expect(keeps.status == 502 && keeps.failure == "redirect; bodyTooLarge")
                let drops = try await relay.ask(
                    relay.place("/drops", at: "\(upstream.address)"),
                    method: "POST",
                    body: body
                )
                #expect(drops.status == 200 && drops.text == "there")
            }
            #expect(upstream.record.requests(to: "/b").map(\.method) == ["GET"])
        }
    }

    @Test(
        "PROXY-7 A site that redirects before it has read the body gets it at the new place",
        arguments: [true, false]
    )
    func earlyRedirect(closes: Bool) async throws {
        let body = BytePattern(seed: 6).bytes(8_000_000)
        try await FaultUpstream.with { upstream in
            let gate = Gate()
            let redirect = UpstreamStep.redirect(to: "/b", .temporaryRedirect)
            // A site that neither reads nor closes: its connection is given up.
            upstream.on("/a", closes ? [.leaveBody, redirect] : [.leaveBody, redirect, .wait(gate)])
            upstream.on("/b", .answer(.ok, "there"))
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.ask(
                    relay.place("/a", at: "\(upstream.address)"),
                    method: "POST",
                    body: body
                )
                #expect(answer.status == 200 && answer.text == "there")
            }
            gate.open()
            let next = try required(upstream.record.requests(to: "/b").first)
            #expect(next.bodyCount == body.count && next.bodyHash == BodyHash(body))
        }
    }

    @Test("PROXY-7 Authorization goes to the origin that the page gave it for, and no other")
    func authorization() async throws {
        try await FaultUpstream.with { upstream in
            let port = upstream.port
            upstream.on("/a", .redirect(to: "/b"))
            upstream.on("/b", .redirect(to: "http://b.example:\(port)/c"))
            upstream.on("/c", .redirect(to: "http://a.example:\(port)/d"))
            upstream.on("/d", .answer(.ok, "there"))
            try await ServedRelay.with(configure: { $0.open("a.example", "b.example", port: port) }) { relay in
                let answer = try await relay.ask(
                    relay.place("/a", at: "a.example:\(port)"),
                    fields: ServedRelay.fetchFields + "Authorization: Bearer secret\r\nX-Own: 1\r\n"
                )
                #expect(answer.text == "there")
            }
            #expect(upstream.requests.map { $0["Authorization"] } == ["Bearer secret", "Bearer secret", nil, nil])
            #expect(upstream.requests.map { $0["Host"] } == ["a", "a", "b", "a"].map { "\($0).example:\(port)" })
            #expect(upstream.requests.allSatisfy { $0["X-Own"] == "1" })
        }
    }

    @Test("PROXY-7 Another port is another origin")
    func otherPort() async throws {
        try await FaultUpstream.with { first in
            try await FaultUpstream.with { second in
                first.on("/a", .redirect(to: "\(second.origin)/b"))
                second.on("/b", .answer(.ok, "there"))
                try await ServedRelay.with(first.address, second.address) { relay in
                    let answer = try await relay.ask(
                        relay.place("/a", at: "\(first.address)"),
                        fields: ServedRelay.fetchFields + "Authorization: Bearer secret\r\n"
                    )
                    #expect(answer.text == "there")
                }
                #expect(second.requests.map { $0["Authorization"] } == [nil])
            }
        }
    }

    @Test("PROXY-7 Twenty redirects are followed, and not one more", arguments: [20, 21])
    func chain(_ count: Int) async throws {
        try await FaultUpstream.with { upstream in
            upstream.redirectChain(count)
            upstream.redirectLoop("/x", "/y")
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.ask(relay.place("/hop/1", at: "\(upstream.address)"))
                #expect(answer.status == (count == 20 ? 200 : 502))
                #expect(answer.failure == (count == 20 ? nil : "redirect; tooMany"))
                #expect(upstream.requests.count == 21)
                let loop = try await relay.ask(relay.place("/x", at: "\(upstream.address)"))
                #expect(loop.failure == "redirect; tooMany")
                #expect(upstream.requests.count == 42)
            }
        }
    }

    /// A `Location` to which nothing leads; `$port` is the server's, `$other` the upstream's.
    static let refusals: [(String, String, Int)] = [
        ("http://10.0.0.1/", "refused; privateAddress", 403), ("http://192.168.1.1/", "refused; privateAddress", 403),
        ("http://169.254.169.254/latest", "refused; linkLocalAddress", 403),
        ("http://[::1]:$other/", "refused; loopbackAddress", 403),
        ("http://127.0.0.1:$port/", "refused; ownServer", 403), ("http://localhost:$port/", "refused; ownServer", 403),
        ("http://[::ffff:127.0.0.1]:$port/", "refused; ownServer", 403),
        ("//0.0.0.0:$port/", "refused; ownServer", 403),
        ("http://2130706433:$port/", "refused; ownServer", 403), ("http://0x7f.1:$port/", "refused; ownServer", 403),
        ("http://localhost:$other/", "refused; localName", 403), ("http://router.local/", "refused; localName", 403),
        ("http://printer/", "refused; singleLabelName", 403), ("http://example.com:25/", "refused; blockedPort", 403),
        ("ftp://example.com/", "redirect; unsupportedScheme", 502),
        ("file:///etc/passwd", "redirect; unsupportedScheme", 502),
        ("data:text/html,a", "redirect; unsupportedScheme", 502),
        ("javascript:alert(1)", "redirect; unsupportedScheme", 502),
        ("http://[::1", "redirect; malformedIPv6", 502), ("http://a:99999/", "redirect; malformedPort", 502),
        ("http://", "redirect; emptyHost", 502), ("http://user:secret@example.com/", "redirect; credentials", 502),
    ]

    @Test("PROXY-7 Each hop is checked like the first address", arguments: refusals)
    func refusal(_ location: String, _ failure: String, _ status: Int) async throws {
        try await FaultUpstream.with { upstream in
            let place = Watched("")
            upstream.on("/a") { _, connection in
                try connection.send("HTTP/1.1 302 Found\r\nLocation: \(place.value)\r\nContent-Length: 0\r\n\r\n")
            }
            try await ServedRelay.with(upstream.address) { relay in
                let address =
                    location.replacing("$port", with: "\(relay.port)").replacing("$other", with: "\(upstream.port)")
                place.change { $0 = address }
                let answer = try await relay.ask(relay.place("/a", at: "\(upstream.address)"))
                #expect(answer.failure == failure && answer.status == status)
            }
            #expect(upstream.requests.count == 1)
        }
    }

    @Test("PROXY-7 A redirect without an address is an answer, one with two is none")
    func locations() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/none", .answer(.found, "nowhere"))
            let twice = "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: /b\r\nLocation:"
            upstream.on("/two", .bytes("\(twice) /c\r\n\r\n"))
            upstream.on("/same", .bytes("\(twice) /b\r\n\r\n"))
            upstream.on("/b", .answer(.ok, "there"))
            try await ServedRelay.with(upstream.address) { relay in
                let none = try await relay.ask(relay.place("/none", at: "\(upstream.address)"))
                #expect(none.status == 302 && none.text == "nowhere")
                let two = try await relay.ask(relay.place("/two", at: "\(upstream.address)"))
                #expect(two.status == 502 && two.failure == "redirect; severalLocations")
                let same = try await relay.ask(relay.place("/same", at: "\(upstream.address)"))
                #expect(same.status == 200 && same.text == "there")
            }
        }
    }

    @Test(
        "PROXY-7 An address is taken relative to what answered, without its fragment",
        arguments: [
            ("/b", "/b"), ("c", "/x/c"), ("../d?e=f", "/d?e=f"), ("?g", "/x/a?g"), ("/b#part", "/b"),
            ("./h%2Fi", "/x/h%2Fi"), ("/j k", "/j%20k"), ("//$host/l", "/l"), ("http://$host", "/"),
        ]
    )
    func relative(_ location: String, _ target: String) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on(
                "/x/a",
                inTurn: [
                    [.redirect(to: location.replacing("$host", with: "\(upstream.address)"))], [.answer(.ok, "there")],
                ]
            )
            upstream.on("*", .answer(.ok, "there"))
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.ask(relay.place("/x/a", at: "\(upstream.address)"))
                #expect(answer.text == "there")
                #expect(answer["Loopback-Upstream-URL"] == "http://\(upstream.address)\(target)")
            }
            #expect(upstream.requests.map(\.target) == ["/x/a", target])
        }
    }

    @Test(
        "PROXY-7 `manual` gives the redirect without its address, `error` fails",
        arguments: [301, 302, 303, 307, 308]
    )
    func modes(_ status: Int) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/a", .redirect(to: "/b", HTTPStatus(code: status)))
            try await ServedRelay.with(upstream.address) { relay in
                let manual = try await relay.ask(relay.place("/a", at: "\(upstream.address)", mode: "omit.manual"))
                #expect(manual.status == status && manual.text == "moved" && manual.values("Location").isEmpty)
                let error = try await relay.ask(relay.place("/a", at: "\(upstream.address)", mode: "omit.error"))
                #expect(error.status == 502 && error.failure == "redirect; notWanted")
            }
            #expect(upstream.requests.map(\.path) == ["/a", "/a"])
        }
    }

    @Test("PROXY-3 A name that leads elsewhere at its second look-up is refused then, also behind a redirect")
    func rebinding() async throws {
        try await FaultUpstream.with { upstream in
            let port = upstream.port
            upstream.on("/a", .redirect(to: "http://rebind.example:\(port)/secret"))
            upstream.on("*", .answer(.ok, "secret"))
            try await ServedRelay.with(configure: { configuration in
                let resolver = configuration.open("a.example", port: port)
                resolver.answer("rebind.example", inTurn: [["203.0.114.1"], ["127.0.0.1"]])
                configuration.proxy?.timeouts.connect = .milliseconds(200)
            }) { relay in
                let first = try await relay.ask(relay.place("/", at: "rebind.example:\(port)"))
                #expect(first.status >= 502)
                let second = try await relay.ask(relay.place("/", at: "rebind.example:\(port)"))
                #expect(second.status == 403 && second.failure == "refused; loopbackAddress")
                let third = try await relay.ask(relay.place("/a", at: "a.example:\(port)"))
                #expect(third.status == 403 && third.failure == "refused; loopbackAddress")
            }
            #expect(upstream.requests.map(\.target) == ["/a"])
        }
    }
}
