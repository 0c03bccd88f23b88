import LoopbackKitHTTP

// Messages that don't keep to their framing.
extension UpstreamStep {
    /// Claims a length, sends another number of bytes, and closes: too few, or too many.
    static func lie(claiming claimed: Int, sending count: Int, by end: ConnectionEnd = .closed) -> Self {
        Self { connection in
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(claimed)\r\n\r\n")
            try connection.send(BytePattern(), count: count)
            throw UpstreamEnding(end)
        }
    }

    /// A whole answer, and bytes behind it that nobody asked for; the connection is kept.
    static func answer(_ body: String, followedBy extra: String) -> Self {
        .bytes("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)\(extra)")
    }

    /// An answer with both framings (RFC 9112, section 6.1).
    static let bothFramings = Self.bytes(
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    )

    /// An answer with two lengths that differ (RFC 9112, section 6.3).
    static let twoLengths = Self.bytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc")

    /// An answer whose lines end in LF alone.
    static let bareLineFeeds = Self.bytes("HTTP/1.1 200 OK\nContent-Length: 2\n\nok")

    /// An answer with a folded field line (RFC 9112, section 5.2).
    static let foldedField = Self.bytes("HTTP/1.1 200 OK\r\nX-Folded: a\r\n b\r\nContent-Length: 2\r\n\r\nok")

    /// A chunked answer that begins well and breaks the coding then.
    static func badChunk(_ kind: BadChunk) -> Self {
        .bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ngood\r\n\(kind.rawValue)")
    }
}

/// Ways to break the chunked coding (RFC 9112, section 7.1).
enum BadChunk: String, CaseIterable, Sendable {
    case noDigits = "\r\nabc\r\n0\r\n\r\n"
    case notHexadecimal = "g\r\nabc\r\n0\r\n\r\n"
    case sign = "+3\r\nabc\r\n0\r\n\r\n"
    case minus = "-3\r\nabc\r\n0\r\n\r\n"
    case prefix = "0x3\r\nabc\r\n0\r\n\r\n"
    case spaceBefore = " 3\r\nabc\r\n0\r\n\r\n"
    case underscore = "1_0\r\n0123456789abcdef\r\n0\r\n\r\n"
    case tooLarge = "10000000000000003\r\nabc\r\n0\r\n\r\n"
    case bareLineFeed = "3\nabc\n0\n\n"
    case noLineEnd = "3\r\nabc0\r\n\r\n"
    case dataTooLong = "3\r\nabcd\r\n0\r\n\r\n"
    case dataTooShort = "3\r\nab\r\n0\r\n\r\n"
    case lineFeedInExtension = "3;a=\"\n\"\r\nabc\r\n0\r\n\r\n"
    case trailerWithoutColon = "0\r\nno colon\r\n\r\n"
    case foldedTrailer = "0\r\nA: b\r\n c\r\n\r\n"
}
