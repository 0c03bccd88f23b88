import LoopbackKit
import LoopbackKitHTTP
import Testing

/// The failures of named calls, for pages whose engines tell them nothing.
@Suite("Relay: named calls", .timeLimit(.minutes(5)))
struct KeptFailuresTests {
    private static func ask(
        _ relay: ServedRelay,
        _ name: String,
        method: String = "GET",
        fields: String = ServedRelay.fetchFields
    ) async throws -> RawResponse {
        try await relay.ask("\(relay.path)~proxy/failures/\(name)", method: method, fields: fields)
    }

    @Test("PROXY-9 A named call's failure is told once to who asks for it, and is not stored by anybody")
    func once() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .close)
            try await ServedRelay.with(upstream.address) { relay in
                let mode = "omit.network-error.call-a1"
                _ = try await relay.ask(relay.place("/", at: "\(upstream.address)", mode: mode))
                #expect(try await Self.ask(relay, "a2").status == 404)
                let answer = try await Self.ask(relay, "a1")
                #expect(answer.status == 200 && answer["Content-Type"] == "application/json")
                #expect(answer["Cache-Control"] == "no-store" && answer.failure == nil)
                #expect(answer.text.hasPrefix(#"{"error":{"stage":"connect","reason":"closedBeforeAnswer","#))
                #expect(answer.text.hasSuffix(#","url":"http://\#(upstream.address)/"}}"#))
                let again = try await Self.ask(relay, "a1")
                #expect(again.status == 404 && again.body.isEmpty && again["Cache-Control"] == "no-store")
            }
        }
    }

    @Test(
        "PROXY-9 Every refusal of a named call is kept, also of an address that can't be read",
        arguments: [
            ("http/1.2.3.256/", "malformedIPv4"), ("ftp/a.example/", "unsupportedScheme"),
            ("http/10.0.0.1/", "privateAddress"), ("http/10.0.0.1/", "foreignOrigin"),
        ]
    )
    func refusals(place: String, reason: String) async throws {
        try await ServedRelay.with { relay in
            let target = "\(relay.path)~proxy/omit.call-a/\(place)"
            let fields = reason == "foreignOrigin" ? "Origin: null\r\n" : ServedRelay.fetchFields
            let answer = try await relay.ask(target, fields: fields)
            #expect(answer.failure == "refused; \(reason)")
            #expect(try await Self.ask(relay, "a").text.contains(#""reason":"\#(reason)""#))
        }
    }

    @Test("PROXY-10 A WebSocket that did not come about is told with what was answered in its place")
    func webSocket() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .answer(.unauthorized, "no"))
            upstream.on("/cut", .close)
            try await ServedRelay.with(upstream.address) { relay in
                for (place, mode, failure) in [
                    ("/", "omit.call-a", #""stage":"protocol","reason":"noUpgrade""#),
                    ("/cut", "omit.call-a", #""stage":"connect","reason":"closedBeforeAnswer""#),
                    ("/", "omit.error.events.call-a", #""stage":"refused","reason":"foreignOrigin""#),
                ] {
                    let origin = mode.contains("events") ? "null" : relay.origin
                    let target = relay.place(place, at: "\(upstream.address)", mode: mode)
                    let answer = try await relay.ask(target, fields: EventSocket.handshake(origin))
                    #expect(answer.status >= 400)
                    let kept = try await Self.ask(relay, "a")
                    #expect(
                        kept.text.contains(failure)
                            && kept.text.contains("answered 401.") == (place == "/" && origin != "null")
                    )
                }
            }
        }
    }

    @Test("PROXY-9 A call that was answered, or has no name, leaves nothing", arguments: ["omit.call-a", "omit"])
    func answered(mode: String) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .answer(.internalServerError, "told"))
            try await ServedRelay.with(upstream.address) { relay in
                _ = try await relay.ask(relay.place("/", at: "\(upstream.address)", mode: mode))
                if mode == "omit" { _ = try await relay.ask(relay.place("/", at: "10.0.0.1", mode: mode)) }
                for name in ["a", "", "/", "A", "a/", "a?b"] { #expect(try await Self.ask(relay, name).status == 404) }
            }
        }
    }

    @Test("PROXY-4 Who may not call may not ask, and no other method than GET does")
    func gate() async throws {
        try await ServedRelay.with { relay in
            _ = try await relay.ask(relay.place("/", at: "10.0.0.1", mode: "omit.call-a"))
            for fields in ["Origin: null\r\n", "Sec-Fetch-Site: cross-site\r\n", "Referer: http://a.example/\r\n"] {
                let answer = try await Self.ask(relay, "a", fields: fields)
                #expect(answer.status == 403 && answer.failure?.hasPrefix("refused; foreign") == true)
            }
            for method in ["HEAD", "POST", "DELETE"] {
                #expect(try await Self.ask(relay, "a", method: method).status == 405)
            }
            // As WebKit's synchronous requests look.
            #expect(try await Self.ask(relay, "a", fields: "").status == 200)
        }
    }

    @Test("PROXY-9 A scope's pages learn nothing of another scope's calls")
    func scopes() async throws {
        try await ServedRelay.with { relay in
            _ = try await relay.ask(relay.place("/", at: "10.0.0.1", mode: "omit.call-a"))
            let folder = try FolderFixture()
            let registration = try await relay.manager.register(folder: folder.root, as: .plugins, id: "other")
            let path = try HTTPURL(registration.baseURL).path
            #expect(try await relay.ask("\(path)~proxy/failures/a").status == 404)
            #expect(try await Self.ask(relay, "a").status == 200)
            registration.end()
        }
    }

    @Test("PROXY-9 The last failures are kept: so many of a scope, and so many of all")
    func bounds() throws {
        let failures = KeptFailures()
        let failure = ProxyFailure(.connect, "connectFailed", "")
        let scopes = try (0..<5).map { ScopeReference(kind: .plugins, id: try #require(ScopeID("s\($0)"))) }
        let name = { (number: Int) throws in try #require(ProxyCallName("n\(number)")) }
        for number in 0..<100 { failures.keep(failure, of: try name(number), in: scopes[0], url: nil) }
        #expect(failures.take(try name(35), in: scopes[0]) == nil)
        #expect(failures.take(try name(36), in: scopes[0]) != nil)
        // The scope has 63 then; the others fill the rest, and more.
        for scope in scopes[1...3] {
            for number in 0..<64 { failures.keep(failure, of: try name(number), in: scope, url: nil) }
        }
        failures.keep(failure, of: try name(0), in: scopes[4], url: nil)
        #expect(failures.take(try name(37), in: scopes[0]) != nil)
        for number in 0..<3 { failures.keep(failure, of: try name(number), in: scopes[4], url: nil) }
        #expect(failures.take(try name(38), in: scopes[0]) == nil)
        #expect(failures.take(try name(39), in: scopes[0]) != nil)
    }

    @Test("PROXY-9 A name that is used again stands for the later call, and no long address is kept")
    func again() throws {
        let failures = KeptFailures()
        let scope = ScopeReference(kind: .plugins, id: "s")
        let name = try #require(ProxyCallName("a"))
        failures.keep(ProxyFailure(.connect, "first", ""), of: name, in: scope, url: "http://a.example/")
        let long = "http://a.example/" + String(repeating: "a", count: 5000)
        failures.keep(ProxyFailure(.connect, "later", ""), of: name, in: scope, url: long)
        let json = try #require(failures.take(name, in: scope))
        #expect(
            String(decoding: json, as: UTF8.self) == #"{"error":{"stage":"connect","reason":"later","message":""}}"#
        )
        #expect(failures.take(name, in: scope) == nil)
    }
}
