import LoopbackKitHTTP

// Heads that are too much.
extension UpstreamStep {
    /// A whole answer whose head has about so many bytes, in one field.
    static func hugeHead(_ count: Int = 1 << 20) -> Self {
        Self { connection in
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-Huge: ")
            try connection.send([UInt8](repeating: 120, count: count))
            try connection.send("\r\n\r\nok")
        }
    }

    /// A whole answer with so many fields besides its length.
    static func manyFields(_ count: Int = 1000) -> Self {
        let lines = (0..<count).map { "X-\($0): \($0)\r\n" }.joined()
        return .bytes("HTTP/1.1 200 OK\r\n\(lines)Content-Length: 2\r\n\r\nok")
    }

    /// Field lines without an end.
    static var endlessHead: Self {
        Self { connection in
            try connection.send("HTTP/1.1 200 OK\r\n")
            let lines = Array(String(repeating: "X-Endless: more and more\r\n", count: 1000).utf8)
            while true { try connection.send(lines) }
        }
    }

    /// Interim answers.
    static func interim(
        _ status: HTTPStatus = .continue,
        count: Int = 1,
        _ fields: KeyValuePairs<String, String> = [:]
    ) -> Self {
        let lines = fields.map { "\($0.key): \($0.value)\r\n" }.joined()
        let answer = Array("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n\(lines)\r\n".utf8)
        return Self { connection in
            for _ in 0..<count { try connection.send(answer) }
        }
    }
}
