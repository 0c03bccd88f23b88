/// What the fields of an answer say about its framing and its connection, gathered line by line (RFC 9112, sections 6
/// and 9).
struct ResponseFramingFields: FieldLineReader, Sendable {
    /// The head's, which is known before its fields.
    var version = HTTPVersion.http1_1
    /// Whether the answer grants a CONNECT, whose framing fields are ignored (RFC 9110, section 9.3.6).
    var opensTunnel = false
    private var framing = MessageFraming()

    mutating func take(
        _ bytes: HeadBytes,
        name: Range<Int>,
        value: Range<Int>,
        lineCount: Int
    ) throws(HTTPRefusal) {
        switch name.count {
        case 10 where bytes.matches(name, "connection"): framing.takeConnection(bytes, value)
        case 14 where !opensTunnel && bytes.matches(name, "content-length"):
            try framing.takeContentLength(bytes, value)
        case 17 where !opensTunnel && bytes.matches(name, "transfer-encoding"):
            try framing.takeCodings(bytes, value, version)
        default: break
        }
    }

    /// Applies the rules that need the whole head, in the order of RFC 9112, section 6.3.
    func complete(_ head: inout ResponseHead, answering method: HTTPMethod) throws(HTTPRefusal) {
        let isChunked = try framing.isChunked()
        head.content = content(head.status, isChunked: isChunked, answering: method)
        head.keepsAlive = framing.persists(in: head.version)
        if head.content == .untilClose || head.content == .tunnel { head.keepsAlive = false }
    }

    private func content(_ status: HTTPStatus, isChunked: Bool, answering method: HTTPMethod) -> ResponseContent {
        if status == .switchingProtocols || opensTunnel { return .tunnel }
        if status.forbidsBody || method == .head { return .none }
        if isChunked { return .chunked }
        guard let contentLength = framing.contentLength else { return .untilClose }
        return contentLength > 0 ? .length(contentLength) : .none
    }
}

extension HTTPStatus {
    /// Whether an answer of this status grants a CONNECT (RFC 9110, section 9.3.6).
    func opensTunnel(answering method: HTTPMethod) -> Bool { method == .connect && 200...299 ~= code }
}
