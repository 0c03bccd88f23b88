import LoopbackKitHTTP
import Testing

@Suite("ResponseHeadEncoder")
struct ResponseHeadEncoderTests {
    private static let date = "Thu, 01 Jan 1970 00:00:00 GMT"

    private func encode(
        _ status: HTTPStatus = .ok,
        _ fields: HTTPFields = [:],
        _ framing: ResponseFraming = .length(3),
        version: HTTPVersion = .http1_1,
        keepsAlive: Bool = true,
        server: String? = nil,
        answersHead: Bool = false
    ) throws -> String {
        var output = OutputBuffer()
        try ResponseHeadEncoder.encode(
            status: status,
            fields: fields,
            framing: framing,
            version: version,
            keepsAlive: keepsAlive,
            date: Array(Self.date.utf8).span,
            serverField: server.map { Array("Server: \($0)\r\n".utf8) },
            answersHead: answersHead,
            into: &output
        )
        return String(decoding: output.copy(), as: UTF8.self)
    }

    /// The lines between status line and empty line without the date.
    private func lines(_ head: String) -> [String] {
        let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
        return lines.dropFirst().dropLast(2).filter { $0 != "Date: \(Self.date)" }
    }

    @Test("HTTP-8 A head is these bytes")
    func exactBytes() throws {
        let head = try encode(.ok, [.contentType: "a/b", .eTag: "\"é\""], server: "x")
        #expect(
            head == "HTTP/1.1 200 OK\r\nDate: \(Self.date)\r\nServer: x\r\nContent-Type: a/b\r\nETag: \"é\"\r\n"
                + "Content-Length: 3\r\n\r\n"
        )
    }

    @Test("HTTP-8 Each status line has code and phrase", arguments: 100...999)
    func statusLines(_ code: Int) throws {
        let status = try #require(HTTPStatus(code))
        let head = try encode(status)
        #expect(head.hasPrefix("HTTP/1.1 \(code) \(status.reasonPhrase)\r\nDate: "))
    }

    @Test(
        "HTTP-8 No framing is told of in 1xx and 204",
        arguments: [100, 101, 103, 199, 204],
        [ResponseFraming.none, .length(0), .length(5), .chunked]
    )
    func noBody(_ code: Int, _ framing: ResponseFraming) throws {
        let fields: HTTPFields = [.contentLength: "5", .transferEncoding: "chunked"]
        let head = try encode(HTTPStatus(code: code), fields, framing)
        #expect(lines(head) == [])
    }

    @Test("HTTP-8 The engine's own fields are left out of a responder's")
    func engineFields() throws {
        let fields: HTTPFields = [
            "date": "x", "CONNECTION": "close", "keep-alive": "x", "Content-length": "7",
            "Transfer-Encoding": "chunked",
            "X-Date": "x",
        ]
        #expect(lines(try encode(.ok, fields)) == ["X-Date: x", "Content-Length: 3"])
        #expect(lines(try encode(.ok, fields, .chunked)) == ["X-Date: x", "Transfer-Encoding: chunked"])
        #expect(lines(try encode(.ok, fields, .untilClose)) == ["X-Date: x", "Connection: close"])
    }

    @Test("HTTP-8 The fields of a request can be answered with, without the engine's own")
    func fieldsOfARequest() throws {
        let input = Array("GET / HTTP/1.1\r\nHost:a\r\nConnection: close\r\nX:  y \r\n\r\n".utf8)
        let storage = HeadStorage.forParser()
        var parser = RequestHeadParser()
        _ = parser.parse(input.span, into: storage, limits: .init())
        #expect(lines(try encode(.ok, HTTPFields(storage: storage))) == ["Host: a", "X: y", "Content-Length: 3"])
    }

    @Test(
        "HTTP-8 Answers to HEAD and 304 keep the length that the responder gave",
        arguments: [
            (HTTPStatus.ok, true, "7", ResponseFraming.length(3), "Content-Length: 7"),
            (.ok, true, "7", .chunked, "Content-Length: 7"), (.ok, true, "+7", .length(3), "Content-Length: 3"),
            (.ok, true, nil, .length(3), "Content-Length: 3"), (.ok, true, nil, .chunked, "Transfer-Encoding: chunked"),
            (.ok, true, nil, .none, nil), (.ok, true, "99999999999999999999", .none, nil),
            (.ok, false, "7", .length(3), "Content-Length: 3"), (.noContent, true, "7", .length(3), nil),
            (.notModified, false, "7", .length(0), "Content-Length: 7"), (.notModified, false, nil, .length(0), nil),
            (.notModified, false, nil, .length(4), "Content-Length: 4"), (.notModified, false, nil, .chunked, nil),
        ] as [(HTTPStatus, Bool, String?, ResponseFraming, String?)]
    )
    func bodiless(
        _ status: HTTPStatus,
        _ answersHead: Bool,
        _ given: String?,
        _ framing: ResponseFraming,
        _ line: String?
    ) throws {
        var fields: HTTPFields = [:]
        fields[.contentLength] = given
        let head = try encode(status, fields, framing, answersHead: answersHead)
        #expect(lines(head) == (line.map { [$0] } ?? []))
    }

    @Test(
        "HTTP-8 Connection says what becomes of it, in the client's version",
        arguments: [
            (HTTPVersion.http1_1, true, ResponseFraming.length(1), nil),
            (.http1_1, false, .length(1), "close"), (.http1_0, true, .length(1), "keep-alive"),
            (.http1_0, false, .length(1), "close"), (.http1_0, true, .chunked, "close"),
            (.http1_0, true, .untilClose, "close"), (.http1_1, true, .untilClose, "close"),
            (.http1_1, true, .chunked, nil),
        ] as [(HTTPVersion, Bool, ResponseFraming, String?)]
    )
    func connection(_ version: HTTPVersion, _ keepsAlive: Bool, _ framing: ResponseFraming, _ value: String?) throws {
        let head = try encode(.ok, [:], framing, version: version, keepsAlive: keepsAlive)
        #expect(lines(head).filter { $0.hasPrefix("Connection") } == (value.map { ["Connection: \($0)"] } ?? []))
        #expect(head.contains("Transfer-Encoding") == (framing == .chunked && version == .http1_1))
    }

    @Test("HTTP-9 A 101 passes the responder's Connection and Upgrade")
    func upgrade() throws {
        let fields: HTTPFields = [.connection: "Upgrade", .upgrade: "websocket", .contentLength: "0"]
        let head = try encode(.switchingProtocols, fields, .none, keepsAlive: false)
        #expect(lines(head) == ["Connection: Upgrade", "Upgrade: websocket"])
    }

    @Test("HTTP-8 A responder's Server stands instead of the configured one")
    func server() throws {
        #expect(lines(try encode(.ok, [.server: "mine"], server: "x")) == ["Server: mine", "Content-Length: 3"])
    }

    @Test(
        "HTTP-8 A value that would split the answer is refused and nothing is written",
        arguments: ["\r", "\n", "\0"]
    )
    func splitting(_ text: String) throws {
        for name: HTTPFieldName in ["X", .date, .contentLength] {
            var output = OutputBuffer()
            output.append("before")
            let error = Self.failure(of: ["A": "b", name: "a\(text)Set-Cookie: b"], into: &output)
            #expect(error == HTTPMessageError(.invalidFieldValue, field: name))
            let written = output.copy()
            #expect(written == Array("before".utf8))
        }
    }

    private static func failure(of fields: HTTPFields, into output: inout OutputBuffer) -> HTTPMessageError? {
        do throws(HTTPMessageError) {
            try ResponseHeadEncoder.encode(
                status: .ok,
                fields: fields,
                framing: .none,
                version: .http1_1,
                keepsAlive: true,
                date: Array(date.utf8).span,
                serverField: nil,
                answersHead: false,
                into: &output
            )
            return nil
        } catch {
            return error
        }
    }

    @Test("HTTP-8 What the encoder chunks, the decoder reads", arguments: [0, 1, 15, 16, 255, 4096, 70000])
    func chunks(_ count: Int) throws {
        let part = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        var output = OutputBuffer()
        ResponseHeadEncoder.appendChunk(part.span, into: &output)
        ResponseHeadEncoder.appendChunk(part.span, into: &output)
        try ResponseHeadEncoder.appendLastChunk(trailers: ["X-Sum": "1", .host: "evil"], into: &output)
        let bytes = output.copy()
        #expect(
            ChunkOutcome.of(bytes, cutAt: [])
                == .complete(consumed: bytes.count, data: part + part, trailers: ["X-Sum: 1"])
        )
    }

    @Test("HTTP-8 The end of a chunked body is these bytes, and its trailers can't split it")
    func lastChunk() throws {
        var output = OutputBuffer()
        try ResponseHeadEncoder.appendLastChunk(trailers: [:], into: &output)
        #expect(output.copy() == Array("0\r\n\r\n".utf8))
        do throws(HTTPMessageError) {
            try ResponseHeadEncoder.appendLastChunk(trailers: ["X": "\r\n\r\nHTTP/1.1 200"], into: &output)
            Issue.record("written")
        } catch {
            #expect(error == HTTPMessageError(.invalidFieldValue, field: "X"))
        }
        let count = output.count
        #expect(count == 5)
    }
}
