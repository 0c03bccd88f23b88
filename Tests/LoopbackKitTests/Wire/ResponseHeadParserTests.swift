import LoopbackKitHTTP
import Testing

@Suite("ResponseHeadParser")
struct ResponseHeadParserTests {
    @Test("HTTP-10 Each head of an answer is taken or refused by its rule", arguments: ResponseVector.all)
    func rule(_ vector: ResponseVector) {
        let outcome = ResponseOutcome.whole(vector.bytes)
        #expect(outcome != .incomplete)
        #expect(outcome.refusal == vector.refusal, "\(outcome)")
    }

    @Test(
        "HTTP-10 A head of an answer gives the same outcome at every split and byte by byte",
        arguments: ResponseVector.all
    )
    func splits(_ vector: ResponseVector) {
        let whole = ResponseOutcome.whole(vector.bytes)
        #expect(ResponseOutcome.byteByByte(vector.bytes) == whole)
        let count = vector.bytes.count
        let differing = (0...count).first { ResponseOutcome.of(vector.bytes, arriving: [$0, count]) != whole }
        #expect(differing == nil)
    }

    @Test("HTTP-10 A head of an answer that was cut is never complete", arguments: ResponseVector.all)
    func truncations(_ vector: ResponseVector) {
        for count in 0..<vector.bytes.count {
            let outcome = ResponseOutcome.whole(Array(vector.bytes.prefix(count)))
            if vector.refusal == nil {
                #expect(outcome == .incomplete, "cut at \(count)")
            } else {
                #expect(outcome.head == nil, "complete when cut at \(count)")
            }
        }
    }

    @Test(
        "HTTP-10 What follows an answer is told by the method, the status and the fields",
        arguments: ContentVector.all
    )
    func content(_ vector: ContentVector) {
        let head = ResponseOutcome.whole(vector.bytes, answering: vector.method).head
        #expect(head?.content == vector.content)
        #expect(head?.keepsAlive == vector.keepsAlive)
        #expect(head?.isInterim == [100, 103].contains(vector.status))
        let count = vector.bytes.count
        for cut in 0...count {
            let split = ResponseOutcome.of(vector.bytes, answering: vector.method, arriving: [cut, count])
            #expect(split.head == head, "cut at \(cut)")
        }
    }

    @Test("HTTP-10 What granted a CONNECT is refused in the answer to another method")
    func framingWithoutTunnel() {
        let bytes = Array("HTTP/1.1 200 \r\nContent-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        #expect(ResponseOutcome.whole(bytes, answering: .connect).head?.content == .tunnel)
        #expect(ResponseOutcome.whole(bytes, answering: .get).refusal == .conflictingFraming)
        #expect(ResponseOutcome.whole(bytes, answering: .head).refusal == .conflictingFraming)
    }

    @Test(
        "HTTP-10 A connection of HTTP/1.0 is kept where the answer says so and its body has an end of its own",
        arguments: [
            ("Content-Length: 1", false), ("Content-Length: 1\r\nConnection: Keep-Alive", true),
            ("Connection: keep-alive", false), ("Content-Length: 1\r\nConnection: keep-alive, close", false),
        ]
    )
    func oldVersion(_ lines: String, _ kept: Bool) {
        #expect(ResponseOutcome.whole(Array("HTTP/1.0 200 OK\r\n\(lines)\r\n\r\n".utf8)).head?.keepsAlive == kept)
    }

    @Test("HTTP-10 Status, version and reason are found", arguments: ["Not Found", "", "a\t é  "])
    func statusLine(_ reason: String) {
        let bytes = Array("HTTP/1.0 404 \(reason)\r\n\r\n".utf8)
        let head = ResponseOutcome.whole(bytes).head
        #expect(head?.status == .notFound)
        #expect(head?.version == .http1_0)
        #expect(head.map { String(decoding: bytes[$0.reason], as: UTF8.self) } == reason)
    }

    @Test("HTTP-10 A status that no server may send counts as an error")
    func unknownStatus() {
        #expect(ResponseOutcome.whole(Array("HTTP/1.1 742 \r\n\r\n".utf8)).head?.status.isError == true)
    }

    @Test("HTTP-10 Bytes behind an answer's head are left alone, and a parser that was reset knows nothing of it")
    func leftovers() {
        let interim = Array("HTTP/1.1 103 \r\nConnection: close\r\nLink: a\r\n\r\n".utf8)
        let final = Array("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n".utf8)
        var parser = ResponseHeadParser(answering: .head)
        let storage = HeadStorage.forParser()
        for (head, rest) in [(interim, final), (final, [0, 10])] {
            parser.reset()
            guard case .complete(head.count) = parser.parse((head + rest).span, into: storage, limits: .init()) else {
                Issue.record("not complete")
                return
            }
            #expect(storage.bytes == head)
        }
        #expect(parser.head.keepsAlive)
        #expect(parser.head.content == .none)
        #expect(HTTPFields(storage: storage).map(\.name) == ["Content-Length"])
    }

    @Test("HTTP-2 An answer's head is limited to its last byte", arguments: [16384, 16385])
    func largest(_ count: Int) {
        let start = "HTTP/1.1 200 OK\r\nX: "
        let head = Array((start + String(repeating: "v", count: count - start.utf8.count - 4) + "\r\n\r\n").utf8)
        let outcome = ResponseOutcome.whole(head)
        #expect(outcome.refusal == (count == 16384 ? nil : .headTooLarge))
        #expect(ResponseOutcome.byteByByte(head) == outcome)
        #expect(ResponseOutcome.whole(head + Array(repeating: 0, count: 9)) == outcome)
        #expect(ResponseOutcome.whole(Array(head.prefix(16383))) == .incomplete)
        // Nothing behind the limit is looked at.
        let reason = Array("HTTP/1.1 200 ".utf8) + Array(repeating: 97, count: 16371) + [0]
        #expect(ResponseOutcome.whole(reason).refusal == .headTooLarge)
    }

    @Test("HTTP-2 The number of an answer's fields is limited", arguments: [128, 129])
    func fieldCount(_ count: Int) {
        let head = Array(("HTTP/1.1 200 OK\r\n" + String(repeating: "X: y\r\n", count: count) + "\r\n").utf8)
        #expect(ResponseOutcome.whole(head).refusal == (count == 128 ? nil : .tooManyFields))
    }
}
