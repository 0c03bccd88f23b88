import LoopbackKitHTTP
import Testing

/// Bodies as clients sent them, kept byte for byte (curl 7.88.1 and Chromium's FormData).
@Suite("Connections: multipart forms", .timeLimit(.minutes(5)))
struct MultipartServingTests {
    /// A body and what its parts are: name, file name or `-`, type or `-`, and the data.
    struct Capture: Sendable {
        let boundary: String
        let body: String
        let parts: [String]
    }

    private static let curl = Capture(
        boundary: "------------------------79ebb024524caa1e",
        body: """
            --------------------------79ebb024524caa1e\r
            Content-Disposition: form-data; name="title"\r
            \r
            Hello World\r
            --------------------------79ebb024524caa1e\r
            Content-Disposition: form-data; name="note"\r
            \r
            line1
            line2\r
            --------------------------79ebb024524caa1e\r
            Content-Disposition: form-data; name="file"; filename="wei%22rd é.txt"\r
            Content-Type: text/plain\r
            \r
            a\r
            \r
            --b\r
            \r
            --------------------------79ebb024524caa1e--\r

            """,
        parts: ["title - - Hello World", "note - - line1\nline2", "file wei\"rd é.txt text/plain a\r\n\r\n--b\r\n"]
    )

    private static let curlEscaping = Capture(
        boundary: "------------------------a959b87e84a221e6",
        body: """
            --------------------------a959b87e84a221e6\r
            Content-Disposition: form-data; name="na\\"me"\r
            \r
            v\r
            --------------------------a959b87e84a221e6\r
            Content-Disposition: form-data; name="b"; filename="back\\\\slash.txt"\r
            Content-Type: text/plain\r
            \r
            x\r
            --------------------------a959b87e84a221e6--\r

            """,
        parts: ["na\"me - - v", "b back\\slash.txt text/plain x"]
    )

    private static let chromium = Capture(
        boundary: "----WebKitFormBoundarymS7JsXxz1n4fBQ8F",
        body: """
            ------WebKitFormBoundarymS7JsXxz1n4fBQ8F\r
            Content-Disposition: form-data; name="na%22me%0D%0Ax"\r
            \r
            v\r
            w\r
            ------WebKitFormBoundarymS7JsXxz1n4fBQ8F\r
            Content-Disposition: form-data; name="empty"; filename=""\r
            Content-Type: application/octet-stream\r
            \r
            \r
            ------WebKitFormBoundarymS7JsXxz1n4fBQ8F\r
            Content-Disposition: form-data; name="file"; filename="we%22i\\rd é;=%41%0A.txt"\r
            Content-Type: text/plain\r
            \r
            \r
            --x\r
            \r
            ------WebKitFormBoundarymS7JsXxz1n4fBQ8F\r
            Content-Disposition: form-data; name="back\\"; filename="blob"\r
            Content-Type: application/octet-stream\r
            \r
            b\r
            ------WebKitFormBoundarymS7JsXxz1n4fBQ8F--\r

            """,
        parts: [
            "na\"me\r\nx - - v\r\nw", "empty  application/octet-stream ",
            "file we\"i\\rd é;=%41\n.txt text/plain \r\n--x\r\n", "back\\ blob application/octet-stream b",
        ]
    )

    private static let chromiumEmpty = Capture(
        boundary: "----WebKitFormBoundaryKFlqFgn8dVuFKsxV",
        body: "------WebKitFormBoundaryKFlqFgn8dVuFKsxV--\r\n",
        parts: []
    )

    private static let listing = ClosureHandler { request in
        var lines: [String] = []
        for try await part in try request.multipart() {
            let type = part.contentType?.essence ?? "-"
            lines.append("\(part.name) \(part.filename ?? "-") \(type) \(try await part.text(upTo: 1 << 16))")
        }
        return HTTPResponse(text: lines.joined(separator: "|"))
    }

    @Test(
        "HTTP-9 What curl and browsers send is read",
        arguments: [curl, curlEscaping, chromium, chromiumEmpty],
        [nil, 1, 100]
    )
    func captures(capture: Capture, chunk: Int?) async throws {
        try await withServer(handler: Self.listing) { port in
            try await onThread {
                let client = try RawClient(port: port)
                let fields = "Content-Type: multipart/form-data; boundary=\(capture.boundary)\r\n"
                let body = Array(capture.body.utf8)
                for _ in 0..<2 {
                    client.send(
                        chunk == nil ? Wire.post("/", length: body.count, fields) : Wire.chunkedPost("/", fields)
                    )
                    client.send(chunk.map { Wire.chunks(body, size: $0) } ?? body)
                    let answer = try client.readResponse()
                    #expect(answer.status == 200)
                    #expect(answer.text == capture.parts.joined(separator: "|"))
                }
            }
        }
    }

    @Test(
        "HTTP-9 A malformed or truncated multipart body is answered 400, another type 415, and the connection goes on"
    )
    func refused() async throws {
        try await withServer(handler: Self.listing) { port in
            try await onThread {
                let client = try RawClient(port: port)
                func post(_ body: String, _ type: String = "multipart/form-data; boundary=abc") throws -> Int {
                    client.send(Wire.post("/", length: body.utf8.count, "Content-Type: \(type)\r\n") + body)
                    return try client.readResponse().status
                }
                try #expect(post("--abc\r\nContent-Disposition: form-data; name=a\r\n\r\nx") == 400)
                try #expect(post("--abc\n") == 400)
                try #expect(post("--abc--", "multipart/form-data") == 400)
                try #expect(post("--abc--", "text/plain") == 415)
                try #expect(post("--abc--") == 200)
            }
        }
    }

    @Test("HTTP-9 A large file passes through piece by piece, whatever stands in it")
    func large() async throws {
        let handler = ClosureHandler { request in
            var digest = Digest()
            var largest = 0
            for try await part in try request.multipart() where part.filename != nil {
                for try await chunk in part.body {
                    digest.add(chunk)
                    largest = max(largest, chunk.count)
                }
            }
            return HTTPResponse(text: "\(digest.text) \(largest < 1 << 20)")
        }
        var configuration = HTTPServerConfiguration()
        configuration.limits.body = 16 << 20
        try await withServer(configuration: configuration, handler: handler) { port in
            try await onThread {
                let file = Wire.pattern(4_000_000) + Array(String(repeating: "\r\n--ab", count: 100_000).utf8)
                let head = "--abc\r\nContent-Disposition: form-data; name=a; filename=b\r\n\r\n"
                let body = Array(head.utf8) + file + Array("\r\n--abc--\r\n".utf8)
                let client = try RawClient(port: port)
                client.send(
                    Wire.post("/", length: body.count, "Content-Type: multipart/form-data; boundary=abc\r\n")
                )
                client.send(body)
                try #expect(client.readResponse().text == "\(Digest(file).text) true")
            }
        }
    }
}
