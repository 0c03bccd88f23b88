/// How far a head was parsed.
package enum HeadParseOutcome {
    /// All bytes fit and more are needed.
    case incomplete
    /// The head is these bytes; what follows is its body or the next message.
    case complete(consumed: Int)
    /// The head is refused, whatever follows.
    case refused(HTTPRefusal)
}

/// Parses a request's head as it arrives (RFC 9112, sections 2 to 6).
///
/// It keeps a few integers between calls and looks at each byte once. The outcome is the same at every split of the
/// input: rules are applied at the byte that decides them, and never to a byte behind a limit.
package struct RequestHeadParser: Sendable {
    private enum Stage { case requestLine, fields }

    private var stage = Stage.requestLine
    private var line = RequestLineParser()
    private var lines = HeadLinesParser()
    private var framing = RequestFraming()
    /// What the head says; it has a meaning once the outcome was `.complete`.
    package private(set) var head = RequestHead()

    package init() {}

    /// Starts again with another message.
    package mutating func reset() {
        let framing = framing.forNextMessage()
        self = Self()
        self.framing = framing
    }

    /// The head that was parsed; the parser starts again with another message.
    package mutating func takeHead() -> RequestHead {
        defer { reset() }
        return head
    }

    /// Goes on with the message's bytes.
    ///
    /// - Parameters:
    ///   - input: everything received of the message, from its first byte on.
    ///   - storage: takes the fields, and the head's bytes at its end, in place of what it holds.
    ///   - limits: the same at each call for a message.
    /// - Returns: how far the head was parsed.
    package mutating func parse(
        _ input: Span<UInt8>,
        into storage: HeadStorage,
        limits: HTTPHeadLimits
    ) -> HeadParseOutcome {
        input.withHeadBytes { bytes in
            do throws(HTTPRefusal) {
                if stage == .requestLine {
                    guard try parseRequestLine(bytes, limits) else { return .incomplete }
                }
                guard try parseFields(bytes, into: storage, limits) else { return .incomplete }
                try framing.complete(&head)
            } catch {
                return .refused(error)
            }
            bytes.copyPrefix(lines.position, to: &storage.bytes)
            return .complete(consumed: lines.position)
        }
    }

    private mutating func parseRequestLine(_ bytes: HeadBytes, _ limits: HTTPHeadLimits) throws(HTTPRefusal) -> Bool {
        let headLimit = limits.boundedHead
        // The line's own limit starts behind the empty line, which is known before so many bytes are there.
        let start = bytes.count > 1 && bytes[0] == 13 ? 2 : 0
        let lineLimit = start + limits.boundedRequestLine
        if try line.parse(bytes, upTo: min(bytes.count, lineLimit, headLimit)) {
            try line.decode(bytes, into: &head)
            lines = HeadLinesParser(at: line.position)
            framing.version = head.version
            stage = .fields
            return true
        }
        guard bytes.count < min(lineLimit, headLimit) else {
            throw lineLimit <= headLimit
                ? HTTPRefusal(.uriTooLong, .requestLineTooLong)
                : HTTPRefusal(.requestHeaderFieldsTooLarge, .headTooLarge)
        }
        return false
    }

    private mutating func parseFields(
        _ bytes: HeadBytes,
        into storage: HeadStorage,
        _ limits: HTTPHeadLimits
    ) throws(HTTPRefusal) -> Bool {
        let end = min(bytes.count, limits.boundedHead)
        switch try lines.parse(bytes, upTo: end, into: storage, limits.fieldCount, for: &framing) {
        case .complete: return true
        case .tooMany: throw tooMany(limits.fieldCount)
        case .needsMore:
            guard bytes.count < limits.boundedHead else { throw tooLarge(bytes, lines.lineStart, end) }
            return false
        }
    }

    /// Cookies are to blame when what else was seen of the head is within half of the limit.
    private func tooLarge(_ bytes: HeadBytes, _ start: Int, _ limit: Int) -> HTTPRefusal {
        var cookieBytes = framing.cookieBytes
        if limit - start > 6, bytes.matches(start..<start + 6, "cookie"), bytes[start + 6] == 58 {
            cookieBytes += limit - start
        }
        return HTTPRefusal(
            .requestHeaderFieldsTooLarge,
            .headTooLarge,
            isCausedByCookies: cookieBytes > 0 && limit - cookieBytes <= limit / 2
        )
    }

    private func tooMany(_ limit: Int) -> HTTPRefusal {
        let cookies = framing.cookieLines
        return HTTPRefusal(
            .requestHeaderFieldsTooLarge,
            .tooManyFields,
            isCausedByCookies: cookies > 0 && limit - cookies <= limit / 2
        )
    }
}

extension HTTPHeadLimits {
    /// Offsets into a head are kept in 32 bits.
    private static let largest = 1 << 30

    var boundedHead: Int { min(head, Self.largest) }
    var boundedRequestLine: Int { min(requestLine, Self.largest) }
}
