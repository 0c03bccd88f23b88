import LoopbackKit
import LoopbackKitHTTP
import Testing

/// Answers that are long or slow, and pages that read slowly or leave.
@Suite("Relay: streams", .timeLimit(.minutes(5)))
struct RelayStreamTests {
    private static let megabyte = 1 << 20

    @Test("PROXY-8 The head and the first bytes come before the end is there", arguments: [true, false])
    func firstBytes(isChunked: Bool) async throws {
        try await FaultUpstream.with { upstream in
            let gate = Gate()
            upstream.on(
                "/",
                isChunked
                    ? [.chunkedHead(), .chunk("first"), .wait(gate), .chunk("last"), .lastChunk()]
                    : [.head(.ok, ["Content-Length": "9"]), .bytes("first"), .wait(gate), .bytes("last")]
            )
            try await ServedRelay.with(upstream.address) { relay in
                let page = try await relay.open(relay.place("/", at: "\(upstream.address)"))
                let first = try await onThread { page.receive(until: "first") }
                #expect(first.hasPrefix("HTTP/1.1 200"))
                try await gate.reached()
                gate.open()
                let last = try await onThread { page.receive(until: isChunked ? "0\r\n\r\n" : "last") }
                #expect(last.contains("last"))
            }
        }
    }

    @Test("PROXY-8 An event stream's head comes before its first event, and each event when it is sent")
    func events() async throws {
        try await FaultUpstream.with { upstream in
            let gate = Gate()
            let events = (1...5).flatMap { [UpstreamStep.wait(gate), .bytes("data: \($0)\n\n")] }
            upstream.on("/", [.head(.ok, ["Content-Type": "text/event-stream"])] + events + [.wait(gate)])
            try await ServedRelay.with(upstream.address) { relay in
                let fields = ServedRelay.fetchFields + "Accept: text/event-stream\r\n"
                let page = try await relay.open(relay.place("/", at: "\(upstream.address)"), fields: fields)
                let head = try await onThread { page.receive(until: "\r\n\r\n") }
                #expect(head.contains("Content-Type: text/event-stream\r\n") && !head.contains("data:"))
                for number in 1...5 {
                    gate.admit()
                    let event = try await onThread { page.receive(until: "\n\n") }
                    #expect(event.contains("data: \(number)\n\n"))
                }
            }
        }
    }

    @Test("PROXY-8 A page that reads nothing stops the other site at four megabytes")
    func highMark() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .pattern(200 * Self.megabyte, ["Content-Type": "video/mp4"]))
            try await ServedRelay.with(upstream.address) { relay in
                let page = try await relay.open(relay.place("/", at: "\(upstream.address)"))
                let waiting = try await settledCount(of: upstream)
                #expect(waiting >= 4 * Self.megabyte)
                #expect(waiting <= 4 * Self.megabyte + Self.systemBuffers)
                page.close()
            }
        }
    }

    @Test("PROXY-8 The other site goes on when little waits, not before")
    func lowMark() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .pattern(200 * Self.megabyte, ["Content-Type": "video/mp4"]))
            // Much more than the system keeps, whose share can't be seen.
            let configure: (inout LoopbackConfiguration) -> Void = { $0.proxy?.limits.highWater = 48 * Self.megabyte }
            try await ServedRelay.with(upstream.address, configure: configure) { relay in
                let page = try await relay.open(relay.place("/", at: "\(upstream.address)"))
                let waiting = try await settledCount(of: upstream)
                #expect(waiting >= 48 * Self.megabyte)
                let half = 24 * Self.megabyte
                try await onThread { #expect(page.read(count: half).count == half) }
                #expect(try await settledCount(of: upstream) == waiting)
                let rest = waiting - half - Self.megabyte
                try await onThread { #expect(page.read(count: rest).count == rest) }
                try await upstream.wait { $0.connections[0].bytesSent > waiting }
                page.close()
            }
        }
    }

    /// What the system keeps at most of a connection to the upstream and of one to the page.
    private static let systemBuffers = 2 * RawSocket.mostBuffered

    /// How many bytes an upstream has sent when it can't send more: the same several times in a row.
    private func settledCount(of upstream: FaultUpstream) async throws -> Int {
        var last = -1
        var times = 0
        while times < 10 {
            try await Task.sleep(for: .milliseconds(20))
            let count = upstream.record.connections.first?.bytesSent ?? 0
            times = count == last && count > 0 ? times + 1 : 0
            last = count
        }
        return last
    }

    @Test("PROXY-8 A body passes whole through a page that reads it in small parts")
    func slowPage() async throws {
        let count = 12 * Self.megabyte
        try await FaultUpstream.with { upstream in
            upstream.on("/", .pattern(count))
            try await ServedRelay.with(upstream.address) { relay in
                let page = try await relay.open(relay.place("/", at: "\(upstream.address)"))
                let check = try await onThread {
                    _ = try page.readResponseHead()
                    var check = BytePattern.Check()
                    while check.count < count, case .success(let part) = page.receivePart(atMost: 4096) {
                        check.take(part)
                    }
                    return check
                }
                #expect(check.isIntact && check.count == count)
            }
        }
    }

    @Test("PROXY-8 A page that leaves ends the transfer before another watermark's worth", arguments: [true, false])
    func leaving(byReset: Bool) async throws {
        try await FaultUpstream.with(sendBuffer: 65_536) { upstream in
            upstream.on("/", .head(), .endlessBody())
            try await ServedRelay.with(upstream.address) { relay in
                let page = try await relay.open(relay.place("/", at: "\(upstream.address)"))
                _ = try await onThread { page.read(count: 100_000) }
                let before = upstream.record.connections[0].bytesSent
                if byReset { page.reset() } else { page.close() }
                try await upstream.wait { $0.openConnections == 0 }
                let connection = upstream.record.connections[0]
                #expect(connection.bytesSent - before <= 4 * Self.megabyte + Self.systemBuffers)
                #expect(connection.end == .peerClosed || connection.end == .peerReset)
            }
        }
    }

    @Test("PROXY-8 A page that leaves while the other site is silent ends the call", arguments: [0, 1, 2])
    func leavingSilence(_ stage: Int) async throws {
        try await FaultUpstream.with { upstream in
            let steps: [UpstreamStep] = [.head(), .bytes("first")]
            upstream.on("/", Array(steps.prefix(stage)) + [.stall])

            try await ServedRelay.with(upstream.address) { relay in
                let page = try await relay.open(
                    relay.place("/", at: "\(upstream.address)"),
                    fields: ServedRelay.fetchFields + "Accept: text/event-stream\r\n"
                )
                try await upstream.wait { $0.requests.count == 1 }
                if stage == 2 { _ = try await onThread { page.receive(until: "first") } }
                page.reset()
                try await upstream.wait { $0.openConnections == 0 }
            }
            #expect(upstream.record.ends == [.peerClosed] || upstream.record.ends == [.peerReset])
        }
    }

    @Test("PROXY-8 A half-close is not leaving")
    func halfClose() async throws {
        try await FaultUpstream.with { upstream in
            let gate = Gate()
            upstream.on("/", .chunkedHead(), .chunk("first"), .wait(gate), .chunk("last"), .lastChunk())
            try await ServedRelay.with(upstream.address) { relay in
                let page = try await relay.open(relay.place("/", at: "\(upstream.address)"))
                page.finishSending()
                _ = try await onThread { page.receive(until: "first") }
                try await gate.reached()
                gate.open()
                let rest = try await onThread { page.receiveAll() }
                #expect(text(rest.bytes).contains("last") && text(rest.bytes).hasSuffix("0\r\n\r\n"))
                #expect(rest.end == .finished)
            }
        }
    }

    @Test("PROXY-8 A call that outlives its page arrives whole, and its cookies are kept")
    func outliving() async throws {
        try await FaultUpstream.with { upstream in
            let gate = Gate()
            upstream.on("/set", .wait(gate), .setCookies(["a=1; Path=/"]))
            upstream.on("/get", .answer(.ok, "here"))
            try await ServedRelay.with(upstream.address) { relay in
                let target = relay.place("/set", at: "\(upstream.address)", mode: "include.keepalive")
                let fields = ServedRelay.fetchFields + "Content-Length: 5\r\n"
                let page = try await relay.open(target, method: "POST", fields: fields)
                page.send("state")
                try await gate.reached()
                page.reset()
                // The server has seen that the page is gone when it has answered what came later.
                _ = try await relay.ask(relay.place("/get", at: "\(upstream.address)", mode: "omit"))
                gate.open()
                try await upstream.wait { $0.connections[0].end != nil || $0.connections[0].bytesSent > 0 }
                for _ in 0..<100 {
                    _ = try await relay.ask(relay.place("/get", at: "\(upstream.address)", mode: "include"))
                    if upstream.requests.last?["Cookie"] == "a=1" { break }
                }
            }
            let request = try required(upstream.record.requests(to: "/set").first)
            #expect(request.bodyText == "state" && request.isBodyComplete)
            #expect(upstream.requests.last?["Cookie"] == "a=1")
        }
    }

    @Test("PROXY-8 A call that doesn't is cut off, and its cookies are not kept")
    func notOutliving() async throws {
        try await FaultUpstream.with { upstream in
            let gate = Gate()
            upstream.on("/set", .wait(gate), .setCookies(["a=1; Path=/"]))
            upstream.on("/get", .answer(.ok, "here"))
            try await ServedRelay.with(upstream.address) { relay in
                let page = try await relay.open(relay.place("/set", at: "\(upstream.address)", mode: "include"))
                try await gate.reached()
                page.reset()
                _ = try await relay.ask(relay.place("/get", at: "\(upstream.address)", mode: "omit"))
                gate.open()
                try await upstream.wait { $0.connections[0].end != nil }
                _ = try await relay.ask(relay.place("/get", at: "\(upstream.address)", mode: "include"))
            }
            #expect(upstream.record.requests(to: "/get").map { $0["Cookie"] } == [nil, nil])
        }
    }

    @Test(
        "PROXY-9 A truncated body cuts the page's connection, never ends in order",
        arguments: [true, false],
        [true, false]
    )
    func truncation(isChunked: Bool, byReset: Bool) async throws {
        let cut = byReset ? UpstreamStep.reset : .close
        try await FaultUpstream.with { upstream in
            upstream.on(
                "/",
                isChunked
                    ? [.chunkedHead(), .chunk("first"), .bytes("ff\r\npart"), cut]
                    : [.head(.ok, ["Content-Length": "100"]), .bytes("first"), cut]
            )
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.ask(relay.place("/", at: "\(upstream.address)"))
                // A reset may overtake the head.
                if answer.status == 200 {
                    #expect(answer.isTruncated)
                } else {
                    #expect(answer.status == 502 && answer.failure != nil)
                }
            }
        }
    }

    @Test(
        "PROXY-9 A chunked body that breaks off behind its beginning cuts the connection",
        arguments: BadChunk.allCases
    )
    func badChunk(_ kind: BadChunk) async throws {
        try await FaultUpstream.with { upstream in
            let gate = Gate()
            upstream.on(
                "/",
                .head(.ok, ["Transfer-Encoding": "chunked", "Content-Type": "text/event-stream"]),
                .wait(gate),
                .bytes("4\r\ngood\r\n\(kind.rawValue)"),
                .stall
            )
            try await ServedRelay.with(upstream.address) { relay in
                let page = try await relay.open(relay.place("/", at: "\(upstream.address)"))
                let head = try await onThread { try page.readResponseHead() }
                #expect(head.status == 200)
                gate.open()
                let rest = try await onThread { page.receiveAll() }
                #expect(rest.end != .timedOut)
                #expect(!text(rest.bytes).hasSuffix("0\r\n\r\n"))
            }
        }
    }
}
