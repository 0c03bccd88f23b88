/// What the fields of an answer say about its framing and its connection, gathered line by line (RFC 9112, sections 6
/// and 9).
struct ResponseFramingFields: FieldLineReader, Sendable {
    /// The head's, which is known before its fields.
    var version = HTTPVersion.http1_1
    /// Whether the answer grants a CONNECT, whose framing fields are ignored (RFC 9110, section 9.3.6).
    var opensTunnel = false
    private var contentLength: Int?
    private var codings = TransferCodings()
    private var closes = false
    private var keepsAlive = false

    mutating func take(
        _ bytes: HeadBytes,
        name: Range<Int>,
        value: Range<Int>,
        lineCount: Int
    ) throws(HTTPRefusal) {
        switch name.count {
        case 10 where bytes.matches(name, "connection"): takeConnection(bytes, value)
        case 14 where !opensTunnel && bytes.matches(name, "content-length"): try takeContentLength(bytes, value)
        case 17 where !opensTunnel && bytes.matches(name, "transfer-encoding"):
            guard version == .http1_1 else { throw .malformed(.transferEncodingInOldVersion) }
            guard contentLength == nil else { throw .malformed(.conflictingFraming) }
            try codings.add(bytes, value)
        default: break
        }
    }

    /// Applies the rules that need the whole head, in the order of RFC 9112, section 6.3.
    func complete(_ head: inout ResponseHead, answering method: HTTPMethod) throws(HTTPRefusal) {
        if codings.isPresent { try codings.check() }
        head.content = content(head.status, answering: method)
        head.keepsAlive = !closes && (head.version == .http1_1 || keepsAlive)
        if head.content == .untilClose || head.content == .tunnel { head.keepsAlive = false }
    }

    private func content(_ status: HTTPStatus, answering method: HTTPMethod) -> ResponseContent {
        if status == .switchingProtocols || status.opensTunnel(answering: method) { return .tunnel }
        if status.forbidsBody || method == .head { return .none }
        if codings.isPresent { return .chunked }
        guard let contentLength else { return .untilClose }
        return contentLength > 0 ? .length(contentLength) : .none
    }

    /// Takes a length (RFC 9110, section 8.6); a repeated line or a list is refused even where its values agree.
    private mutating func takeContentLength(_ bytes: HeadBytes, _ value: Range<Int>) throws(HTTPRefusal) {
        guard contentLength == nil else { throw .malformed(.repeatedContentLength) }
        guard !codings.isPresent else { throw .malformed(.conflictingFraming) }
        guard let length = bytes.decimal(value) else { throw .malformed(.malformedContentLength) }
        contentLength = length
    }

    private mutating func takeConnection(_ bytes: HeadBytes, _ value: Range<Int>) {
        bytes.forEachElement(of: value) { option in
            if bytes.matches(option, "close") { closes = true }
            if bytes.matches(option, "keep-alive") { keepsAlive = true }
        }
    }
}

extension HTTPStatus {
    /// Whether an answer of this status grants a CONNECT (RFC 9110, section 9.3.6).
    func opensTunnel(answering method: HTTPMethod) -> Bool { method == .connect && 200...299 ~= code }
}
