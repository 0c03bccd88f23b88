import LoopbackKitHTTP
import Testing

@Suite("The fault upstream's steps", .timeLimit(.minutes(2)))
struct UpstreamStepTests {
    private static let get = "GET / HTTP/1.1\r\nHost: upstream.test\r\nConnection: close\r\n\r\n"

    /// What comes back for the steps.
    private func bytes(_ steps: UpstreamStep..., request: String = get) async throws -> String {
        try await FaultUpstream.with { upstream in
            upstream.on("*", steps)
            return try await onThread { [address = upstream.address] in
                let client = try RawClient(address: address)
                client.send(request)
                return text(client.receiveAll().bytes)
            }
        }
    }

    @Test("Heads of any size and with any number of fields; interim answers")
    func heads() async throws {
        #expect(try await bytes(.hugeHead()).utf8.count > 1 << 20)
        #expect(try await bytes(.manyFields()).split(separator: "\r\n").count == 1003)
        let interim = try await bytes(.interim(count: 200), .answer(.ok, "at last"))
        #expect(interim.components(of: "HTTP/1.1 100 Continue\r\n\r\n") == 200)
        #expect(interim.hasSuffix("at last"))
    }

    @Test("A head without an end is sent until the peer goes away")
    func endlessHead() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .endlessHead)
            let client = try RawClient(address: upstream.address)
            client.send(Self.get)
            _ = try await onThread { client.read(count: 3_000_000).count }
            client.reset()
            try await upstream.wait { $0.openConnections == 0 && $0.connections[0].bytesSent >= 3_000_000 }
        }
    }

    @Test("Lies about lengths, both framings, repeated lengths, line ends, folding, bytes behind an answer")
    func lies() async throws {
        #expect(try await bytes(.lie(claiming: 10, sending: 3)).hasPrefix("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n"))
        #expect(try await bytes(.bothFramings).contains("Content-Length: 5\r\nTransfer-Encoding"))
        #expect(try await bytes(.twoLengths).components(of: "Content-Length") == 2)
        #expect(try await bytes(.bareLineFeeds).utf8.contains(13) == false)
        #expect(try await bytes(.foldedField).contains("\r\n b\r\n"))
        #expect(try await bytes(.answer("a", followedBy: "HTTP/1.1 200 OK\r\n\r\n")).components(of: "200 OK") == 2)
    }

    @Test("Chunks are broken in every way", arguments: BadChunk.allCases)
    func badChunks(kind: BadChunk) async throws {
        #expect(try await bytes(.badChunk(kind)).hasSuffix("good\r\n\(kind.rawValue)"))
    }

    @Test("Redirects: a loop, and a chain of so many hops")
    func redirects() async throws {
        try await FaultUpstream.with { upstream in
            upstream.redirectLoop("/a", "/b")
            upstream.redirectChain(2, status: .temporaryRedirect)
            try await onThread { [address = upstream.address] in
                let client = try RawClient(address: address)
                let visited = try ["/a", "/b", "/hop/1", "/hop/2"].map {
                    try client.ask("GET \($0) HTTP/1.1\r\n\r\n")["Location"]
                }
                #expect(visited == ["/b", "/a", "/hop/2", "/hop/3"])
                #expect(try client.ask("GET /hop/3 HTTP/1.1\r\n\r\n").status == 200)
            }
        }
    }

    @Test("Cookies are set in every form, a line each")
    func cookies() async throws {
        #expect(try await bytes(.setCookies(CookieForms.all)).components(of: "Set-Cookie: ") == CookieForms.all.count)
    }

    @Test("An echo tells the request's bytes, and its body's length and hash")
    func echo() async throws {
        let head = "POST /x?y HTTP/1.1\r\nx-ODD:  a\t\r\nContent-Length: 5\r\nConnection: close\r\n\r\n"
        let hash = BodyHash(Array("hello".utf8))
        #expect(try await bytes(.echo, request: head + "hello").hasSuffix("\r\n\r\n\(head)body 5 \(hash)\r\n"))
        #expect("\(hash)" == "a430d84680aabd0b")
    }

    @Test("An answer may come before the request's body is read, or without it")
    func earlyAnswers() async throws {
        let post = "POST / HTTP/1.1\r\nContent-Length: 5\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n"
        #expect(try await bytes(.leaveBody, .answer(.unauthorized), request: post).hasPrefix("HTTP/1.1 401"))
        let early = try await bytes(
            .head(),
            .bytes("early"),
            .readBody(sendsContinue: false),
            .bytes("late"),
            request: post + "hello"
        )
        #expect(early.hasSuffix("earlylate"))
    }

    @Test("An upgrade and a CONNECT send bytes back; what came with the request's head counts")
    func tunnels() async throws {
        for (step, status) in [(UpstreamStep.upgradeEcho(), "101"), (.connectEcho, "200")] {
            let answer = try await FaultUpstream.with { upstream in
                upstream.on("*", step)
                return try await onThread { [address = upstream.address] in
                    let client = try RawClient(address: address)
                    client.send("GET / HTTP/1.1\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\nfirst")
                    client.send(" second")
                    client.finishSending()
                    return text(client.receiveAll().bytes)
                }
            }
            #expect(answer.hasPrefix("HTTP/1.1 \(status)") && answer.hasSuffix("\r\n\r\nfirst second"))
        }
    }

    @Test("A WebSocket sends messages back, answers a ping and the close")
    func webSocket() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .webSocketEcho(subprotocol: "chat"))
            try await onThread { [address = upstream.address] in
                let client = try RawClient(address: address)
                let key = "dGhlIHNhbXBsZSBub25jZQ=="  // RFC 6455, section 1.3
                client.send("GET / HTTP/1.1\r\nSec-WebSocket-Key: \(key)\r\n\r\n")
                let head = try client.readResponseHead()
                #expect(head["Sec-WebSocket-Accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
                #expect(head["Sec-WebSocket-Protocol"] == "chat")
                let mask = WebSocketMask(0x0102_0304)
                let long = [UInt8](repeating: 7, count: 70_000)
                for (sent, wanted) in [
                    (WebSocketOpcode.binary, WebSocketOpcode.binary), (.ping, .pong), (.close, .close),
                ] {
                    let payload = sent == .binary ? long : [3, 232]
                    client.send(WebSocketFrameHeader.frame(sent, payload, mask: mask))
                    let answer = WebSocketFrameHeader.frame(wanted, payload)
                    #expect(client.read(count: answer.count) == answer)
                }
                #expect(client.receiveAll().end == .finished)
            }
        }
    }
}

extension String {
    /// How often a text stands in it.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
