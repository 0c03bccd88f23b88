import LoopbackKit
import LoopbackKitHTTP
import Testing

/// Bodies in both directions, with and without a length.
@Suite("Relay: bodies", .timeLimit(.minutes(5)))
struct RelayBodyTests {
    @Test("PROXY-8 An answer without a length comes in chunks, whole", arguments: [0, 1, 16_384, 1_000_000])
    func chunkedAnswer(_ count: Int) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .chunkedHead(), .chunks(count == 0 ? [] : [count]), .lastChunk())
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.ask(relay.place("/", at: "\(upstream.address)"))
                #expect(answer.status == 200 && !answer.isTruncated)
                #expect(answer.body == BytePattern().bytes(count))
            }
        }
    }

    @Test("PROXY-8 An answer with a length comes with it, whole", arguments: [0, 1, 65_537, 5_000_000])
    func measuredAnswer(_ count: Int) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .pattern(count))
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.ask(relay.place("/", at: "\(upstream.address)"))
                #expect(answer["Content-Length"] == "\(count)")
                #expect(answer.body == BytePattern().bytes(count))
            }
        }
    }

    @Test("PROXY-8 An answer that ends with its connection comes in chunks, with an end")
    func closeDelimitedAnswer() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .head(), .body(300_000), .close)
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.ask(relay.place("/", at: "\(upstream.address)"))
                #expect(answer["Transfer-Encoding"] == "chunked" && !answer.isTruncated)
                #expect(answer.body == BytePattern().bytes(300_000))
            }
        }
    }

    @Test("PROXY-8 Trailers pass but for those that act on the browser")
    func trailers() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on(
                "/",
                .chunkedHead(trailers: ["X-Sum", "Set-Cookie"]),
                .chunk("abc"),
                .lastChunk(["X-Sum": "900150983cd2", "Set-Cookie": "a=b", "Clear-Site-Data": "\"*\""])
            )
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.get("http://\(upstream.address)/")
                #expect(answer.hasSuffix("0\r\nX-Sum: 900150983cd2\r\n\r\n"))
            }
        }
    }

    @Test(
        "PROXY-8 A request's body arrives whole, with its length",
        arguments: [0, 1, RelayBodyTests.smallest - 1, RelayBodyTests.smallest, RelayBodyTests.smallest + 1, 3_000_000]
    )
    func measuredRequest(_ count: Int) async throws {
        let body = BytePattern(seed: 3).bytes(count)
        try await FaultUpstream.with { upstream in
            upstream.on("/", .answer(.ok, "taken"))
            try await ServedRelay.with(upstream.address) { relay in
                let target = relay.place("/", at: "\(upstream.address)")
                let answer = try await relay.ask(target, method: "POST", body: body)
                #expect(answer.text == "taken")
            }
            let request = try required(upstream.requests.first)
            #expect(request["Content-Length"] == "\(count)")
            #expect(request["Transfer-Encoding"] == nil)
            #expect(request.bodyCount == count && request.bodyHash == BodyHash(body))
        }
    }

    /// Where a body is no longer read whole before it is sent.
    private static let smallest = 1 << 16

    @Test("PROXY-8 A chunked request's body arrives in chunks, whole")
    func chunkedRequest() async throws {
        let body = BytePattern(seed: 4).bytes(250_000)
        try await FaultUpstream.with { upstream in
            upstream.on("/", .answer(.ok, "taken"))
            try await ServedRelay.with(upstream.address) { relay in
                let head = relay.head(
                    "POST",
                    relay.place("/", at: "\(upstream.address)"),
                    fields: ServedRelay.fetchFields + "Transfer-Encoding: chunked\r\n"
                )
                let answer = try await onThread { [port = relay.port] in
                    let client = try RawClient(port: port)
                    client.send(head)
                    for start in stride(from: 0, to: body.count, by: 50_000) {
                        client.send(Array("c350\r\n".utf8) + body[start..<(start + 50_000)] + Array("\r\n".utf8))
                    }
                    client.send("0\r\n\r\n")
                    return try client.readResponse()
                }
                #expect(answer.text == "taken")
            }
            let request = try required(upstream.requests.first)
            #expect(request["Transfer-Encoding"] == "chunked" && request["Content-Length"] == nil)
            #expect(request.bodyCount == body.count && request.bodyHash == BodyHash(body))
            #expect(request.isBodyComplete)
        }
    }

    @Test("PROXY-5 A request's trailers pass but for those that stay here")
    func requestTrailers() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .answer(.ok, "taken"))
            try await ServedRelay.with(upstream.address) { relay in
                let head = relay.head(
                    "POST",
                    relay.place("/", at: "\(upstream.address)"),
                    fields: ServedRelay.fetchFields + "Transfer-Encoding: chunked\r\n"
                )
                let trailers =
                    "X-Sum: 42\r\nX-Page: \(relay.origin)/\r\nReferer: \(relay.origin)/\r\nX-Path: \(relay.path)\r\n"
                let answer = try await onThread { [port = relay.port] in
                    let client = try RawClient(port: port)
                    return try client.ask("\(head)3\r\nabc\r\n0\r\n\(trailers)\r\n")
                }
                #expect(answer.text == "taken")
            }
            #expect(upstream.requests.map { $0.trailers.map(\.name) } == [["X-Sum"]])
        }
    }

    @Test("PROXY-8 A request's body goes up as it comes, before its end")
    func streamedRequest() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .answer(.ok, "taken"))
            try await ServedRelay.with(upstream.address) { relay in
                let page = try await relay.open(
                    relay.place("/", at: "\(upstream.address)"),
                    method: "POST",
                    fields: ServedRelay.fetchFields + "Transfer-Encoding: chunked\r\n"
                )
                page.send("5\r\nfirst\r\n")
                try await upstream.wait { $0.requests.first?.bodyText == "first" }
                page.send("4\r\nlast\r\n0\r\n\r\n")
                #expect(try await onThread { try page.readResponse() }.text == "taken")
            }
            #expect(upstream.requests.first?.bodyText == "firstlast")
        }
    }

    @Test("PROXY-9 A page that leaves amid its request's body is no end of that body", arguments: [true, false])
    func cutRequest(isChunked: Bool) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .answer(.ok, "taken"))
            try await ServedRelay.with(upstream.address) { relay in
                let page = try await relay.open(
                    relay.place("/", at: "\(upstream.address)"),
                    method: "POST",
                    fields: ServedRelay.fetchFields
                        + (isChunked ? "Transfer-Encoding: chunked\r\n" : "Content-Length: 200000\r\n")
                )
                page.send(isChunked ? "5\r\nfirst\r\n" : "first")
                try await upstream.wait { $0.requests.first?.bodyText == "first" }
                page.reset()
                try await upstream.wait { $0.openConnections == 0 }
            }
            #expect(upstream.requests.first?.isBodyComplete == false)
        }
    }
}
