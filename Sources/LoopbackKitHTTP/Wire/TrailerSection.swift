/// The fields after the last chunk (RFC 9112, section 7.1.2), limited like a head.
struct TrailerSection: Sendable {
    private var bytes: [UInt8] = []
    private var section = FieldSectionParser()
    private var lineCount = 0
    private(set) var fields: HTTPFields?

    /// Takes a prefix of the input.
    ///
    /// - Parameters:
    ///   - input: bytes that were not taken yet, at least one.
    ///   - limits: a head's.
    /// - Returns: how many bytes were taken, and whether the section is complete.
    /// - Throws: `HTTPRefusal` for a malformed line or too large a section.
    mutating func take(
        _ input: Span<UInt8>,
        limits: HTTPHeadLimits
    ) throws(HTTPRefusal) -> (consumed: Int, isComplete: Bool) {
        if bytes.isEmpty, input.count > 1, input[0] == 13, input[1] == 10 { return (2, true) }
        // What follows the section stays with the caller: only its length in this input is counted.
        let before = bytes.count
        let limit = limits.boundedHead
        let taken = max(0, min(input.count, limit - before))
        for index in 0..<taken { bytes.append(input[index]) }
        let isComplete = try parse(limits)
        if isComplete { return (section.position - before, true) }
        guard bytes.count < limit else { throw HTTPRefusal(.requestHeaderFieldsTooLarge, .trailersTooLarge) }
        return (taken, false)
    }

    private mutating func parse(_ limits: HTTPHeadLimits) throws(HTTPRefusal) -> Bool {
        let received = bytes
        return try received.span.withHeadBytes { (bytes) throws(HTTPRefusal) in
            while true {
                switch try section.next(bytes, upTo: bytes.count) {
                case .needsMore: return false
                case .end: return true
                case .line(let name, let value):
                    guard lineCount < limits.fieldCount else {
                        throw HTTPRefusal(.requestHeaderFieldsTooLarge, .tooManyFields)
                    }
                    lineCount += 1
                    let name = HTTPFieldName(token: bytes.string(name))
                    guard name.mayTrail else { continue }
                    var collected = fields ?? HTTPFields()
                    collected.append(name, bytes: Array(received[value]))
                    fields = collected
                }
            }
        }
    }
}

extension HTTPFieldName {
    /// Whether a field may stand in trailers: none that frames, routes, authenticates, or tells how to read the content
    /// (RFC 9110, section 6.5.1).
    package var mayTrail: Bool { !Self.neverTrailing.contains(self) }

    private static let neverTrailing: Set<HTTPFieldName> = [
        // Framing and connection.
        .contentLength, .transferEncoding, .connection, .keepAlive, .trailer, .te, .upgrade, "Proxy-Connection",
        // Routing and how the request is meant.
        .host, "Max-Forwards", .expect, .cacheControl, "Pragma", .range,
        .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .ifRange, .origin, .referer,
        // Authentication and state.
        .authorization, "Proxy-Authorization", "WWW-Authenticate", "Proxy-Authenticate",
        "Authentication-Info", "Proxy-Authentication-Info", .cookie, .setCookie,
        // The content.
        .contentType, .contentEncoding, .contentRange, "Content-Location", .contentDisposition,
        // What an answer's reader acts on at once.
        .date, .location, .retryAfter, .vary, "Age", "Expires", "Warning",
    ]
}
