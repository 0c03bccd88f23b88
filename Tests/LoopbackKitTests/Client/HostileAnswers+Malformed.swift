import LoopbackKitHTTP

// Answers that break RFC 9112, and are refused whatever follows: the server keeps the connection open.
extension HostileAnswer {
    static let statusLines: [Self] = [
        .refused("an empty line first", whole: "\r\nHTTP/1.1 200 OK\r\n\r\n", .malformedVersion),
        .refused("another protocol", whole: "SSH-2.0-OpenSSH_9.6\r\n", .malformedVersion),
        .refused("a stream's server", whole: "ICY 200 OK\r\n\r\n", .malformedVersion),
        .refused("a version in lower case", whole: "http/1.1 200 OK\r\n\r\n", .malformedVersion),
        .refused("a version with two digits", whole: "HTTP/1.10 200 OK\r\n\r\n", .malformedVersion),
        .refused("HTTP/2.0", whole: "HTTP/2.0 200 OK\r\n\r\n", .unsupportedVersion),
        .refused("HTTP/0.9", whole: "HTTP/0.9 200 OK\r\n\r\n", .unsupportedVersion),
        .refused("a tab for a space", whole: "HTTP/1.1\t200 OK\r\n\r\n", .malformedVersion),
        .refused("two spaces", whole: "HTTP/1.1  200 OK\r\n\r\n", .malformedStatus),
        .refused("a status of two digits", whole: "HTTP/1.1 20 OK\r\n\r\n", .malformedStatus),
        .refused("a status of four digits", whole: "HTTP/1.1 2000 OK\r\n\r\n", .malformedStatus),
        .refused("a status below 100", whole: "HTTP/1.1 099 Low\r\n\r\n", .malformedStatus),
        .refused("a status with a sign", whole: "HTTP/1.1 +20 OK\r\n\r\n", .malformedStatus),
        .refused("a NUL in the reason", whole: "HTTP/1.1 200 O\0K\r\n\r\n", .malformedReason),
        .refused("a bare LF behind the status", whole: "HTTP/1.1 200 OK\n\r\n", .malformedLineEnd),
        .refused("a bare CR behind the status", whole: "HTTP/1.1 200 OK\rX: y\r\n\r\n", .malformedLineEnd),
        Self(
            "101 that nobody asked for",
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
            .malformed("switches to a protocol that was not asked for")
        ),
    ]

    static let fieldLines: [Self] = [
        .refused("a bare LF behind a field", "X: y\nContent-Length: 2", .malformedLineEnd),
        .refused("a bare CR in a field", "X: y\rContent-Length: 2", .malformedLineEnd),
        .refused("a bare LF for the empty line", whole: "HTTP/1.1 200 OK\r\nX: y\r\n\nok", .malformedLineEnd),
        .refused("folding by a space", "X: y\r\n z", .lineFolding),
        .refused("folding by a tab", "X: y\r\n\tz", .lineFolding),
        .refused("folding of the first line", " X: y", .lineFolding),
        .refused("folding of the length", "Content-Length: 2\r\n 0", .lineFolding),
        .refused("a space before the colon", "Content-Length : 2", .malformedFieldName),
        .refused("no colon", "Content-Length 2", .malformedFieldName),
        .refused("no name", ": 2", .malformedFieldName),
        .refused("a control character in a name", "Content\u{1}Length: 2", .malformedFieldName),
        .refused("a letter beyond ASCII in a name", "Cont\u{E9}nt: 2", .malformedFieldName),
        .refused("a NUL in a value", "X: a\0b", .malformedFieldValue),
        .refused("a control character in a value", "X: a\u{1}b", .malformedFieldValue),
        .refused("a DEL in a value", "X: a\u{7F}b", .malformedFieldValue),
    ]

    static let lengths: [Self] = [
        .refused("both framings", "Content-Length: 2\r\nTransfer-Encoding: chunked", .conflictingFraming),
        .refused("both, the coding first", "Transfer-Encoding: chunked\r\nContent-Length: 2", .conflictingFraming),
        .refused("two lengths", "Content-Length: 2\r\nContent-Length: 3", .repeatedContentLength),
        .refused("one length twice", "Content-Length: 2\r\nContent-Length: 2", .repeatedContentLength),
        .refused("a list of lengths", "Content-Length: 2, 2", .malformedContentLength),
        .refused("a length with a sign", "Content-Length: +2", .malformedContentLength),
        .refused("a length below zero", "Content-Length: -2", .malformedContentLength),
        .refused("a length in hexadecimal", "Content-Length: 0x2", .malformedContentLength),
        .refused("a length with a space", "Content-Length: 2 2", .malformedContentLength),
        .refused("a length with a fraction", "Content-Length: 2.0", .malformedContentLength),
        .refused("an empty length", "Content-Length:", .malformedContentLength),
        .refused("a length beyond 64 bits", "Content-Length: 18446744073709551618", .malformedContentLength),
    ]

    static let codings: [Self] = [
        .refused("another coding", "Transfer-Encoding: gzip", .finalCodingNotChunked),
        .refused("no coding", "Transfer-Encoding: identity", .finalCodingNotChunked),
        .refused("a coding behind chunked", "Transfer-Encoding: chunked, gzip", .finalCodingNotChunked),
        .refused("a coding before chunked", "Transfer-Encoding: gzip, chunked", .unknownTransferCoding),
        .refused("chunked twice", "Transfer-Encoding: chunked, chunked", .unknownTransferCoding),
        .refused(
            "chunked twice, in two lines",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
            .unknownTransferCoding
        ),
        .refused("an empty coding", "Transfer-Encoding:", .malformedTransferEncoding),
        .refused("an empty element", "Transfer-Encoding: , chunked", .malformedTransferEncoding),
        .refused("a parameter", "Transfer-Encoding: chunked;q=1", .malformedTransferEncoding),
        .refused("a coding in quotes", "Transfer-Encoding: \"chunked\"", .malformedTransferEncoding),
        .refused(
            "chunks in HTTP/1.0",
            whole: "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            .transferEncodingInOldVersion
        ),
    ]

    static let chunks: [Self] = BadChunk.allCases.map { kind in
        let reason: HTTPRefusal.Reason =
            switch kind {
            case .noDigits, .notHexadecimal, .sign, .minus, .prefix, .spaceBefore, .underscore, .bareLineFeed:
                .malformedChunkSize
            case .tooLarge: .chunkSizeTooLarge
            case .noLineEnd, .dataTooLong, .dataTooShort: .malformedChunkEnd
            case .lineFeedInExtension: .malformedChunkExtension
            case .trailerWithoutColon: .malformedFieldName
            case .foldedTrailer: .lineFolding
            }
        return .refused(
            "chunk: \(kind)",
            whole: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ngood\r\n\(kind.rawValue)",
            reason
        )
    }

    /// More than the client's limits allow by default.
    static let tooMuch: [Self] = [
        .refused("a head of 1 MB", "X: \(String(repeating: "x", count: 1 << 20))", .headTooLarge),
        .refused("1,000 fields", (0..<1000).map { "X-\($0): y" }.joined(separator: "\r\n"), .tooManyFields),
        .refused(
            "endless chunk extensions",
            whole: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=\(String(repeating: "x", count: 70_000))",
            .chunkExtensionsTooLong
        ),
        .refused(
            "trailers of 1 MB",
            whole:
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: \(String(repeating: "x", count: 1 << 20))",
            .trailersTooLarge
        ),
        Self(
            "1,000 interim answers",
            String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 1000)
                + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
            .malformed("too many interim answers")
        ),
    ]
}
