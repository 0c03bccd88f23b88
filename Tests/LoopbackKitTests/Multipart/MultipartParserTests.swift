import LoopbackKitHTTP
import Testing

@Suite("MultipartParser")
struct MultipartParserTests {
    @Test("HTTP-9 Each multipart body is divided or refused by its rule", arguments: MultipartVector.all)
    func rule(vector: MultipartVector) throws {
        let outcome = try MultipartOutcome.of(vector.bytes)
        #expect(outcome.error == vector.error)
        if vector.error == nil {
            #expect(outcome.texts == vector.parts)
            #expect(!outcome.parts.contains { !$0.hasEnded })
        }
    }

    @Test("HTTP-9 A multipart body gives the same at every split and byte by byte", arguments: MultipartVector.all)
    func splits(vector: MultipartVector) throws {
        let whole = try MultipartOutcome.of(vector.bytes)
        let count = vector.bytes.count
        for first in 0...count {
            try #expect(MultipartOutcome.of(vector.bytes, cutAt: [first]) == whole, "cut at \(first)")
            for second in first...count {
                try #expect(MultipartOutcome.of(vector.bytes, cutAt: [first, second]) == whole)
            }
        }
        try #expect(MultipartOutcome.of(vector.bytes, cutAt: Array(0..<count)) == whole)
    }

    @Test("HTTP-9 A multipart body that was cut before its closing delimiter never ends")
    func truncations() throws {
        let body = Array("--abc\r\nA: b\r\n\r\nx\r\n--abc\r\n\r\ny\r\n--ab\r\n--abc--".utf8)
        for count in 0..<body.count {
            let outcome = try MultipartOutcome.of(Array(body.prefix(count)))
            #expect(outcome.error == .truncated, "cut at \(count)")
        }
        try #expect(MultipartOutcome.of(body).error == nil)
    }

    @Test("HTTP-9 A boundary has 1 to 70 characters of RFC 2046, the last no space")
    func boundaries() {
        for valid in ["a", "0'()+_,-./:=? x", String(repeating: "-", count: 70)] {
            #expect(MultipartBoundary(valid)?.description == valid)
        }
        for malformed in [
            "", " ", "a ", String(repeating: "a", count: 71), "a;b", "a\"b", "a\r\nb", "é", "a\tb", "a*b",
        ] {
            #expect(MultipartBoundary(malformed) == nil, "\(malformed)")
        }
    }

    @Test("HTTP-9 A boundary of every permitted character divides", arguments: ["a", "0'()+_,-./:=? x", "--", "-"])
    func division(boundary: String) throws {
        let body = Array("--\(boundary)\r\n\r\n-\r\n--\r\n\r\n--\(boundary)--\r\n".utf8)
        for cut in 0...body.count {
            let outcome = try MultipartOutcome.of(body, boundary: boundary, cutAt: [cut])
            // With hyphens alone a line of hyphens is a delimiter.
            guard boundary != "-", boundary != "--" else { continue }
            #expect(outcome.texts == ["-\r\n--\r\n"])
        }
    }

    @Test("HTTP-9 Fields of a part are given as they came")
    func fields() throws {
        let body =
            "--abc\r\nContent-Disposition: form-data; name=\"\u{E9}\"\r\ncontent-type:text/plain \r\n\r\n\r\n--abc--"
        let outcome = try MultipartOutcome.of(Array(body.utf8))
        #expect(
            outcome.parts.map(\.fields) == [
                ["Content-Disposition: form-data; name=\"\u{E9}\"", "content-type: text/plain"]
            ]
        )
    }
}

@Suite("MultipartParser: limits")
struct MultipartLimitTests {
    private static func limits(_ change: (inout MultipartLimits) -> Void) -> MultipartLimits {
        var limits = MultipartLimits()
        change(&limits)
        return limits
    }

    private static func error(_ body: String, _ limits: MultipartLimits) throws -> FormError.Code? {
        let bytes = Array(body.utf8)
        let whole = try MultipartOutcome.of(bytes, limits: limits)
        try #expect(MultipartOutcome.of(bytes, cutAt: Array(0..<bytes.count), limits: limits).error == whole.error)
        return whole.error
    }

    @Test("HTTP-9 The head of a part is limited, its empty line included", arguments: [20, 19])
    func head(limit: Int) throws {
        let head = "A: " + String(repeating: "b", count: 13) + "\r\n\r\n"
        let error = try Self.error("--abc\r\n\(head)\r\n--abc--", Self.limits { $0.partHead = limit })
        #expect(error == (limit == 20 ? nil : .partHeadTooLarge))
    }

    @Test("HTTP-9 The field lines of a part are counted", arguments: [3, 2])
    func fields(limit: Int) throws {
        let error = try Self.error(
            "--abc\r\nA: 1\r\nB: 2\r\nC: 3\r\n\r\n\r\n--abc--",
            Self.limits { $0.partFields = limit }
        )
        #expect(error == (limit == 3 ? nil : .partHeadTooLarge))
    }

    @Test("HTTP-9 Parts are counted", arguments: [3, 2])
    func parts(limit: Int) throws {
        let part = "--abc\r\n\r\n\r\n"
        let error = try Self.error(part + part + part + "--abc--", Self.limits { $0.parts = limit })
        #expect(error == (limit == 3 ? nil : .tooManyFields))
    }

    @Test("HTTP-9 The data of one part is limited, what looked like a delimiter included", arguments: [11, 10])
    func partSize(limit: Int) throws {
        let data = "1\r\n--abcd56"
        let part = "--abc\r\n\r\n\(data)\r\n"
        let error = try Self.error(part + part + "--abc--", Self.limits { $0.partSize = limit })
        #expect(error == (limit == data.utf8.count ? nil : .partTooLarge))
    }

    @Test("HTTP-9 Everything together is limited, what stands around the parts included", arguments: ["", "x\r\n"])
    func total(preamble: String) throws {
        let body = "\(preamble)--abc\r\nA: b\r\n\r\nx\r\n--abc--\r\nepilogue"
        try #expect(Self.error(body, Self.limits { $0.total = body.utf8.count }) == nil)
        try #expect(Self.error(body, Self.limits { $0.total = body.utf8.count - 1 }) == .tooLarge)
    }

    @Test(
        "HTTP-9 The search for a delimiter is linear, whatever a sender makes up",
        arguments: ["\r", "\r\n", "\r\n-", "\r\n--", "\r\n--ab", "\r\n--abcx", "\r\n--abc-x", "--abc", "\n--abc", "x"],
        [1, 7, 1024, 1 << 20]
    )
    func linearSearch(piece: String, size: Int) throws {
        let flood = Array(String(repeating: piece, count: 20_000 / piece.utf8.count).utf8)
        let body = Array("--abc\r\n\r\nx".utf8) + flood + Array("\r\n--abc--".utf8)
        let outcome = try MultipartOutcome.of(body, cutAt: Array(stride(from: 0, to: body.count, by: size)))
        #expect(outcome.parts.first?.data.count == 1 + flood.count)
        #expect(outcome.comparisons <= 4 * body.count)
    }

    @Test("HTTP-9 The longest boundary is searched in linear time too", arguments: [1, 71, 72, 73, 74, 75, 1000])
    func longBoundary(size: Int) throws {
        let boundary = String(repeating: "-", count: 70)
        let lookalike = Array(("\r\n" + String(repeating: "-", count: 71)).utf8)
        let body =
            Array("--\(boundary)\r\n\r\nx".utf8) + Array(repeating: lookalike, count: 200).flatMap { $0 }
            + Array("\r\n--\(boundary)--".utf8)
        let cuts = Array(stride(from: 0, to: body.count, by: size))
        let outcome = try MultipartOutcome.of(body, boundary: boundary, cutAt: cuts)
        #expect(outcome.parts.first?.data.count == 1 + 200 * lookalike.count)
        #expect(outcome.comparisons <= 4 * body.count)
    }
}
