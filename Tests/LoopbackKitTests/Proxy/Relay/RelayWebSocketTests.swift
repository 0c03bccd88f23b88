import LoopbackKit
import LoopbackKitHTTP
import Testing

/// WebSockets to other sites: the page's handshake and frames by a raw socket.
@Suite("Relay: WebSockets", .timeLimit(.minutes(5)))
struct RelayWebSocketTests {
    private static let key = "dGhlIHNhbXBsZSBub25jZQ=="

    /// The handshake's fields, as Chromium sends them.
    private static func fields(_ origin: String, _ more: String = "") -> String {
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: \(key)\r\n"
            + "Origin: \(origin)\r\n\(more)"
    }

    private static func open(
        _ relay: ServedRelay,
        _ upstream: FaultUpstream,
        mode: String = "omit",
        more: String = ""
    ) async throws -> (RawClient, RawResponse) {
        let target = relay.place("/", at: "\(upstream.address)", mode: mode)
        let page = try await relay.open(target, fields: fields(relay.origin, more))
        return (page, try await onThread { try page.readResponseHead() })
    }

    /// A masked frame of a page.
    private static func frame(_ opcode: WebSocketOpcode, _ payload: [UInt8]) -> [UInt8] {
        let mask: [UInt8] = [1, 2, 3, 4]
        let masked = payload.enumerated().map { $0.element ^ mask[$0.offset % 4] }
        var head: [UInt8] = [0x80 | opcode.rawValue]
        switch payload.count {
        case ..<126: head.append(0x80 | UInt8(payload.count))
        case ..<65_536: head += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default:
            head.append(0x80 | 127)
            for shift in stride(from: 56, through: 0, by: -8) { head.append(UInt8(payload.count >> shift & 0xFF)) }
        }
        return head + mask + masked
    }

    @Test("PROXY-10 Frames pass both ways behind a real handshake")
    func echo() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .webSocketEcho(subprotocol: "chat.2"))
            try await ServedRelay.with(upstream.address) { relay in
                let more = "Sec-WebSocket-Protocol: chat.1, chat.2\r\nCookie: own=1\r\nUser-Agent: Page/1\r\n"
                let (page, head) = try await Self.open(relay, upstream, more: more)
                #expect(head.status == 101)
                #expect(head["Sec-WebSocket-Accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
                #expect(head["Sec-WebSocket-Protocol"] == "chat.2")
                #expect(head["Upgrade"] == "websocket" && head["Connection"]?.lowercased() == "upgrade")
                for payload in ["", "hello", String(repeating: "a", count: 300)] {
                    page.send(Self.frame(.text, Array(payload.utf8)))
                    let wanted = WebSocketFrameHeader.frame(.text, isFinal: true, Array(payload.utf8))
                    #expect(try await onThread { page.read(count: wanted.count) } == wanted)
                }
                page.send(Self.frame(.close, [3, 232]))
                let end = try await onThread { page.receiveAll() }
                #expect(end.bytes == [0x88, 2, 3, 232] && end.end == .finished)
            }
            let request = try required(upstream.requests.first)
            #expect(request["Host"] == "\(upstream.address)" && request["Sec-WebSocket-Key"] == Self.key)
            #expect(request["Sec-WebSocket-Protocol"] == "chat.1, chat.2" && request["Sec-WebSocket-Version"] == "13")
            #expect(request["Origin"] == nil && request["Cookie"] == nil && request["User-Agent"] == "Page/1")
            try await upstream.wait { $0.openConnections == 0 }
        }
    }

    @Test(
        "PROXY-10 A foreign Origin, or none, opens nothing",
        arguments: ["null", "https://evil.example", "http://127.0.0.1:1", ""]
    )
    func foreignOrigin(_ origin: String) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .webSocketEcho())
            try await ServedRelay.with(upstream.address) { relay in
                var fields = Self.fields(origin)
                if origin.isEmpty { fields = fields.replacing("Origin: \r\n", with: "") }
                let answer = try await relay.ask(relay.place("/", at: "\(upstream.address)"), fields: fields)
                #expect(answer.status == 403 && answer.failure == "refused; foreignOrigin")
            }
            #expect(upstream.requests.isEmpty)
        }
    }

    @Test("PROXY-10 Token and guard stand before a WebSocket, too")
    func refused() async throws {
        try await FaultUpstream.with { upstream in
            try await ServedRelay.with(upstream.address) { relay in
                let fields = Self.fields(relay.origin)
                let place = relay.place("/", at: "127.0.0.1:\(relay.port)")
                let reply = try await relay.ask(place, fields: fields)
                #expect(reply.failure == "refused; ownServer")
                let foreign = "/0123456789abcdef0123456789abcdef" + place.dropFirst(33)
                let answer = try await relay.ask(foreign, fields: fields)
                #expect(answer.status == 403 && answer.failure == nil)
            }
            #expect(upstream.record.connections.isEmpty)
        }
    }

    @Test(
        "PROXY-10 A site that refuses is told by its status, and nothing more",
        arguments: [200, 400, 401, 403, 426, 503]
    )
    func refusal(_ status: Int) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .answer(HTTPStatus(code: status), "secret", ["WWW-Authenticate": "Basic", "X-Own": "1"]))
            try await ServedRelay.with(upstream.address) { relay in
                let (_, head) = try await Self.open(relay, upstream)
                #expect(head.status == status)
                #expect(head["WWW-Authenticate"] == nil && head["X-Own"] == nil && head["Upgrade"] == nil)
            }
        }
    }

    @Test("PROXY-10 Cookies go by the credential mode", arguments: ["include", "omit"])
    func cookies(_ mode: String) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/set", .setCookies(["a=1; Path=/"]))
            upstream.on("/", .webSocketEcho())
            try await ServedRelay.with(upstream.address) { relay in
                _ = try await relay.ask(relay.place("/set", at: "\(upstream.address)", mode: "include"))
                let (page, head) = try await Self.open(relay, upstream, mode: mode)
                #expect(head.status == 101)
                page.reset()
            }
            #expect(upstream.requests.last?["Cookie"] == (mode == "include" ? "a=1" : nil))
        }
    }

    @Test("PROXY-10 The other site's end is the page's")
    func upstreamEnds() async throws {
        try await FaultUpstream.with { upstream in
            let gate = Gate()
            upstream.on("/", .webSocketAccept, .bytes([0x82, 2, 7, 7]), .wait(gate), .close)
            try await ServedRelay.with(upstream.address) { relay in
                let (page, head) = try await Self.open(relay, upstream)
                #expect(head.status == 101)
                #expect(try await onThread { page.read(count: 4) } == [0x82, 2, 7, 7])
                gate.open()
                let end = try await onThread { page.receiveAll() }
                #expect(end.bytes.isEmpty && end.end == .finished)
            }
        }
    }

    @Test("PROXY-10 A page that leaves ends the tunnel, though the other site says nothing", arguments: [true, false])
    func pageLeaves(byReset: Bool) async throws {
        try await FaultUpstream.with { upstream in
            let gate = Gate()
            upstream.on("/", .webSocketAccept, .stall)
            // A site that does not even look.
            upstream.on("/deaf", .webSocketAccept, .wait(gate))
            try await ServedRelay.with(upstream.address) { relay in
                let (page, head) = try await Self.open(relay, upstream)
                #expect(head.status == 101)
                let target = relay.place("/deaf", at: "\(upstream.address)")
                let deaf = try await relay.open(target, fields: Self.fields(relay.origin))
                #expect(try await onThread { try deaf.readResponseHead() }.status == 101)
                for page in [page, deaf] { if byReset { page.reset() } else { page.close() } }
                try await upstream.wait { $0.ends.count == 1 }
                #expect(upstream.record.ends == [.peerClosed] || upstream.record.ends == [.peerReset])
                // The relay holds no connection to the deaf one.
                let proxy = try required(await relay.manager.relay)
                while proxy.openConnections > 0 { await Task.yield() }
            }
            gate.open()
        }
    }

    @Test("PROXY-10 Sixteen megabytes pass there and back, whole, to a page that reads in small parts")
    func large() async throws {
        let payload = BytePattern(seed: 9).bytes(16 << 20)
        try await FaultUpstream.with { upstream in
            upstream.on("/", .upgradeEcho(to: "websocket"))
            try await ServedRelay.with(upstream.address) { relay in
                let (page, head) = try await Self.open(relay, upstream)
                #expect(head.status == 101)
                async let sent = onThread { page.send(payload) }
                let check = try await onThread {
                    var check = BytePattern.Check(seed: 9)
                    while check.count < payload.count, case .success(let part) = page.receivePart(atMost: 1 << 14) {
                        check.take(part)
                    }
                    return check
                }
                #expect(check.isIntact && check.count == payload.count)
                #expect(try await sent == payload.count)
                page.close()
            }
        }
    }

    @Test("PROXY-10 A page that reads nothing stops the other site")
    func backPressure() async throws {
        try await FaultUpstream.with(sendBuffer: 65_536) { upstream in
            upstream.on("/", .webSocketAccept, .endlessBody())
            try await ServedRelay.with(upstream.address) { relay in
                let (page, head) = try await Self.open(relay, upstream)
                #expect(head.status == 101)
                var last = -1
                var times = 0
                while times < 10 {
                    try await Task.sleep(for: .milliseconds(20))
                    let count = upstream.record.connections[0].bytesSent
                    times = count == last && count > 1000 ? times + 1 : 0
                    last = count
                }
                // The tunnel's queue, and what the system holds of its two connections.
                #expect(last < (5 << 20) + 2 * RawSocket.mostBuffered)
                page.reset()
                try await upstream.wait { $0.openConnections == 0 }
            }
        }
    }
}

extension UpstreamStep {
    /// Agrees to a WebSocket, and no more.
    fileprivate static let webSocketAccept = Self { connection in
        let proof = WebSocketHandshake.proof(of: connection.request["Sec-WebSocket-Key"] ?? "")
        try connection.send(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: \(proof)\r\n\r\n"
        )
    }
}
