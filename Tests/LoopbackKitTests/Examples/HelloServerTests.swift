import LoopbackKitHTTP
import Testing
import hello_server

@Suite("hello-server")
struct HelloServerTests {
    @Test("KIT-1 Without arguments it listens on 127.0.0.1, port 8080, with one loop")
    func defaults() throws {
        let configuration = try HelloOptions([]).configuration
        #expect(configuration.address == .loopback(port: 8080))
        #expect(configuration.eventLoops == 1)
    }

    @Test("KIT-1 Its options are read")
    func options() throws {
        let options = try HelloOptions(["--address", "0.0.0.255", "--port", "0", "--loops", "3", "--files", "x"])
        #expect(options.configuration.address == .ipv4(255, port: 0))
        #expect(options.configuration.eventLoops == 3)
        #expect(options.files == "x")
    }

    @Test(
        "KIT-1 A command line that makes no sense is refused",
        arguments: [
            ["--port"], ["--port", "65536"], ["--port", "+1"], ["--nonsense", "1"], ["--address", "1.2.3"],
            ["--address", "1.2.3.256"], ["--loops", "-1"], ["file"],
        ]
    )
    func refused(arguments: [String]) {
        #expect(throws: HelloOptions.UsageError.self) { try HelloOptions(arguments) }
    }

    private func answer(_ method: HTTPMethod, _ target: String, body: [UInt8] = []) async throws -> HTTPResponse {
        let request = HTTPRequest(
            method: method,
            target: try #require(RequestTarget(target)),
            fields: ["X-Kept": "yes"],
            body: .bytes(body)
        )
        switch try HelloHandler().handle(request) {
        case .now(let response): return response
        case .later(_, let respond): return try await respond(request)
        }
    }

    private func text(_ response: HTTPResponse) throws -> String {
        guard case .bytes(let bytes) = response.body.storage else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("KIT-1 /hello and /hello-async answer twelve bytes, the first without a task")
    func hello() async throws {
        for path in ["/hello", "/hello-async"] { #expect(try await answer(.get, path).body.length == 12) }
        let request = HTTPRequest(method: .get, target: try #require(RequestTarget("/hello")))
        guard case .now = try HelloHandler().handle(request) else {
            Issue.record("/hello makes a task")
            return
        }
    }

    @Test("KIT-1 /echo tells method, target, fields and body", arguments: [HTTPMethod.get, .post, .put, .delete])
    func echo(method: HTTPMethod) async throws {
        let answer = try await answer(method, "/echo?a=%20b", body: Array("the body".utf8))
        #expect(try text(answer) == "\(method) /echo?a=%20b HTTP/1.1\nX-Kept: yes\n\nthe body")
    }

    @Test("KIT-1 /upload answers the number of bytes", arguments: [0, 1, 70_000])
    func upload(count: Int) async throws {
        let answer = try await answer(.post, "/upload", body: [UInt8](repeating: 1, count: count))
        #expect(try text(answer) == "\(count)\n")
    }

    @Test("KIT-1 / answers every method with 200, and other paths 404")
    func root() async throws {
        for method in [HTTPMethod.get, .head, .post, .options, try #require(HTTPMethod("BREW"))] {
            #expect(try await answer(method, "/", body: [1]).status == .ok)
        }
        #expect(try await answer(.get, "/nowhere").status == .notFound)
    }

    @Test(
        "KIT-1 /stream is chunked and as long as it is asked to be",
        arguments: [("", "tick 0\ntick 1\n"), ("&size=3", "......"), ("&size=x", "tick 0\ntick 1\n")]
    )
    func stream(size: String, expected: String) async throws {
        let answer = try await answer(.get, "/stream?count=2\(size)")
        guard case .stream(nil, let produce) = answer.body.storage else {
            Issue.record("not a stream of unknown length")
            return
        }
        let sink = CollectingSink()
        try await produce(HTTPBodyWriter(sink: sink))
        #expect(await sink.text == expected)
    }
}

private actor CollectingSink: HTTPBodySink {
    private var bytes: [UInt8] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }

    func write(_ part: [UInt8]) { bytes += part }
}
