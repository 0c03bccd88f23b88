import LoopbackKitHTTP

/// What decoding a body gave.
enum ChunkOutcome: Equatable {
    case incomplete(data: [UInt8])
    case complete(consumed: Int, data: [UInt8], trailers: [String])
    case refused(HTTPRefusal)

    var status: Int? {
        guard case .refused(let refusal) = self else { return nil }
        return refusal.status.code
    }

    /// Feeds the input in parts that end at these places.
    static func of(_ input: [UInt8], cutAt cuts: [Int], limits: HTTPHeadLimits = .init()) -> ChunkOutcome {
        var decoder = ChunkedDecoder()
        var data: [UInt8] = []
        var taken = 0
        do throws(HTTPRefusal) {
            for end in cuts + [input.count] {
                while taken < end {
                    let part = Array(input[taken..<end])
                    let (consumed, event) = try decoder.decode(part.span, limits: limits)
                    taken += consumed
                    switch event {
                    case .data(let range): data += part[range]
                    case .needsMore: precondition(taken == end, "all of the input was taken")
                    case .end:
                        return .complete(
                            consumed: taken,
                            data: data,
                            trailers: decoder.trailers.map { "\($0.name): \($0.value)" }
                        )
                    }
                }
            }
        } catch {
            return .refused(error)
        }
        return .incomplete(data: data)
    }
}

/// A chunked body, and its data or the status that it is refused with.
struct ChunkVector: Sendable {
    let bytes: [UInt8]
    let data: String?
    let status: Int?

    private init(_ body: String, data: String?, status: Int?) {
        bytes = Array(body.utf8)
        self.data = data
        self.status = status
    }

    static func takes(_ body: String, _ data: String) -> Self { Self(body, data: data, status: nil) }
    static func refuses(_ body: String, _ status: Int = 400) -> Self { Self(body, data: nil, status: status) }

    static let all: [ChunkVector] = [
        .takes("0\r\n\r\n", ""), .takes("5\r\nhello\r\n0\r\n\r\n", "hello"),
        .takes("5\r\nhello\r\n6\r\n world\r\n000\r\n\r\n", "hello world"),
        .takes("a\r\n0123456789\r\n0\r\n\r\n", "0123456789"), .takes("A\r\n0123456789\r\n0\r\n\r\n", "0123456789"),
        .takes("000000000000001\r\nx\r\n0\r\n\r\n", "x"), .takes("2\r\n\r\n\r\n0\r\n\r\n", "\r\n"),
        .takes("1;a\r\nx\r\n0;b=c\r\n\r\n", "x"), .takes("1;a;b=c;d=\"e\"\r\nx\r\n0\r\n\r\n", "x"),
        .takes("1;a=\"b;\\\"\t é\"\r\nx\r\n0\r\n\r\n", "x"),
        .takes("0\r\nX: y\r\nZ:\r\n\r\n", ""), .takes("1\r\nx\r\n0\r\nHost: evil\r\nX: y\r\n\r\n", "x"),
        .refuses("\r\n"), .refuses("x\r\n"), .refuses(" 5\r\n"), .refuses("5 \r\n"), .refuses("5\t;a\r\n"),
        .refuses("+5\r\n"), .refuses("-1\r\n"), .refuses("0x5\r\n"), .refuses("5_0\r\n"), .refuses("5,5\r\n"),
        .refuses("0000000000000001\r\n"), .refuses("FFFFFFFFFFFFFFFF0\r\n"), .refuses("5\nhello"), .refuses("5\rhello"),
        .refuses("5;\r\n"), .refuses("5;\n"), .refuses("5; a\r\n"), .refuses("5;a \r\n"), .refuses("5;a =b\r\n"),
        .refuses("5;a=\r\n"), .refuses("5;a= b\r\n"), .refuses("5;a=\"b\r\n"), .refuses("5;a=\"b\"c\r\n"),
        .refuses("5;=b\r\n"), .refuses("5;a\rX"), .refuses("5;a\nX"), .refuses("5;\0\r\n"), .refuses("5;a=\"\0\"\r\n"),
        .refuses("5;a=\"\\\u{7F}\"\r\n"), .refuses("5;a=b=c\r\n"), .refuses("5;;\r\n"), .refuses(";a\r\n"),
        .refuses("5\r\nhello0\r\n"), .refuses("5\r\nhello\n0\r\n"), .refuses("5\r\nhello\r0"), .refuses("5\r\nhelloX"),
        .refuses("0\r\n\n"), .refuses("0\r\n\rX"), .refuses("0\r\nX : y\r\n\r\n"), .refuses("0\r\nX: y\n\r\n"),
        .refuses("0\r\n X: y\r\n\r\n"), .refuses("0\r\nX: \0\r\n\r\n"), .refuses("0\r\nX\r\n\r\n"),
    ]
}
