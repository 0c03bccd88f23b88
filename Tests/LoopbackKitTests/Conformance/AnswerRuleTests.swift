import LoopbackKitHTTP
import Testing

/// Rules of RFC 9110 and RFC 9112 for answers, over sockets; Docs/Conformance.md has them all.
@Suite("Rules for answers", .timeLimit(.minutes(5)))
struct AnswerRuleTests {
    private struct Failure: Error {}

    private static let router: Router = {
        var router = Router()
        router.get("/") { _ in HTTPResponse(text: "root\n") }
        router.get("/reset") { _ in HTTPResponse(.resetContent, text: "not to be sent") }
        router.get("/reset-stream") { _ in
            HTTPResponse(.resetContent, body: .stream { try await $0.write(Array("not to be sent".utf8)) })
        }
        router.get("/not-modified") { _ in HTTPResponse(.notModified) }
        router.get("/fails") { _ in throw Failure() }
        return router
    }()

    @Test(
        "HTTP-8 Every answer has one Date, be it an answer, a redirect, an error of the program or a refusal",
        arguments: [
            (Wire.get("/"), 200), (Wire.get("/not-modified"), 304), (Wire.get("/none"), 404), (Wire.get("/fails"), 500),
            (Wire.get("/", method: "BREW"), 405), ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/3.0\r\n\r\n", 505),
            (Wire.get("/", "Expect: x\r\n"), 417), (Wire.get("/" + String(repeating: "a", count: 9000)), 414),
            (Wire.get("/", "X: " + String(repeating: "a", count: 17000) + "\r\n"), 431),
            (Wire.get("/", "Transfer-Encoding: gzip, chunked\r\n"), 501),
        ]
    )
    func date(_ request: String, _ status: Int) async throws {
        let answer = try await Self.ask(request)
        #expect(answer.status == status)
        let date = try required(answer["Date"])
        #expect(HTTPDate(date, now: HTTPDate(secondsSince1970: 0))?.description == date)
    }

    @Test(
        "HTTP-8 An answer is of HTTP/1.1 and has a reason's space, whatever version was asked with",
        arguments: ["1.0", "1.1", "1.9"]
    )
    func version(_ version: String) async throws {
        try await withServer(handler: Self.router) { port in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Wire.get("/", "Connection: close\r\n", version: version))
                #expect(client.receive().hasPrefix("HTTP/1.1 200 OK\r\n"))
            }
        }
    }

    @Test("HTTP-8 A 205 has no content, and the next request is answered", arguments: ["/reset", "/reset-stream"])
    func resetContent(_ path: String) async throws {
        try await withServer(handler: Self.router) { port in
            try await onThread {
                let client = try RawClient(port: port)
                let answer = try client.ask(Wire.get(path))
                #expect(answer.status == 205)
                #expect(answer["Content-Length"] == "0" && answer.body.isEmpty)
                #expect(try client.ask(Wire.get("/")).text == "root\n")
            }
        }
        let response = try await InMemoryClient(Self.router).get(path)
        #expect(response.body.isEmpty)
    }

    @Test(
        "HTTP-3 Nothing behind a request that ends the connection is answered",
        arguments: [
            Wire.get("/", "Connection: close\r\n"), Wire.get("/", version: "1.0"), "GET / HTTP/1.1\r\n\r\n",
        ]
    )
    func lastRequest(_ last: String) async throws {
        try await withServer(handler: Self.router) { port in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(last + Wire.get("/") + Wire.get("/"))
                let answer = try client.readResponse()
                #expect(answer["Connection"] == "close")
                let (rest, end) = client.receiveAll()
                #expect(rest.isEmpty && end == .finished)
            }
        }
    }

    @Test("FILE-5 Conditions and ranges of a request that would fail without them count for nothing")
    func conditionsOnErrors() async throws {
        let fixture = try FolderFixture()
        try fixture.write("a.txt", "0123456789")
        let files = try fixture.files()
        for fields in [[.ifMatch: "\"x\""], [.ifNoneMatch: "*"], [.range: "bytes=90-"]] as [HTTPFields] {
            #expect(files.get("/none.txt", fields).status == .notFound)
            #expect(files.get("/a.txt", method: .put, fields).status == .methodNotAllowed)
        }
    }

    @Test("FILE-4 FILE-5 A 206 and a 304 have the validators and the cache policy of the 200")
    func metadata() async throws {
        let fixture = try FolderFixture()
        try fixture.write("a.txt", "0123456789")
        let files = try fixture.files()
        let whole = files.get("/a.txt")
        let tag = try required(whole.fields[.eTag])
        let part = files.get("/a.txt", [.range: "bytes=1-2"])
        let notModified = files.get("/a.txt", [.ifNoneMatch: tag])
        #expect(part.status == .partialContent && notModified.status == .notModified)
        for name in [HTTPFieldName.eTag, .lastModified, .cacheControl] {
            let value = try required(whole.fields[name])
            #expect(part.fields[name] == value && notModified.fields[name] == value)
        }
    }

    @Test(
        "HTTP-8 A refusal says why in a line of text",
        arguments: [
            ("GET / HTTP/1.1\r\n\r\n", "400 Bad Request: missing Host\n"),
            ("GET / HTTP/2.0\r\n\r\n", "505 HTTP Version Not Supported: version other than HTTP/1.0 and HTTP/1.1\n"),
            (Wire.get("/", "X: a\r\n b\r\n"), "400 Bad Request: line folding\n"),
        ]
    )
    func reason(_ request: String, _ text: String) async throws {
        let answer = try await Self.ask(request)
        #expect(answer.text == text)
        #expect(answer["Content-Type"] == "text/plain; charset=utf-8")
    }

    private static func ask(_ request: String) async throws -> RawResponse {
        try await withServer(handler: router) { port in
            try await onThread { try RawClient(port: port).ask(request) }
        }
    }
}
