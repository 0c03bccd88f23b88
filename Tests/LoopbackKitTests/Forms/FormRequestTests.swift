import LoopbackKitHTTP
import Testing

@Suite("HTTPRequest: queries and forms")
struct FormRequestTests {
    private static let type = "application/x-www-form-urlencoded"

    private static func request(_ body: String, type: String? = type) throws -> HTTPRequest {
        HTTPRequest(
            method: .post,
            target: try required(RequestTarget("/")),
            fields: type.map { [.contentType: $0] } ?? [:],
            body: .bytes(Array(body.utf8))
        )
    }

    @Test(
        "HTTP-9 A request's query is what follows the first question mark",
        arguments: [
            ("/", 0), ("/?", 0), ("/?a=1&b=2", 2), ("/?a=?&b", 2),
        ]
    )
    func query(target: String, count: Int) throws {
        let request = HTTPRequest(method: .get, target: try required(RequestTarget(target)))
        #expect(request.query.count == count)
        #expect(request.query.contains("a") == (count > 0))
    }

    @Test(
        "HTTP-9 A form's body is read",
        arguments: [
            type, "Application/X-WWW-Form-URLEncoded;charset=UTF-8", " application/x-www-form-urlencoded ; a=b",
        ]
    )
    func form(type: String) async throws {
        let form = try await Self.request("a=1&b=%C3%A9+", type: type).form()
        #expect(form.description == "a=1&b=%C3%A9+")
    }

    @Test(
        "HTTP-9 A body of another media type is no form, and is not read",
        arguments: [
            nil, "", "text/plain", "multipart/form-data; boundary=a", "application/x-www-form-urlencoded, text/plain",
            "application/x-www-form-urlencodedx",
        ]
    )
    func mediaType(type: String?) async throws {
        let request = HTTPRequest(
            method: .post,
            target: try required(RequestTarget("/")),
            fields: type.map { [.contentType: $0] } ?? [:],
            body: HTTPIncomingBody(.stream(UnreadableBody(), length: nil))
        )
        await #expect(throws: FormError(.wrongMediaType)) { try await request.form() }
    }

    @Test("HTTP-9 A form is limited in bytes and in fields")
    func limits() async throws {
        let body = "a=1&b=2"
        try await #expect(Self.request(body).form(upTo: 7, fieldLimit: 2).count == 2)
        await #expect(throws: FormError(.tooLarge)) { try await Self.request(body).form(upTo: 6) }
        await #expect(throws: FormError(.tooManyFields)) { try await Self.request(body).form(fieldLimit: 1) }
    }

    @Test("HTTP-9 A body whose length is not known is limited while it is read")
    func streamedLimit() async throws {
        let source = ChunkSource([Array("a=1".utf8), Array("&b=2".utf8), Array("&c=3".utf8)])
        var request = try Self.request("")
        request.body = HTTPIncomingBody(.stream(source, length: nil))
        await #expect(throws: FormError(.tooLarge)) { try await request.form(upTo: 6) }
        #expect(source.readCount == 2)
    }

    @Test("HTTP-9 A form that is none is answered 415, a larger one 413, a malformed value 400")
    func answers() async throws {
        let handler = ClosureHandler { request in
            let form = try await request.form(upTo: 16)
            return HTTPResponse(
                text: "\(try form.require("n", as: Int.self)) \(try request.query["q", as: Int.self] ?? 0)"
            )
        }
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                func post(_ body: String, _ type: String = Self.type, _ path: String = "/") throws -> RawResponse {
                    client.send(Wire.post(path, length: body.utf8.count, "Content-Type: \(type)\r\n") + body)
                    return try client.readResponse()
                }
                try #expect(post("n=1", Self.type, "/?q=5").text == "1 5")
                try #expect(post("n=1", "text/plain").status == 415)
                try #expect(post("n=+1").status == 400)
                try #expect(post("m=1").status == 400)
                try #expect(post("n=1", Self.type, "/?q=x").status == 400)
                try #expect(post("n=0000000000000001").status == 413)
                try #expect(post("n=2").text == "2 0")
            }
        }
    }
}

/// A body that nobody may read.
private struct UnreadableBody: HTTPBodySource {
    func nextChunk() async throws -> [UInt8]? { throw Missing() }
    func trailers() async -> HTTPFields { [:] }
}
