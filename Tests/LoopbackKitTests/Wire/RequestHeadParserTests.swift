import LoopbackKitHTTP
import Testing

@Suite("RequestHeadParser")
struct RequestHeadParserTests {
    @Test("HTTP-3 Each head is taken or refused by its rule", arguments: HeadVector.all)
    func rule(_ vector: HeadVector) {
        let outcome = HeadOutcome.whole(vector.bytes)
        #expect(outcome != .incomplete)
        #expect(outcome.status == vector.status, "\(outcome)")
    }

    @Test("HTTP-1 A head gives the same outcome at every split and byte by byte", arguments: HeadVector.all)
    func splits(_ vector: HeadVector) {
        #expect(HeadOutcome.firstDifferingSplit(vector.bytes) == nil)
    }

    @Test("HTTP-1 A head that was cut is never complete", arguments: HeadVector.all)
    func truncations(_ vector: HeadVector) {
        for count in 0..<vector.bytes.count {
            let outcome = HeadOutcome.whole(Array(vector.bytes.prefix(count)))
            if vector.status == nil {
                #expect(outcome == .incomplete, "cut at \(count)")
            } else if case .complete = outcome {
                Issue.record("complete when cut at \(count)")
            }
        }
    }

    @Test("HTTP-3 What can't begin a request is refused at its first byte", arguments: [0x16, 0x80, 0, 5, 0x0A, 0x20])
    func firstByte(_ byte: UInt8) {
        #expect(HeadOutcome.whole([byte]).status == 400)
    }

    @Test("HTTP-1 Bytes behind the head are left alone")
    func leftovers() throws {
        let head = Array("GET /a?b=c HTTP/1.1\r\nHost: x\r\nA:  1 \r\n\r\n".utf8)
        let outcome = HeadOutcome.whole(head + Array("GET /second\u{0}".utf8))
        guard case .complete(let consumed, _, let fields) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(consumed == head.count)
        #expect(fields == ["Host: x", "A: 1"])
    }

    @Test("HTTP-1 Fields and target are values on the head's own bytes")
    func storage() {
        let input = Array("\r\nPOST http://h:1/p/q?r?s HTTP/1.1\r\nHost: h:1\r\nX-Long: é \r\n\r\nbody".utf8)
        let storage = HeadStorage.forParser()
        var parser = RequestHeadParser()
        guard case .complete(let consumed) = parser.parse(input.span, into: storage, limits: .init()) else {
            Issue.record("not complete")
            return
        }
        let head = parser.head
        #expect(storage.bytes == Array(input.prefix(consumed)))
        #expect(!storage.isWireForm)
        let target = RequestTarget(storage: storage, range: head.target, path: head.path, form: head.form)
        #expect(target.rawValue == "http://h:1/p/q?r?s")
        #expect(target.path == "/p/q")
        #expect(target.query == "r?s")
        #expect(target.form == .absolute)
        #expect(HTTPFields(storage: storage)["x-long"] == "é")
    }

    @Test(
        "HTTP-4 The usual methods and any other token are told apart by case",
        arguments: [
            "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "Get", "BREW", "PROPPATCH", "X",
        ]
    )
    func methods(_ name: String) {
        let text = "\(name) / HTTP/1.1\r\nHost: a\r\n\r\n"
        let head = head(text)
        #expect(head.map { String(decoding: Array(text.utf8)[$0.method], as: UTF8.self) } == name)
        #expect(head?.methodWord == HTTPMethod(name)?.word)
    }

    @Test(
        "HTTP-1 A target's form and path are found",
        arguments: [
            ("GET /a/b?c HTTP/1.1", RequestTarget.Form.origin, "/a/b"), ("GET / HTTP/1.1", .origin, "/"),
            ("GET /a%3Fb HTTP/1.1", .origin, "/a%3Fb"), ("GET http://x HTTP/1.1", .absolute, ""),
            ("GET http://x?q HTTP/1.1", .absolute, ""), ("GET http://x/y?q HTTP/1.1", .absolute, "/y"),
            ("OPTIONS * HTTP/1.1", .asterisk, ""), ("CONNECT x:1 HTTP/1.1", .authority, ""),
        ]
    )
    func forms(_ line: String, _ form: RequestTarget.Form, _ path: String) {
        let bytes = Array("\(line)\r\nHost: a\r\n\r\n".utf8)
        guard case .complete(_, let head, _) = HeadOutcome.whole(bytes) else {
            Issue.record("not complete")
            return
        }
        #expect(head.form == form)
        #expect(String(decoding: bytes[head.path], as: UTF8.self) == path)
    }

    @Test(
        "HTTP-3 The body's framing is what the fields say",
        arguments: [
            ("X: y", MessageBody.none), ("Content-Length: 0", .none), ("Content-Length: 12", .length(12)),
            ("Content-Length: 9223372036854775807", .length(.max)), ("Transfer-Encoding: chunked", .chunked),
            ("Transfer_Encoding: chunked\r\nContent-Length: 1", .length(1)),
        ]
    )
    func body(_ line: String, _ body: MessageBody) {
        #expect(head("POST / HTTP/1.1\r\nHost: a\r\n\(line)\r\n\r\n")?.body == body)
    }

    @Test(
        "HTTP-1 A connection is kept by the version's rule and the Connection options",
        arguments: [
            ("1.1", "X: y", true), ("1.1", "Connection: close", false), ("1.1", "Connection: CLOSE", false),
            ("1.1", "Connection: a, close ,b", false), ("1.1", "Connection: a\r\nConnection: close", false),
            ("1.1", "Connection: keep-alive, close", false), ("1.1", "Connection: closed", true),
            ("1.7", "X: y", true), ("1.0", "X: y", false), ("1.0", "Connection: Keep-Alive", true),
            ("1.0", "Connection: keep-alive, close", false), ("1.0", "Connection: , x,,keep-alive", true),
        ]
    )
    func keepsAlive(_ version: String, _ line: String, _ kept: Bool) {
        #expect(head("GET / HTTP/\(version)\r\nHost: a\r\n\(line)\r\n\r\n")?.keepsAlive == kept)
    }

    @Test(
        "HTTP-4 An expectation counts where a body follows in HTTP/1.1",
        arguments: [
            ("1.1", "Expect: 100-Continue\r\nContent-Length: 1", true),
            ("1.1", "Transfer-Encoding: chunked\r\nExpect: 100-continue", true), ("1.1", "Expect: 100-continue", false),
            ("1.0", "Expect: 100-continue\r\nContent-Length: 1", false), ("1.1", "Content-Length: 1", false),
        ]
    )
    func expectation(_ version: String, _ lines: String, _ expects: Bool) {
        #expect(head("POST / HTTP/\(version)\r\nHost: a\r\n\(lines)\r\n\r\n")?.expectsContinue == expects)
    }

    @Test(
        "HTTP-9 An upgrade needs the option, the field and HTTP/1.1",
        arguments: [
            ("1.1", "Connection: keep-alive, Upgrade\r\nUpgrade: websocket", true),
            ("1.1", "Upgrade: websocket", false), ("1.1", "Connection: upgrade", false),
            ("1.1", "Connection: upgrade\r\nUpgrade:", false),
            ("1.0", "Connection: upgrade\r\nUpgrade: websocket", false),
        ]
    )
    func upgrade(_ version: String, _ lines: String, _ upgrades: Bool) {
        #expect(head("GET / HTTP/\(version)\r\nHost: a\r\n\(lines)\r\n\r\n")?.hasUpgrade == upgrades)
    }

    @Test("HTTP-1 A parser and a storage that are used again know nothing of the message before")
    func usedAgain() {
        var parser = RequestHeadParser()
        let storage = HeadStorage.forParser()
        let more = "PUT /x HTTP/1.0\r\nHost: a\r\nContent-Length: 3\r\nConnection: keep-alive\r\n\r\n"
        for text in [more, "GET / HTTP/1.0\r\n\r\n", more, "GET /y HTTP/1.0\r\nA: 1\r\nB: 2\r\nC: 3\r\n\r\n"] {
            for isSplit in [true, false] {
                let input = Array(text.utf8)
                if isSplit {
                    _ = parser.parse(input.span.extracting(first: input.count - 1), into: storage, limits: .init())
                }
                guard case .complete = parser.parse(input.span, into: storage, limits: .init()) else {
                    Issue.record("not complete")
                    return
                }
                #expect(parser.takeHead().target.count == (text.contains("GET / ") ? 1 : 2))
                #expect(storage.bytes == input)
                let lines = HTTPFields(storage: storage).map { "\($0.name): \($0.value)" }
                #expect(lines == text.split(separator: "\r\n").dropFirst().map(String.init))
                #expect(parser.head == RequestHead())
            }
        }
    }

    private func head(_ text: String) -> RequestHead? {
        guard case .complete(_, let head, _) = HeadOutcome.whole(Array(text.utf8)) else { return nil }
        return head
    }
}
