/// Field lines up to and with the empty line, of a head or of trailers (RFC 9112, section 5).
///
/// It looks at each byte once however the bytes arrive (twice at those of a line that was cut where it was first met), and
/// keeps four integers.
struct FieldSectionParser: Sendable {
    enum Step {
        /// All bytes are looked at and the section goes on.
        case needsMore
        /// A line without its line end; the value has no white space around it.
        case line(name: Range<Int>, value: Range<Int>)
        /// The empty line.
        case end
    }

    private enum Stage { case name, value }

    private var stage = Stage.name
    /// Where the present line begins.
    private(set) var lineStart: Int
    /// The first byte that was not looked at yet; behind the empty line after `.end`.
    private(set) var position: Int
    /// Where the present line's colon stands.
    private var colon = 0

    init(at start: Int = 0) {
        lineStart = start
        position = start
    }

    /// Whether nothing of the present line was looked at yet.
    var isAtLineStart: Bool { stage == .name && position == lineStart }

    /// Goes on behind whole lines.
    mutating func move(to start: Int) {
        lineStart = start
        position = start
    }

    /// A line that is there as a whole and about which nothing is unusual.
    struct WholeLine {
        let colon: Int
        let value: Range<Int>
        let end: Int
    }

    /// The line that begins at `start` as `next` would give it, if it is a usual one; `nil` leaves it to `next`.
    @inline(__always)
    static func wholeLine(_ bytes: HeadBytes, at start: Int, upTo end: Int) -> WholeLine? {
        let colon = bytes.endOfToken(from: start, to: end)
        // From one to 65535 bytes.
        guard colon < end, bytes[colon] == 58, UInt(bitPattern: colon &- start &- 1) < 65535 else { return nil }
        let lineEnd = bytes.endOfValue(from: colon &+ 1, to: end)
        guard bytes.hasLineEnd(at: lineEnd, upTo: end) else { return nil }
        let valueStart = colon &+ 2
        // Most values stand behind one space and are not empty.
        if valueStart < lineEnd, bytes[colon &+ 1] == 32, bytes[valueStart] > 32, bytes[lineEnd &- 1] > 32 {
            let value = unsafe Range(uncheckedBounds: (valueStart, lineEnd))  // in order by the line above
            return WholeLine(colon: colon, value: value, end: lineEnd &+ 2)
        }
        return WholeLine(colon: colon, value: bytes.trimmed(colon &+ 1..<lineEnd), end: lineEnd &+ 2)
    }

    /// The next line among the bytes before `end`.
    mutating func next(_ bytes: HeadBytes, upTo end: Int) throws(HTTPRefusal) -> Step {
        if stage == .name {
            position = bytes.endOfToken(from: position, to: end)
            guard position < end else { return .needsMore }
            if position == lineStart { return try startWithoutName(bytes, upTo: end) }
            guard bytes[position] == 58, position &- lineStart <= Int(UInt16.max) else {
                throw .malformed(.malformedFieldName)
            }
            colon = position
            position &+= 1
            stage = .value
        }
        position = bytes.endOfValue(from: position, to: end)
        guard position < end else { return .needsMore }
        guard bytes[position] == 13 else {
            throw .malformed(bytes[position] == 10 ? .malformedLineEnd : .malformedFieldValue)
        }
        guard position &+ 1 < end else { return .needsMore }
        guard bytes[position &+ 1] == 10 else { throw .malformed(.malformedLineEnd) }
        let line = Step.line(name: lineStart..<colon, value: bytes.trimmed(colon &+ 1..<position))
        position &+= 2
        lineStart = position
        stage = .name
        return line
    }

    private mutating func startWithoutName(_ bytes: HeadBytes, upTo end: Int) throws(HTTPRefusal) -> Step {
        switch bytes[position] {
        case 13:
            guard position &+ 1 < end else { return .needsMore }
            guard bytes[position &+ 1] == 10 else { throw .malformed(.malformedLineEnd) }
            position &+= 2
            return .end
        case 10: throw .malformed(.malformedLineEnd)
        case 9, 32: throw .malformed(.lineFolding)
        default: throw .malformed(.malformedFieldName)
        }
    }
}
