/// How far an answer's head was parsed.
package enum ResponseParseOutcome {
    /// All bytes fit and more are needed.
    case incomplete
    /// The head is these bytes; what follows is its body or the next message.
    case complete(consumed: Int)
    /// The head is refused, whatever follows.
    case refused(MalformedResponse)
}

/// Parses an answer's head as it arrives (RFC 9112, sections 2 and 4 to 6), as strictly as requests are parsed.
///
/// It keeps a few integers between calls and looks at each byte once. The outcome is the same at every split of the
/// input: rules are applied at the byte that decides them, and never to a byte behind a limit.
package struct ResponseHeadParser: Sendable {
    private enum Stage { case statusLine, fields }

    private let method: HTTPMethod
    private var stage = Stage.statusLine
    private var line = StatusLineParser()
    private var lines = HeadLinesParser()
    private var framing = ResponseFramingFields()
    /// What the head says; it has a meaning once the outcome was `.complete`.
    package private(set) var head = ResponseHead()

    /// Makes a parser for one head.
    ///
    /// - Parameter method: the request's, which decides what follows the head.
    package init(answering method: HTTPMethod) { self.method = method }

    /// Starts again with another answer to the same request, behind an interim one.
    package mutating func reset() { self = Self(answering: method) }

    /// Goes on with the answer's bytes.
    ///
    /// - Parameters:
    ///   - input: everything received of the answer, from its first byte on.
    ///   - storage: takes the fields, and the head's bytes at its end, in place of what it holds.
    ///   - limits: the same at each call for an answer; the status line has no limit of its own.
    /// - Returns: how far the head was parsed.
    package mutating func parse(
        _ input: Span<UInt8>,
        into storage: HeadStorage,
        limits: HTTPHeadLimits
    ) -> ResponseParseOutcome {
        input.withHeadBytes { bytes in
            do throws(HTTPRefusal) {
                let end = min(bytes.count, limits.boundedHead)
                guard try parseStatusLine(bytes, upTo: end),
                    try parseFields(bytes, upTo: end, into: storage, limits.fieldCount)
                else {
                    guard bytes.count < limits.boundedHead else { throw .malformed(.headTooLarge) }
                    return .incomplete
                }
                try framing.complete(&head, answering: method)
            } catch {
                return .refused(MalformedResponse(error.reason))
            }
            bytes.copyPrefix(lines.position, to: &storage.bytes)
            return .complete(consumed: lines.position)
        }
    }

    private mutating func parseStatusLine(_ bytes: HeadBytes, upTo end: Int) throws(HTTPRefusal) -> Bool {
        guard stage == .statusLine else { return true }
        guard try line.parse(bytes, upTo: end) else { return false }
        try line.decode(bytes, into: &head)
        lines = HeadLinesParser(at: line.position)
        framing.version = head.version
        framing.opensTunnel = head.status.opensTunnel(answering: method)
        stage = .fields
        return true
    }

    private mutating func parseFields(
        _ bytes: HeadBytes,
        upTo end: Int,
        into storage: HeadStorage,
        _ limit: Int
    ) throws(HTTPRefusal) -> Bool {
        switch try lines.parse(bytes, upTo: end, into: storage, limit, for: &framing) {
        case .complete: return true
        case .needsMore: return false
        case .tooMany: throw .malformed(.tooManyFields)
        }
    }
}
