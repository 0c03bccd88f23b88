import LoopbackKitHTTP

// Well-formed answers and their parts.
extension UpstreamStep {
    /// A status line and fields, and nothing that frames a body: it ends with the connection unless a field says more.
    static func head(_ status: HTTPStatus = .ok, _ fields: KeyValuePairs<String, String> = [:]) -> Self {
        let lines = fields.map { "\($0.key): \($0.value)\r\n" }.joined()
        return .bytes("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n\(lines)\r\n")
    }

    /// Text as it stands.
    static func bytes(_ text: String) -> Self { bytes(Array(text.utf8)) }

    /// Bytes as they stand.
    static func bytes(_ bytes: [UInt8]) -> Self { Self { try $0.send(bytes) } }

    /// A whole answer with its length; the connection is kept, and an answer to HEAD has no body.
    static func answer(
        _ status: HTTPStatus = .ok,
        _ body: String = "",
        _ fields: KeyValuePairs<String, String> = [:]
    ) -> Self {
        let lines = fields.map { "\($0.key): \($0.value)\r\n" }.joined()
        let length = status.forbidsBody ? "" : "Content-Length: \(body.utf8.count)\r\n"
        let head = "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n\(length)\(lines)\r\n"
        return Self { try $0.send($0.request.method == "HEAD" || status.forbidsBody ? head : head + body) }
    }

    /// A 200 with its length and so many bytes of a pattern, made while they are sent.
    static func pattern(_ count: Int, seed: UInt64 = 1, _ fields: KeyValuePairs<String, String> = [:]) -> Self {
        let lines = fields.map { "\($0.key): \($0.value)\r\n" }.joined()
        return Self { connection in
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\(lines)\r\n")
            guard connection.request.method != "HEAD" else { return }
            try connection.send(BytePattern(seed: seed), count: count)
        }
    }

    /// So many bytes of a pattern, made while they are sent.
    static func body(_ count: Int, seed: UInt64 = 1, from start: Int = 0) -> Self {
        Self { try $0.send(BytePattern(seed: seed), from: start, count: count) }
    }

    /// A pattern without an end.
    static func endlessBody(seed: UInt64 = 1) -> Self { .body(.max, seed: seed) }

    /// A head that says that chunks follow.
    static func chunkedHead(_ status: HTTPStatus = .ok, trailers: [String] = []) -> Self {
        let announced = trailers.isEmpty ? "" : "Trailer: \(trailers.joined(separator: ", "))\r\n"
        return .bytes(
            "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\nTransfer-Encoding: chunked\r\n\(announced)\r\n"
        )
    }

    /// One chunk of text.
    static func chunk(_ text: String) -> Self {
        .bytes("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n")
    }

    /// Chunks of these sizes: a pattern cut into them.
    static func chunks(_ sizes: [Int], seed: UInt64 = 1) -> Self {
        Self { connection in
            let pattern = BytePattern(seed: seed)
            var sent = 0
            for size in sizes {
                try connection.send("\(String(size, radix: 16))\r\n")
                try connection.send(pattern, from: sent, count: size)
                try connection.send("\r\n")
                sent += size
            }
        }
    }

    /// The end of chunks, with trailer fields.
    static func lastChunk(_ trailers: KeyValuePairs<String, String> = [:]) -> Self {
        .bytes("0\r\n" + trailers.map { "\($0.key): \($0.value)\r\n" }.joined() + "\r\n")
    }
}
