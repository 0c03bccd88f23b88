/// What requests and answers say alike about their framing and their connection (RFC 9112, sections 6 and 9).
struct MessageFraming: Sendable {
    private(set) var contentLength: Int?
    private var codings = TransferCodings()
    private var closes = false
    private var keepsAlive = false
    /// Whether the connection options name an upgrade.
    private(set) var namesUpgrade = false

    /// Takes a length (RFC 9110, section 8.6).
    ///
    /// A repeated line or a list is refused even where its values agree, as RFC 9112, section 6.3 allows.
    @inline(never)
    mutating func takeContentLength(_ bytes: HeadBytes, _ value: Range<Int>) throws(HTTPRefusal) {
        guard contentLength == nil else { throw .malformed(.repeatedContentLength) }
        guard !codings.isPresent else { throw .malformed(.conflictingFraming) }
        guard let length = bytes.decimal(value) else { throw .malformed(.malformedContentLength) }
        contentLength = length
    }

    /// Takes transfer codings (RFC 9112, section 6.1), which HTTP/1.0 doesn't have.
    @inline(never)
    mutating func takeCodings(_ bytes: HeadBytes, _ value: Range<Int>, _ version: HTTPVersion) throws(HTTPRefusal) {
        guard version == .http1_1 else { throw .malformed(.transferEncodingInOldVersion) }
        guard contentLength == nil else { throw .malformed(.conflictingFraming) }
        try codings.add(bytes, value)
    }

    /// Takes connection options (RFC 9110, section 7.6.1); those that mean nothing here are passed over.
    @inline(never)
    mutating func takeConnection(_ bytes: HeadBytes, _ value: Range<Int>) {
        // What most clients send.
        guard !bytes.matches(value, "keep-alive") else {
            keepsAlive = true
            return
        }
        bytes.forEachElement(of: value) { option in
            switch option.count {
            case 5 where bytes.matches(option, "close"): closes = true
            case 7 where bytes.matches(option, "upgrade"): namesUpgrade = true
            case 10 where bytes.matches(option, "keep-alive"): keepsAlive = true
            default: break
            }
        }
    }

    /// Whether the body is chunked.
    ///
    /// - Throws: `HTTPRefusal` when the codings don't end in chunked.
    func isChunked() throws(HTTPRefusal) -> Bool {
        if codings.isPresent { try codings.check() }
        return codings.isPresent
    }

    /// Whether the connection is kept (RFC 9112, section 9.3).
    func persists(in version: HTTPVersion) -> Bool { !closes && (version == .http1_1 || keepsAlive) }
}
