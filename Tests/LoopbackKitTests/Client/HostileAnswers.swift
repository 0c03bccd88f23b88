import LoopbackKitHTTP

/// An answer as a server sends it, and what a client has to make of it.
struct HostileAnswer: Sendable, CustomStringConvertible {
    /// What becomes of it.
    enum Outcome: Sendable {
        /// It is good; whether another request may follow on its connection.
        case body(String, isReused: Bool)
        /// It is refused for this reason, and the connection closed.
        case malformed(String)
        /// The request fails in another way.
        case fails(HTTPClientError.Code)
    }

    /// What the server does behind the bytes.
    enum End: Sendable {
        case staysOpen
        case closes
        case resets
    }

    let name: String
    let bytes: [UInt8]
    let outcome: Outcome
    var method = HTTPMethod.get
    var end = End.staysOpen

    init(
        _ name: String,
        _ text: String,
        _ outcome: Outcome,
        method: HTTPMethod = .get,
        end: End = .staysOpen
    ) {
        self.name = name
        bytes = Array(text.utf8)
        self.outcome = outcome
        self.method = method
        self.end = end
    }

    var description: String { name }

    /// A head with these lines besides the status line, which the client refuses.
    static func refused(_ name: String, _ lines: String, _ reason: HTTPRefusal.Reason) -> Self {
        Self(name, "HTTP/1.1 200 OK\r\n\(lines)\r\n\r\nok", .malformed(reason.description))
    }

    /// All bytes of an answer that the client refuses.
    static func refused(_ name: String, whole text: String, _ reason: HTTPRefusal.Reason) -> Self {
        Self(name, text, .malformed(reason.description))
    }

    static let all = good + withoutBodies + cut + statusLines + fieldLines + lengths + codings + chunks + tooMuch
}

// MARK: Answers that are taken

extension HostileAnswer {
    static let good = [
        Self("a length", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", .body("ok", isReused: true)),
        Self("no reason and no space", "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok", .body("ok", isReused: true)),
        Self("the connection's end", "HTTP/1.1 200 OK\r\n\r\nok", .body("ok", isReused: false), end: .closes),
        Self("no body at all", "HTTP/1.1 200 OK\r\n\r\n", .body("", isReused: false), end: .closes),
        Self(
            "chunks with an extension and a trailer",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n1;a=\"b\"\r\no\r\n001\r\nk\r\n0\r\nX: y\r\n\r\n",
            .body("ok", isReused: true)
        ),
        Self(
            "HTTP/1.0 with a length",
            "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
            .body("ok", isReused: false)
        ),
        Self("HTTP/1.0 without one", "HTTP/1.0 200 OK\r\n\r\nok", .body("ok", isReused: false), end: .closes),
        Self(
            "HTTP/1.0 that keeps the connection",
            "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok",
            .body("ok", isReused: true)
        ),
        Self(
            "Connection: close",
            "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
            .body("ok", isReused: false)
        ),
        Self(
            "interim answers",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
            .body("ok", isReused: true)
        ),
        Self(
            "another answer behind it",
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil",
            .body("ok", isReused: false)
        ),
        Self(
            "a line end behind it",
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok\r\n",
            .body("ok", isReused: false)
        ),
        Self(
            "bytes behind chunks",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\nx",
            .body("ok", isReused: false)
        ),
    ]

    /// RFC 9112, section 6.3: whatever the fields say.
    static let withoutBodies = [
        Self("204", "HTTP/1.1 204 No Content\r\n\r\n", .body("", isReused: true)),
        Self("204 with a length", "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n", .body("", isReused: true)),
        Self(
            "204 with a body",
            "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nok",
            .body("", isReused: false)
        ),
        Self("304 with a length", "HTTP/1.1 304 Not Modified\r\nContent-Length: 2\r\n\r\n", .body("", isReused: true)),
        Self(
            "304 with chunks",
            "HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            .body("", isReused: false)
        ),
        Self(
            "HEAD with a length",
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n",
            .body("", isReused: true),
            method: .head
        ),
        Self("HEAD without one", "HTTP/1.1 200 OK\r\n\r\n", .body("", isReused: true), method: .head),
        Self(
            "HEAD with a body",
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
            .body("", isReused: false),
            method: .head
        ),
    ]
}

// MARK: Answers that end too early

extension HostileAnswer {
    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    static let cut = [
        Self("nothing", "", .fails(.closedBeforeAnswer), end: .closes),
        Self("nothing, and a reset", "", .fails(.closedBeforeAnswer), end: .resets),
        Self("half a status line", "HTTP/1.1 20", .fails(.closedBeforeAnswer), end: .closes),
        Self("half a head", "HTTP/1.1 200 OK\r\nContent-Le", .fails(.closedBeforeAnswer), end: .closes),
        Self("an interim answer alone", "HTTP/1.1 100 \r\n\r\n", .fails(.closedBeforeAnswer), end: .closes),
        Self(
            "less than its length",
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok",
            .fails(.truncatedBody),
            end: .closes
        ),
        Self(
            "a reset in the body",
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok",
            .fails(.truncatedBody),
            end: .resets
        ),
        Self("a reset in place of the end", "HTTP/1.1 200 OK\r\n\r\nok", .fails(.truncatedBody), end: .resets),
        Self("an end in a chunk's size", "\(chunked)2", .fails(.truncatedBody), end: .closes),
        Self("an end in a chunk", "\(chunked)2\r\no", .fails(.truncatedBody), end: .closes),
        Self("an end behind a chunk", "\(chunked)2\r\nok\r\n", .fails(.truncatedBody), end: .closes),
        Self("an end in the last chunk", "\(chunked)2\r\nok\r\n0\r\n", .fails(.truncatedBody), end: .closes),
        Self("an end in the trailers", "\(chunked)2\r\nok\r\n0\r\nX: y\r\n", .fails(.truncatedBody), end: .closes),
    ]
}
