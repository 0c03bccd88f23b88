import LoopbackKitHTTP
import Testing

@Suite("The fault upstream", .timeLimit(.minutes(2)))
struct FaultUpstreamTests {
    private let get = "GET / HTTP/1.1\r\nHost: upstream.test\r\n\r\n"

    /// Sends a request, and gives everything that comes back with how it ended.
    private func raw(_ upstream: FaultUpstream, _ request: String) async throws -> (String, RawClient.End) {
        try await onThread { [address = upstream.address] in
            let client = try RawClient(address: address)
            client.send(request)
            let (bytes, end) = client.receiveAll()
            return (text(bytes), end)
        }
    }

    @Test("A connection is kept and counted; requests are recorded with their bytes")
    func keptConnection() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .answer(.ok, "hello"))
            try await onThread { [address = upstream.address] in
                let client = try RawClient(address: address)
                for _ in 0..<3 { #expect(try client.ask(get).text == "hello") }
                #expect(try client.ask("HEAD / HTTP/1.1\r\nX-Odd: \u{FF} \t\r\n\r\n", isHead: true).status == 200)
            }
            try await upstream.wait { $0.openConnections == 0 }
            let record = upstream.record
            #expect(record.requests.map(\.turn) == [1, 2, 3, 4])
            #expect(record.requests[0].headText == get)
            #expect(record.requests[3].fields.first?.value == [0xC3, 0xBF])
            #expect(record.connections[0].requestCount == 4)
            #expect(record.ends == [.peerClosed])
            #expect(record.peakConnections == 1)
        }
    }

    @Test("Everything ends with the closure, whatever hangs: a gate, a stall, a full socket, an idle connection")
    func endsAll() async throws {
        var clients: [RawClient] = []
        let record = try await FaultUpstream.with { upstream in
            upstream.on("/gate", .wait(Gate()))
            upstream.on("/stall", .stall)
            upstream.on("/endless", .head(), .endlessBody())
            for target in ["/gate", "/stall", "/endless"] {
                let client = try RawClient(address: upstream.address)
                client.send("GET \(target) HTTP/1.1\r\n\r\n")
                clients.append(client)
            }
            clients.append(try RawClient(address: upstream.address))
            try await upstream.wait { $0.requests.count == 3 && $0.openConnections == 4 }
            return upstream
        }.record
        #expect(record.openConnections == 0)
        #expect(record.ends.filter { $0 == .stopped }.count == 4)
    }

    @Test("A gate holds the answer until it is opened, or lets bytes through one by one")
    func gates() async throws {
        let (head, bytes) = (Gate(), Gate())
        try await FaultUpstream.with { upstream in
            upstream.on("/", .wait(head), .head(), .drip("abc", at: bytes), .close)
            let client = try RawClient(address: upstream.address)
            client.send(get)
            try await head.reached()
            head.open()
            #expect(try await onThread { try client.readResponseHead().status } == 200)
            for byte in "abc" {
                bytes.admit()
                #expect(try await onThread { text(client.read(count: 1)) } == String(byte))
            }
            #expect(try await onThread { client.receiveAll().end } == .finished)
            try await upstream.wait { $0.ends == [.closed] }
        }
    }

    @Test("The peer's clean end and its reset are told apart")
    func peersEnds() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .head(), .stall)
            for isReset in [false, true] {
                let client = try RawClient(address: upstream.address)
                client.send(get)
                _ = try await onThread { try client.readResponseHead() }
                isReset ? client.reset() : client.close()
            }
            try await upstream.wait { $0.openConnections == 0 }
            #expect(upstream.record.ends == [.peerClosed, .peerReset])
        }
    }

    @Test("Bytes that were sent before the peer went away are counted")
    func countsSentBytes() async throws {
        try await FaultUpstream.with(sendBuffer: 1 << 16) { upstream in
            upstream.on("/", .pattern(10 << 30))
            let client = try RawClient(port: upstream.port, receiveBuffer: 1 << 16)
            client.send(get)
            #expect(try await onThread { client.read(count: 100_000).count } == 100_000)
            client.reset()
            try await upstream.wait { $0.openConnections == 0 }
            #expect((100_000..<4_000_000).contains(upstream.record.connections[0].bytesSent))
            #expect(upstream.record.ends == [.peerReset])
        }
    }

    @Test("A connection is cut at a byte, by a reset or by a clean end", arguments: [true, false])
    func cuts(isReset: Bool) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", isReset ? .reset(after: 50) : .close(after: 50), .pattern(1000))
            let (bytes, end) = try await raw(upstream, get)
            #expect(isReset ? end == .cut : (bytes.utf8.count >= 50 && end == .finished))
            try await upstream.wait { $0.openConnections == 0 }
            #expect(upstream.record.connections[0].bytesSent == 50)
            #expect(upstream.record.ends == [isReset ? .reset : .closed])
        }
    }

    @Test("A body is read, counted and hashed: with a length, in chunks, after 100 Continue")
    func readsBodies() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .answer())
            let requests = [
                "POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello",
                "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nhe\r\n3\r\nllo\r\n0\r\nA: b\r\n\r\n",
                "POST / HTTP/1.1\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n",
            ]
            try await onThread { [address = upstream.address] in
                let client = try RawClient(address: address)
                for request in requests.prefix(2) { #expect(try client.ask(request).status == 200) }
                #expect(try client.ask(requests[2]).status == 100)
                #expect(try client.ask("hello").status == 200)
            }
            for request in upstream.requests {
                #expect(request.bodyText == "hello" && request.bodyCount == 5 && request.isBodyComplete)
                #expect(request.bodyHash == BodyHash(Array("hello".utf8)))
            }
            #expect(upstream.requests[1].trailers.map(\.text) == ["b"])
        }
    }

    @Test("A pattern arrives intact in chunks, and a fault in it is found")
    func patterns() async throws {
        let sizes = [1, 70_000, 5]
        try await FaultUpstream.with { upstream in
            upstream.on("/", .chunkedHead(trailers: ["X"]), .chunks(sizes, seed: 7), .bytes("0\r\n\r\n"))
            let response = try await onThread { [address = upstream.address] in
                try RawClient(address: address).ask(get)
            }
            var check = BytePattern.Check(seed: 7)
            check.take(response.body)
            #expect(check.isIntact && check.count == 70_006)
            #expect(response.body == BytePattern(seed: 7).bytes(70_006))
            var faulty = BytePattern.Check(seed: 7)
            faulty.take(response.body[..<65_530] + [response.body[65_530] ^ 1])
            #expect(faulty.firstFault == 65_530)
        }
    }

    @Test("A connection goes stale at its second request; answers may be given in turn")
    func staleAndInTurn() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .closeIfReused, .answer(.ok, "first"))
            upstream.on("/turns", inTurn: [[.answer(.ok, "1")], [.answer(.ok, "2")]])
            let (bytes, _) = try await raw(upstream, get + get)
            #expect(bytes.hasSuffix("first"))
            try await upstream.wait { $0.ends == [.closed] }
            try await onThread { [address = upstream.address] in
                let client = try RawClient(address: address)
                for wanted in ["1", "2", "2"] {
                    #expect(try client.ask("GET /turns HTTP/1.1\r\n\r\n").text == wanted)
                }
            }
        }
    }

    @Test("It listens on ::1 too, ends one direction alone, and closes without an answer")
    func otherEnds() async throws {
        try await FaultUpstream.with(.ipv6(0, 1, port: 0, zone: 0)) { upstream in
            upstream.on("/half", .head(), .bytes("half"), .finishSending, .stall)
            upstream.on("/none", .close)
            upstream.on("/cut", .reset)
            #expect(try await raw(upstream, "GET /half HTTP/1.1\r\n\r\n").0.hasSuffix("half"))
            #expect(try await raw(upstream, "GET /none HTTP/1.1\r\n\r\n") == ("", .finished))
            #expect(try await raw(upstream, "GET /cut HTTP/1.1\r\n\r\n") == ("", .cut))
            try await upstream.wait { $0.ends == [.peerClosed, .closed, .reset] }
        }
    }

    @Test("A clean end stays one where bytes came that nobody read")
    func cleanEnd() async throws {
        let gate = Gate()
        try await FaultUpstream.with { upstream in
            upstream.on("/", .leaveBody, .wait(gate), .answer(.ok, "enough"), .close)
            let client = try RawClient(address: upstream.address)
            client.send("POST / HTTP/1.1\r\nContent-Length: 200000\r\n\r\n")
            try await gate.reached()
            client.send([UInt8](repeating: 120, count: 50_000))
            gate.open()
            let (bytes, end) = try await onThread { client.receiveAll() }
            #expect(text(bytes).hasSuffix("enough") && end == .finished)
            try await upstream.wait { $0.ends == [.closed] }
        }
    }
}
