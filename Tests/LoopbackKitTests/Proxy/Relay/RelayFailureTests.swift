import LoopbackKit
import LoopbackKitHTTP
import Testing

/// Every way to fail that a page's developer is told of, as a status, a field and JSON.
@Suite("Relay: failures", .timeLimit(.minutes(5)))
struct RelayFailureTests {
    /// A call and what it comes to; `$up` is the upstream's address, `$port` the server's port.
    struct Row: Sendable, CustomTestStringConvertible {
        let place: String
        let status: Int
        let failure: String

        init(_ place: String, _ status: Int, _ failure: String) {
            self.place = place
            self.status = status
            self.failure = failure
        }

        var testDescription: String { "\(place): \(failure)" }
    }

    /// What can be told of an address, before anybody is called.
    static let addresses: [Row] = [
        Row("odd/http/a.example/", 403, "refused; malformedMode"),
        Row("include.follow.manual/http/a.example/", 403, "refused; malformedMode"),
        Row("", 403, "refused; malformedMode"),
        Row("omit/ftp/a.example/", 403, "refused; unsupportedScheme"),
        Row("omit/HTTP/a.example/", 403, "refused; unsupportedScheme"),
        Row("omit/http/..%2f/", 403, "refused; forbiddenCharacter"),
        Row("omit/http/a%2525b/", 403, "refused; malformedAuthority"),
        Row("omit/http//", 403, "refused; emptyHost"),
        Row("omit/http/user:pass@a.example/", 403, "refused; credentials"),
        Row("omit/http/a.example:99999/", 403, "refused; malformedPort"),
        Row("omit/http/[::1/", 403, "refused; malformedIPv6"),
        Row("omit/http/1.2.3.256/", 403, "refused; malformedIPv4"),
        Row("omit/http/127.0.0.1:$port/", 403, "refused; ownServer"),
        Row("omit/http/localhost:$port/", 403, "refused; ownServer"),
        Row("omit/http/[::]:$port/", 403, "refused; ownServer"),
        Row("omit/http/127.0.0.1:9999/", 403, "refused; loopbackAddress"),
        Row("omit/http/0177.1:9999/", 403, "refused; loopbackAddress"),
        Row("omit/http/10.1.2.3/", 403, "refused; privateAddress"),
        Row("omit/http/[fd00::1]/", 403, "refused; privateAddress"),
        Row("omit/http/169.254.169.254/", 403, "refused; linkLocalAddress"),
        Row("omit/http/100.64.0.1/", 403, "refused; sharedAddress"),
        Row("omit/http/224.0.0.1/", 403, "refused; multicastAddress"),
        Row("omit/http/240.0.0.1/", 403, "refused; reservedAddress"),
        Row("omit/http/192.0.2.1/", 403, "refused; documentationAddress"),
        Row("omit/http/[2002:0a00:0001::]/", 403, "refused; transitionAddress"),
        Row("omit/http/printer.local/", 403, "refused; localName"),
        Row("omit/http/printer/", 403, "refused; singleLabelName"),
        Row("omit/http/a.example:25/", 403, "refused; blockedPort"),
        Row("omit/http/private.example/", 403, "refused; privateAddress"),
        Row("omit/http/mixed.example/", 403, "refused; loopbackAddress"),
        Row("omit/http/missing.example/", 502, "name; notFound"),
        Row("omit/http/offline.example/", 502, "name; unavailable"),
        Row("omit/http/broken.example/", 502, "name; systemFailure"),
        Row("omit/http/none.example/", 502, "name; notFound"),
    ]

    @Test("PROXY-9 Addresses and names that can't be called are told as what they are", arguments: addresses)
    func address(row: Row) async throws {
        let resolver = ScriptedResolver()
        resolver.answer("private.example", .addresses(["10.0.0.1"]))
        resolver.answer("mixed.example", .addresses(["93.184.216.34", "127.0.0.1"]))
        resolver.answer("missing.example", .failure(HTTPResolverError(.notFound, name: "missing.example")))
        resolver.answer("offline.example", .failure(HTTPResolverError(.unavailable, name: "offline.example")))
        resolver.answer("broken.example", .failure(HTTPResolverError(.systemFailure, name: "broken.example")))
        resolver.answer("none.example", .addresses([]))
        try await ServedRelay.with(configure: { $0.proxy?.resolver = resolver }) { relay in
            let place = row.place.replacing("$port", with: "\(relay.port)")
            try await Self.check(row, relay, "\(relay.path)~proxy/\(place)")
        }
    }

    @Test(
        "PROXY-9 A failure that is to be the network's tells the page nothing, and is not stored",
        arguments: ["10.1.2.3/", "1.2.3.256/", "/", "missing.example/"]
    )
    func networkError(_ place: String) async throws {
        let resolver = ScriptedResolver()
        resolver.answer("missing.example", .failure(HTTPResolverError(.notFound, name: "missing.example")))
        try await ServedRelay.with(configure: { $0.proxy?.resolver = resolver }) { relay in
            let target = "\(relay.path)~proxy/omit.network-error/http/\(place)"
            for fields in [ServedRelay.fetchFields, "Origin: null\r\n"] {
                let answer = try await relay.ask(target, fields: fields)
                #expect(answer.status == 302 && answer["Location"] == "about:blank" && answer.body.isEmpty)
                #expect(answer["Cache-Control"] == "no-store" && answer.failure == nil)
            }
        }
    }

    /// What an upstream does, and what it comes to.
    static let answers: [(String, [UpstreamStep], Int, String)] = [
        ("closes", [.close], 502, "connect; closedBeforeAnswer"),
        ("resets", [.reset], 502, "connect; closedBeforeAnswer"),
        ("half a head", [.bytes("HTTP/1.1 200 OK\r\nA: b\r\n"), .close], 502, "connect; closedBeforeAnswer"),
        ("no HTTP", [.bytes("SSH-2.0-OpenSSH\r\n\r\n"), .stall], 502, "protocol; malformedAnswer"),
        ("both framings", [.bothFramings], 502, "protocol; malformedAnswer"),
        ("two lengths", [.twoLengths], 502, "protocol; malformedAnswer"),
        ("bare line feeds", [.bareLineFeeds], 502, "protocol; malformedAnswer"),
        ("a folded field", [.foldedField], 502, "protocol; malformedAnswer"),
        ("a huge head", [.hugeHead()], 502, "protocol; malformedAnswer"),
        ("a thousand fields", [.manyFields()], 502, "protocol; malformedAnswer"),
        ("an endless head", [.endlessHead], 502, "protocol; malformedAnswer"),
        ("too many interim answers", [.interim(count: 20), .answer()], 502, "protocol; malformedAnswer"),
        ("a switch that nobody asked for", [.upgradeEcho()], 502, "protocol; malformedAnswer"),
        ("silence", [.stall], 504, "timeout; answer"),
        ("half a head and silence", [.bytes("HTTP/1.1 200 OK\r\nA: b\r\n"), .stall], 504, "timeout; answer"),
        ("a playlist that stops", [.playlistHead, .bytes("#EXTM3U\n"), .stall], 504, "timeout; body"),
        ("half a playlist", [.playlistHead, .bytes("#EXTM3U\n"), .close], 502, "protocol; truncatedBody"),
    ]

    @Test("PROXY-9 What an other site does wrong is told as what it is", arguments: answers.indices)
    func answer(index: Int) async throws {
        let (name, steps, status, failure) = Self.answers[index]
        try await FaultUpstream.with { upstream in
            upstream.on("/", steps)
            let configure: (inout LoopbackConfiguration) -> Void = { configuration in
                configuration.proxy?.timeouts.head = .milliseconds(300)
                configuration.proxy?.timeouts.body = .milliseconds(300)
            }
            try await ServedRelay.with(upstream.address, configure: configure) { relay in
                let row = Row(name, status, failure)
                try await Self.check(row, relay, relay.place("/", at: "\(upstream.address)"))
            }
        }
    }

    @Test("PROXY-9 A port where nobody listens is an error of connecting")
    func connecting() async throws {
        // Bound for the length of the test, so that no other test listens there.
        let (descriptor, port) = try RawSocket.refusing()
        defer { closeSocket(descriptor) }
        let address = SocketAddress.loopback(port: port)
        try await ServedRelay.with(address) { relay in
            try await Self.check(
                Row("closed", 502, "connect; connectFailed"),
                relay,
                relay.place("/", at: "\(address)")
            )
        }
    }

    @Test("PROXY-9 A name service that does not answer is a time-out")
    func lookUp() async throws {
        let resolver = ScriptedResolver()
        resolver.answer("slow.example", .waits(Gate(), .addresses(["127.0.0.1"])))
        let configure: (inout LoopbackConfiguration) -> Void = { configuration in
            configuration.proxy?.resolver = resolver
            configuration.proxy?.timeouts.connect = .milliseconds(300)
        }
        try await ServedRelay.with(configure: configure) { relay in
            let target = relay.place("/", at: "slow.example")
            try await Self.check(Row("slow", 504, "timeout; lookUp"), relay, target)
        }
    }

    @Test("PROXY-9 More calls to a site than there are connections are a time-out")
    func connections() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .stall)
            let configure: (inout LoopbackConfiguration) -> Void = { configuration in
                configuration.proxy?.connections.connectionsPerOrigin = 1
                configuration.proxy?.timeouts.connect = .milliseconds(300)
            }
            try await ServedRelay.with(upstream.address, configure: configure) { relay in
                let target = relay.place("/", at: "\(upstream.address)")
                let first = try await relay.open(target)
                try await upstream.wait { $0.requests.count == 1 }
                try await Self.check(Row("second", 504, "timeout; noFreeConnection"), relay, target)
                first.reset()
            }
        }
    }

    @Test("PROXY-9 A site that takes no more of a request is a time-out")
    func sending() async throws {
        try await FaultUpstream.with { upstream in
            let gate = Gate()
            upstream.on("/", .leaveBody, .wait(gate))
            let configure: (inout LoopbackConfiguration) -> Void = { configuration in
                configuration.proxy?.timeouts.sending = .milliseconds(300)
            }
            try await ServedRelay.with(upstream.address, configure: configure) { relay in
                let answer = try await relay.ask(
                    relay.place("/", at: "\(upstream.address)"),
                    method: "POST",
                    body: BytePattern().bytes(9_000_000)
                )
                #expect(answer.status == 504 && answer.failure == "timeout; sending")
            }
            gate.open()
        }
    }

    @Test(
        "PROXY-9 What is wrong with a certificate is told",
        .enabled(if: TestCertificates.canBeMade),
        arguments: TestCertificates.Wrong.allCases
    )
    func certificate(_ wrong: TestCertificates.Wrong) async throws {
        let identity = try wrong.identity()
        try await tls(.tls(identity), 502, "tls; \(wrong.code.name)")
    }

    @Test("PROXY-9 What speaks no TLS is told", .enabled(if: TestCertificates.canBeMade), arguments: [0, 1, 2])
    func noTLS(_ kind: Int) async throws {
        switch kind {
        case 0: try await tls(.garbage, 502, "tls; handshakeFailed")
        case 1: try await tls(.closing, 502, "tls; handshakeFailed")
        default: try await tls(.silent, 504, "timeout; tls")
        }
    }

    private func tls(_ transport: UpstreamTransportKind, _ status: Int, _ failure: String) async throws {
        let provider = try TestCertificates.clientProvider()
        try await FaultUpstream.with(transport: transport) { upstream in
            upstream.on("/", .answer(.ok, "never"))
            let configure: (inout LoopbackConfiguration) -> Void = { configuration in
                configuration.proxy?.tls = provider
                configuration.proxy?.timeouts.connect = .milliseconds(500)
            }
            try await ServedRelay.with(upstream.address, configure: configure) { relay in
                let target = "\(relay.path)~proxy/omit/https/\(upstream.address)/"
                try await Self.check(Row("tls", status, failure), relay, target)
            }
            #expect(upstream.requests.isEmpty)
        }
    }

    /// Asks, and compares status, field and JSON.
    private static func check(_ row: Row, _ relay: ServedRelay, _ target: String) async throws {
        let answer = try await relay.ask(target)
        #expect(answer.status == row.status && answer.failure == row.failure, "\(row)")
        let parts = row.failure.split(separator: ";")
        let reason = parts[1].dropFirst()
        #expect(answer.text.hasPrefix(#"{"error":{"stage":"\#(parts[0])","reason":"\#(reason)","message":""#))
        #expect(answer.text.hasSuffix("}}"))
        #expect(answer["Content-Type"] == "application/json")
        #expect(answer["Cache-Control"] == "no-store")
        #expect(answer["Content-Security-Policy"] == "sandbox")
        // Names of local things are shown where the page wrote them, and nowhere else.
        #expect(!answer.text.contains(relay.path.split(separator: "/")[0]))
    }
}

extension UpstreamStep {
    fileprivate static let playlistHead = head(
        .ok,
        ["Content-Type": "application/vnd.apple.mpegurl", "Content-Length": "99"]
    )
}
