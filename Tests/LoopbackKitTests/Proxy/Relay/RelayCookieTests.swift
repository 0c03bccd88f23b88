import LoopbackKit
import LoopbackKitHTTP
import Testing

/// Cookies of other sites, which no page sees.
@Suite("Relay: cookies", .timeLimit(.minutes(5)))
struct RelayCookieTests {
    @Test(
        "PROXY-6 By Fetch only `include` sends and stores cookies, by the host's rule all but `omit`",
        arguments: CredentialMode.allCases,
        [CookieRule.fetch, .unlessOmitted]
    )
    func modes(_ mode: CredentialMode, _ rule: CookieRule) async throws {
        let uses = mode == .include || mode == .sameOrigin && rule == .unlessOmitted
        try await FaultUpstream.with { upstream in
            upstream.on("/set", .setCookies(["a=1; Path=/"]))
            upstream.on("/get", .answer(.ok, "here"))
            try await ServedRelay.with(upstream.address, configure: { $0.proxy?.cookieRule = rule }) { relay in
                let authority = "\(upstream.address)"
                for (place, mode) in [("/set", mode.rawValue), ("/get", "include"), ("/get", mode.rawValue)] {
                    _ = try await relay.ask(relay.place(place, at: authority, mode: mode))
                }
            }
            let sent = upstream.record.requests(to: "/get").map { $0["Cookie"] }
            #expect(sent == (uses ? ["a=1", "a=1"] : [nil, nil]))
        }
    }

    @Test("PROXY-6 A cookie that is there goes with `include` alone")
    func sending() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/set", .setCookies(["a=1; Path=/"]))
            upstream.on("/get", .answer(.ok, "here"))
            try await ServedRelay.with(upstream.address) { relay in
                let authority = "\(upstream.address)"
                _ = try await relay.ask(relay.place("/set", at: authority, mode: "include"))
                for mode in ["include", "same-origin", "omit"] {
                    _ = try await relay.ask(
                        relay.place("/get", at: authority, mode: mode),
                        fields: ServedRelay.fetchFields + "Cookie: page=1\r\n"
                    )
                }
            }
            #expect(upstream.record.requests(to: "/get").map { $0.values("Cookie") } == [["a=1"], [], []])
        }
    }

    @Test("PROXY-6 Set-Cookie is shown in no form, whatever the mode", arguments: ["include", "same-origin", "omit"])
    func hidden(_ mode: String) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/set", .setCookies(CookieForms.all, "body"))
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.ask(relay.place("/set", at: "\(upstream.address)", mode: mode))
                #expect(answer.status == 200 && answer.text == "body")
                let head = answer.fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n").lowercased()
                #expect(!head.contains("set-cookie") && !head.contains("quoted") && !head.contains("max-age"))
            }
        }
    }

    @Test("PROXY-6 Three cookies of one answer, with commas in value and date, stay three")
    func commas() async throws {
        let cookies = ["a=1; Expires=Wed, 09 Jun 2100 10:18:14 GMT; Path=/", "b=x,y; Path=/", "c=\"3, 4\"; Path=/"]
        try await FaultUpstream.with { upstream in
            upstream.on("/set", .setCookies(cookies))
            upstream.on("/get", .answer(.ok, "here"))
            try await ServedRelay.with(upstream.address) { relay in
                for place in ["/set", "/get"] {
                    _ = try await relay.ask(relay.place(place, at: "\(upstream.address)", mode: "include"))
                }
            }
            #expect(upstream.record.requests(to: "/get").map { $0["Cookie"] } == ["a=1; b=x,y; c=\"3, 4\""])
        }
    }

    @Test("PROXY-6 Scopes have a jar each, or share one for hosts that the host names", arguments: [false, true])
    func jars(isShared: Bool) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/set", .setCookies(["a=1; Path=/"]))
            upstream.on("/get", .answer(.ok, "here"))
            let configure: (inout LoopbackConfiguration) -> Void = { configuration in
                guard isShared else { return }
                configuration.proxy?.jar = { scope, host in
                    "\(host)" == "127.0.0.1" ? CookieJarName(shared: "all") : CookieJarName(scope)
                }
            }
            try await ServedRelay.with(upstream.address, configure: configure) { relay in
                let folder = try FolderFixture()
                let other = try await relay.manager.register(folder: folder.root, as: .plugins, id: "other")
                let authority = "\(upstream.address)"
                _ = try await relay.ask(relay.place("/set", at: authority, mode: "include"))
                let target = relay.place("/get", at: authority, mode: "include")
                _ = try await relay.ask(target.replacing("/demo/", with: "/other/"))
                _ = try await relay.ask(target)
                other.end()
            }
            let sent = upstream.record.requests(to: "/get").map { $0["Cookie"] }
            #expect(sent == [isShared ? "a=1" : nil, "a=1"])
        }
    }

    @Test("PROXY-6 On the way over redirects each site has its own cookies, and those of this very call")
    func redirects() async throws {
        try await FaultUpstream.with { upstream in
            let port = upstream.port
            upstream.on(
                "/start",
                .redirect(to: "http://b.example:\(port)/middle", .found, ["Set-Cookie": "a=1; Path=/"])
            )
            upstream.on("/middle", .redirect(to: "http://a.example:\(port)/end", .found, ["Set-Cookie": "b=2; Path=/"]))
            upstream.on("/end", .answer(.ok, "end", ["Set-Cookie": "a=3; Path=/"]))
            upstream.on("/again", .answer(.ok, "again"))
            try await ServedRelay.with(configure: { $0.open("a.example", "b.example", port: port) }) { relay in
                let answer = try await relay.ask(relay.place("/start", at: "a.example:\(port)", mode: "include"))
                #expect(answer.text == "end" && answer["Loopback-Upstream-URL"] == "http://a.example:\(port)/end")
                #expect(answer["Cache-Control"] == "no-store")
                for host in ["a.example", "b.example"] {
                    _ = try await relay.ask(relay.place("/again", at: "\(host):\(port)", mode: "include"))
                }
                _ = try await relay.ask(relay.place("/start", at: "a.example:\(port)", mode: "omit"))
            }
            let sent = upstream.requests.map { $0["Cookie"] }
            #expect(sent == [nil, nil, "a=1", "a=3", "b=2", nil, nil, nil])
        }
    }
}
