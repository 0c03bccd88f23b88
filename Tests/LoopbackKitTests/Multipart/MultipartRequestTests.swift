import LoopbackKitHTTP
import Testing

@Suite("HTTPRequest: multipart forms", .timeLimit(.minutes(5)))
struct MultipartRequestTests {
    private static func request(
        _ source: some HTTPBodySource,
        type: String? = "multipart/form-data; boundary=abc"
    ) throws -> HTTPRequest {
        HTTPRequest(
            method: .post,
            target: try required(RequestTarget("/")),
            fields: type.map { [.contentType: $0] } ?? [:],
            body: HTTPIncomingBody(.stream(source, length: nil))
        )
    }

    private static func part(_ name: String, _ data: String, _ more: String = "") -> [UInt8] {
        Array("--abc\r\nContent-Disposition: form-data; name=\"\(name)\"\(more)\r\n\r\n\(data)\r\n".utf8)
    }

    private static let end = Array("--abc--\r\n".utf8)

    @Test("HTTP-9 Parts come one after the other with name, file name, type and body", arguments: [1, 2, 5, 64, 1000])
    func parts(size: Int) async throws {
        let file = "; filename=\"é.txt\"\r\nContent-Type: text/plain; charset=utf-8"
        let body = Self.part("a", "1") + Self.part("file", "\r\n--ab\r\n", file) + Self.part("", "é") + Self.end
        var seen: [String] = []
        for try await part in try Self.request(ChunkSource(body, size: size)).multipart() {
            let text = try await part.text(upTo: 100)
            seen.append("\(part.name) \(part.filename ?? "-") \(part.contentType?.essence ?? "-") \(text)")
            #expect(part.fields.contains(.contentDisposition))
            // It is read once.
            try await #expect(part.collect(upTo: 100).isEmpty)
        }
        #expect(seen == ["a - - 1", "file é.txt text/plain \r\n--ab\r\n", " - - é"])
    }

    @Test("HTTP-9 An unread part, or the rest of one, is skipped when the next is asked for", arguments: [1, 7, 1000])
    func skipping(size: Int) async throws {
        let body = Self.part("a", "1\r\n2") + Self.part("b", "12345678") + Self.part("c", "3") + Self.end
        let parts = try Self.request(ChunkSource(body, size: size)).multipart().makeAsyncIterator()
        let first = try #require(try await parts.next())
        let second = try #require(try await parts.next())
        #expect([first.name, second.name] == ["a", "b"])
        await #expect(throws: FormError(.partSkipped)) { _ = try await first.collect(upTo: 100) }
        #expect(try await second.body.makeAsyncIterator().next()?.first == UInt8(ascii: "1"))
        let third = try #require(try await parts.next())
        #expect(try await third.text(upTo: 1) == "3")
        #expect(try await parts.next() == nil)
        #expect(try await parts.next() == nil)
        await #expect(throws: FormError(.partSkipped)) { _ = try await third.collect(upTo: 100) }
    }

    @Test("HTTP-9 Nothing is read of a form before it is asked for, and only as much as is needed")
    func backPressure() async throws {
        let source = ChunkSource([
            Self.part("a", "12").dropLast(2) + [], Array("34".utf8), Array("56".utf8), Array("\r\n--abc--".utf8),
            [13, 10],
        ])
        let parts = try Self.request(source).multipart().makeAsyncIterator()
        #expect(source.readCount == 0)
        let part = try #require(try await parts.next())
        #expect(source.readCount == 1)
        let body = part.body.makeAsyncIterator()
        for (count, text) in [(1, "12"), (2, "34"), (3, "56")] {
            #expect(try await body.next() == Array(text.utf8))
            #expect(source.readCount == count)
        }
        #expect(try await body.next() == nil)
        #expect(source.readCount == 4)
        #expect(try await parts.next() == nil)
        #expect(source.readCount == 5)
    }

    @Test("HTTP-9 What can be collected of a part is limited")
    func collectLimit() async throws {
        let request = try Self.request(ChunkSource(Self.part("a", "12345") + Self.end, size: 1))
        for try await part in try request.multipart() {
            await #expect(throws: FormError(.partTooLarge)) { _ = try await part.collect(upTo: 4) }
        }
    }

    @Test("HTTP-9 A cut body is an error for the parts and for a part's body, now and ever after")
    func truncated() async throws {
        let parts = try Self.request(ChunkSource([Self.part("a", "12").dropLast(2) + []])).multipart()
            .makeAsyncIterator()
        let part = try #require(try await parts.next())
        for _ in 0..<2 {
            await #expect(throws: FormError(.truncated)) { _ = try await part.collect(upTo: 100) }
            await #expect(throws: FormError(.truncated)) { _ = try await parts.next() }
        }
    }

    @Test("HTTP-9 What the connection met while a part was read is told as it is")
    func broken() async throws {
        let failure = HTTPMessageError(.truncatedBody)
        let parts = try Self.request(ChunkSource([Self.part("a", "12") + Self.end], failure: failure)).multipart()
        await #expect(throws: failure) { for try await _ in parts {} }
    }

    @Test(
        "HTTP-9 A part without a name is refused",
        arguments: [
            "", "A: b\r\n", "Content-Disposition: attachment; name=\"a\"\r\n", "Content-Disposition: form-data\r\n",
            "Content-Disposition: form-data; name=a\r\nContent-Disposition: form-data; name=b\r\n",
        ]
    )
    func disposition(head: String) async throws {
        let body = Array("--abc\r\n\(head)\r\nx\r\n--abc--".utf8)
        let parts = try Self.request(ChunkSource([body])).multipart().makeAsyncIterator()
        for _ in 0..<2 {
            await #expect(throws: FormError(.malformedDisposition)) { _ = try await parts.next() }
        }
    }

    @Test(
        "HTTP-9 The boundary is a parameter of the body's type, quoted or not",
        arguments: [
            ("multipart/form-data; boundary=abc", nil), ("Multipart/Form-Data;BOUNDARY=\"abc\"", nil),
            ("multipart/form-data; charset=utf-8; boundary=abc; a=b", nil),
            (nil, .wrongMediaType), ("text/plain; boundary=abc", .wrongMediaType),
            ("multipart/mixed; boundary=abc", .wrongMediaType), ("multipart/form-data", .malformedBoundary),
            ("multipart/form-data; boundary=", .malformedBoundary),
            ("multipart/form-data; boundary=\"abc \"", .malformedBoundary),
            ("multipart/form-data; boundary=\"a;c\"", .malformedBoundary),
        ] as [(String?, FormError.Code?)]
    )
    func boundary(type: String?, code: FormError.Code?) async throws {
        let request = try Self.request(ChunkSource([Self.part("a", "1") + Self.end]), type: type)
        do {
            for try await part in try request.multipart() { #expect(part.name == "a") }
            #expect(code == nil)
        } catch let error as FormError {
            #expect(error.code == code)
        }
    }

    @Test("HTTP-9 A form is collected into fields and files, within a limit")
    func collected() async throws {
        let body =
            Self.part("a", "1") + Self.part("f", "2", "; filename=\"x\"\r\nContent-Type: a/b") + Self.part("a", "3")
            + Self.end
        let form = try await Self.request(ChunkSource(body, size: 3)).multipartForm(upTo: body.count)
        #expect(form.fields == ["a": "1", "a": "3"])
        #expect(
            form.files.map { "\($0.name) \($0.filename) \($0.contentType?.essence ?? "") \($0.bytes)" } == [
                "f x a/b [50]"
            ]
        )
        await #expect(throws: FormError(.tooLarge)) {
            try await Self.request(ChunkSource(body, size: 3)).multipartForm(upTo: body.count - 1)
        }
        var limits = MultipartLimits()
        limits.parts = 2
        await #expect(throws: FormError(.tooManyFields)) {
            try await Self.request(ChunkSource(body, size: 3)).multipartForm(upTo: 1000, limits: limits)
        }
    }
}
