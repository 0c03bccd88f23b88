import LoopbackKit
import LoopbackKitHTTP
import Testing

/// Event streams of other sites, which pages read by WebSockets.
@Suite("Relay: event streams", .timeLimit(.minutes(5)))
struct RelayedEventsTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"

    @Test("PROXY-1 A stream comes as its head, its bytes as they come, and its end")
    func whole() async throws {
        try await FaultUpstream.with { upstream in
            let gate = Gate()
            upstream.on("/a", .redirect(to: "/b%20?c=d"))
            upstream.on(
                "/b%20",
                .chunkedHead(),
                .chunk("data: 1\n\n"),
                .wait(gate),
                .chunk("data: 2\n\n"),
                .lastChunk()
            )
            try await ServedRelay.with(upstream.address) { relay in
                let page = try await EventSocket(relay, "/a", at: "\(upstream.address)")
                let url = "http://\(upstream.address)/b%20?c=d"
                #expect(try await page.text() == #"{"status":200,"url":"\#(url)","type":""}"#)
                #expect(try await page.next() == .binary(Array("data: 1\n\n".utf8)))
                gate.open()
                #expect(try await page.rest() == [.binary(Array("data: 2\n\n".utf8)), .close(1000)])
            }
        }
    }

    @Test("PROXY-1 The other site is asked as an engine asks for events, and is told nothing of the WebSocket")
    func request() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/set", .setCookies(["a=1; Path=/"]))
            upstream.on("/", .bytes("\(Self.head)\r\n"), .close)
            try await ServedRelay.with(upstream.address) { relay in
                _ = try await relay.ask(relay.place("/set", at: "\(upstream.address)", mode: "include"))
                for mode in ["omit", "include"] {
                    let page = try await EventSocket(
                        relay,
                        "/",
                        at: "\(upstream.address)",
                        mode: mode,
                        fields: "X-Own: \(relay.origin)\r\nLast-Event-ID: forged\r\n"
                    )
                    #expect(try await page.text().hasSuffix(#","type":"text/event-stream"}"#))
                    #expect(try await page.rest() == [.close(1000)])
                }
            }
            let requests = upstream.record.requests(to: "/")
            #expect(requests.map { $0["Cookie"] } == [nil, "a=1"])
            for request in requests {
                #expect(request.method == "GET" && request["Accept"] == "text/event-stream")
                #expect(request["Cache-Control"] == "no-cache" && request["Accept-Encoding"] == "identity")
                #expect(request["Accept-Language"] == "de" && request["Last-Event-ID"] == nil)
                let others = request.fields.map { $0.name.lowercased() }
                #expect(!others.contains { $0.hasPrefix("sec-") || ["upgrade", "origin", "x-own"].contains($0) })
            }
        }
    }

    @Test(
        "PROXY-1 The last event's id goes up as UTF-8, whatever it holds",
        arguments: [(#"{"lastEventID":"7"}"#, "7"), (#"{"lastEventID":"\ud83d\ude00 é"}"#, "\u{1F600} \u{E9}")]
    )
    func lastEventID(message: String, id: String) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .bytes("\(Self.head)\r\n"), .close)
            try await ServedRelay.with(upstream.address) { relay in
                let page = try await EventSocket(relay, "/", at: "\(upstream.address)", [.text(message)])
                #expect(try await page.next()?.opcode == 1)
                #expect(try await page.rest() == [.close(1000)])
            }
            #expect(upstream.requests.map { $0["Last-Event-ID"] } == [id])
        }
    }

    @Test(
        "PROXY-1 A first message that does not say where the stream is to begin makes no call",
        arguments: [
            .text(""), .text("{"), .text(#"{"lastEventID":"a\nX-Forged: 1"}"#),
            .text(String(repeating: "[", count: 60_000)), .binary(Array(#"{"lastEventID":""}"#.utf8)),
        ] as [Frame]
    )
    func malformed(message: Frame) async throws {
        try await FaultUpstream.with { upstream in
            try await ServedRelay.with(upstream.address) { relay in
                let page = try await EventSocket(relay, "/", at: "\(upstream.address)", [message])
                #expect(try await page.text().hasPrefix(#"{"error":{"stage":"refused","reason":"malformedMessage","#))
                #expect(try await page.rest() == [.close(1000)])
            }
            #expect(upstream.record.connections.isEmpty)
        }
    }

    @Test("PROXY-1 A first message that is too large, or breaks the protocol, ends the socket")
    func hostile() async throws {
        let large = Frame.text(#"{"lastEventID":""# + String(repeating: "a", count: 1 << 16) + #""}"#)
        let cases: [([Frame], UInt16)] = [([large], 1009), ([Frame(1, [0xFF])], 1007), ([Frame(3)], 1002)]
        try await FaultUpstream.with { upstream in
            try await ServedRelay.with(upstream.address) { relay in
                for (frames, code) in cases {
                    let page = try await EventSocket(relay, "/", at: "\(upstream.address)", frames)
                    #expect(try await page.rest() == [.close(code)])
                }
            }
            #expect(upstream.record.connections.isEmpty)
        }
    }

    @Test("PROXY-1 A page whose first message does not come in time is told so")
    func silent() async throws {
        try await FaultUpstream.with { upstream in
            try await ServedRelay.with(
                upstream.address,
                configure: { $0.engine.timeouts.head = .seconds(1) }
            ) { relay in
                let page = try await EventSocket(relay, "/", at: "\(upstream.address)", [])
                #expect(try await page.text().hasPrefix(#"{"error":{"stage":"timeout","reason":"message","#))
                #expect(try await page.rest() == [.close(1000)])
            }
        }
    }

    @Test(
        "PROXY-1 A call that fails before its head is told with its reason, and one that is cut behind it as cut",
        arguments: [
            ("/close", "connect", "closedBeforeAnswer"), ("/loop", "redirect", "tooMany"),
            ("/bad", "protocol", "malformedAnswer"), ("/packed", "protocol", "encodedStream"),
        ]
    )
    func failing(place: String, stage: String, reason: String) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/close", .close)
            upstream.on("/bad", .bareLineFeeds)
            upstream.on("/packed", .bytes("\(Self.head)Content-Encoding: gzip\r\n\r\n"), .stall)
            upstream.redirectLoop("/loop")
            try await ServedRelay.with(upstream.address) { relay in
                let events = relay.manager.events()
                let page = try await EventSocket(relay, place, at: "\(upstream.address)")
                let text = try await page.text()
                #expect(text.hasPrefix(#"{"error":{"stage":"\#(stage)","reason":"\#(reason)","message":"#))
                #expect(text.hasSuffix(#","url":"http://\#(upstream.address)\#(place)"}}"#))
                #expect(try await page.rest() == [.close(1000)])
                for await event in events {
                    guard case .proxied(.failed(.get, _, let failure)) = event.kind else { continue }
                    #expect(failure.stage.rawValue == stage && failure.reason == reason)
                    break
                }
            }
        }
    }

    @Test("PROXY-9 A stream that breaks off closes the socket with 1011, never as if it had ended")
    func cut() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .lie(claiming: 100, sending: 10))
            try await ServedRelay.with(upstream.address) { relay in
                let page = try await EventSocket(relay, "/", at: "\(upstream.address)")
                _ = try await page.text()
                let rest = try await page.rest()
                #expect(rest.first?.payload.count == 10 && rest.count == 2)
                #expect(rest.last == .close(1011, "the stream was cut"))
            }
        }
    }

    @Test(
        "PROXY-8 A page that leaves ends the call at once, before the head and behind it, whatever it said in between",
        arguments: ["/silent", "/open"],
        [true, false]
    )
    func leaves(place: String, byClose: Bool) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/silent", .stall)
            upstream.on("/open", .bytes("\(Self.head)\r\n:\n"), .stall)
            try await ServedRelay.with(upstream.address) { relay in
                let page = try await EventSocket(relay, place, at: "\(upstream.address)")
                try await upstream.wait { $0.requests.count == 1 }
                if place == "/open" { _ = try await (page.next(), page.next()) }
                page.client.send([.text("means nothing"), .binary([0]), EventSocket.message].masked)
                if byClose { page.client.send(Frame.close(1000).masked) } else { page.client.reset() }
                try await upstream.wait { $0.openConnections == 0 }
                if byClose { #expect(try await page.rest() == [.close(1000)]) }
            }
            #expect(upstream.requests.count == 1)
        }
    }

    @Test("PROXY-8 A page that reads nothing stops the other site")
    func backPressure() async throws {
        try await FaultUpstream.with(sendBuffer: 65_536) { upstream in
            upstream.on("/", .bytes("\(Self.head)\r\n"), .endlessBody())
            try await ServedRelay.with(upstream.address) { relay in
                let page = try await EventSocket(relay, "/", at: "\(upstream.address)")
                var last = -1
                var times = 0
                while times < 10 {
                    try await Task.sleep(for: .milliseconds(20))
                    let count = upstream.record.connections[0].bytesSent
                    times = count == last && count > 1000 ? times + 1 : 0
                    last = count
                }
                // The socket's queue, and what the system holds of its two connections.
                #expect(last < (5 << 20) + 2 * RawSocket.mostBuffered)
                page.client.reset()
                try await upstream.wait { $0.openConnections == 0 }
            }
        }
    }

    @Test("PROXY-1 A stream that is silent outlives every time limit of the server and of its client")
    func rests() async throws {
        try await FaultUpstream.with { upstream in
            let gate = Gate()
            upstream.on("/", .bytes("\(Self.head)\r\n:\n"), .wait(gate), .bytes("data: late\n\n"), .close)
            upstream.on("/call", .bytes("\(Self.head)\r\n:\n"), .stall)
            try await ServedRelay.with(upstream.address) { configuration in
                let limit = Duration.milliseconds(300)
                configuration.engine.timeouts.idle = limit
                configuration.engine.timeouts.bodyProgress = limit
                configuration.engine.timeouts.readerProgress = limit
                configuration.proxy?.timeouts.body = limit
                configuration.proxy?.timeouts.idle = limit
            } _: { relay in
                let page = try await EventSocket(relay, "/", at: "\(upstream.address)")
                _ = try await (page.next(), page.next())
                // A call of another kind, which begins later, is ended by its limit.
                let call = try await relay.ask(relay.place("/call", at: "\(upstream.address)"))
                #expect(call.isTruncated)
                gate.open()
                #expect(try await page.rest() == [.binary(Array("data: late\n\n".utf8)), .close(1000)])
            }
        }
    }

    @Test("HTTP-7 A stop ends a stream with 1001, and its call with it")
    func stop() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .bytes("\(Self.head)\r\n"), .stall)
            try await ServedRelay.with(upstream.address) { relay in
                let waiting = try await EventSocket(relay, "/", at: "\(upstream.address)", [])
                let page = try await EventSocket(relay, "/", at: "\(upstream.address)")
                _ = try await page.next()
                async let stopped: Void = relay.manager.stop()
                #expect(try await page.rest() == [.close(1001)])
                #expect(try await waiting.rest() == [.close(1001)])
                await stopped
                try await upstream.wait { $0.openConnections == 0 }
            }
        }
    }

    @Test("PROXY-4 A stream is judged as a WebSocket, and opened by nothing else")
    func gate() async throws {
        try await FaultUpstream.with { upstream in
            try await ServedRelay.with(upstream.address) { relay in
                let target = relay.place("/", at: "\(upstream.address)", mode: "omit.events")
                let foreign = try await relay.ask(target, fields: EventSocket.handshake("http://a.example"))
                #expect(foreign.status == 403 && foreign.failure == "refused; foreignOrigin")
                for fields in [
                    ServedRelay.fetchFields,
                    EventSocket.handshake(relay.origin).replacing("Version: 13", with: "Version: 8"),
                ] {
                    let plain = try await relay.ask(target, fields: fields)
                    #expect(plain.status == 403 && plain.failure == "refused; notWebSocket")
                }
            }
            #expect(upstream.record.connections.isEmpty)
        }
    }

    @Test("PROXY-3 A stream from where no page may call is refused", arguments: ["10.0.0.1", "localhost:1", "a.local"])
    func refused(authority: String) async throws {
        try await ServedRelay.with { relay in
            let page = try await EventSocket(relay, "/", at: authority)
            #expect(try await page.text().hasPrefix(#"{"error":{"stage":"refused","#))
            #expect(try await page.rest() == [.close(1000)])
        }
    }
}
