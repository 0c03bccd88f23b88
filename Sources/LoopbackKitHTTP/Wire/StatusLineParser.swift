/// The first line of an answer: `HTTP/1.1 SP status SP [reason] CR LF` (RFC 9112, section 4).
///
/// It looks at each byte once however the bytes arrive. One thing alone is forgiven: the space behind the status may be
/// missing where no reason follows. Servers are known that leave it out, and no two readers differ over such a line.
struct StatusLineParser: Sendable {
    private enum Stage { case version, reason, lineFeed }

    /// `HTTP/1.1 200`.
    private static let statusEnd = 12

    private var stage = Stage.version
    private(set) var position = 0
    private var reasonEnd = 0

    /// Reads on among the bytes before `end`.
    ///
    /// - Returns: whether the line is complete; `position` stands behind it then.
    mutating func parse(_ bytes: HeadBytes, upTo end: Int) throws(HTTPRefusal) -> Bool {
        if stage == .version {
            while position < end, position < Self.statusEnd {
                try Self.check(bytes[position], at: position)
                position &+= 1
            }
            guard position == Self.statusEnd, position < end else { return false }
            guard bytes[position] == 32 || bytes[position] == 13 else { throw .malformed(.malformedStatus) }
            stage = .reason
        }
        if stage == .reason {
            position = bytes.endOfValue(from: position, to: end)
            guard position < end else { return false }
            guard bytes[position] == 13 else {
                throw .malformed(bytes[position] == 10 ? .malformedLineEnd : .malformedReason)
            }
            reasonEnd = position
            position &+= 1
            stage = .lineFeed
        }
        guard position < end else { return false }
        guard bytes[position] == 10 else { throw .malformed(.malformedLineEnd) }
        position &+= 1
        return true
    }

    /// What a complete line says.
    func decode(_ bytes: HeadBytes, into head: inout ResponseHead) throws(HTTPRefusal) {
        guard bytes[5] == 49 else { throw HTTPRefusal(.httpVersionNotSupported, .unsupportedVersion) }
        head.version = bytes[7] == 48 ? .http1_0 : .http1_1
        let code = (9..<Self.statusEnd).reduce(0) { $0 * 10 + Int(bytes[$1] &- 48) }
        guard let status = HTTPStatus(code) else { throw .malformed(.malformedStatus) }
        head.status = status
        head.reason = min(Self.statusEnd + 1, reasonEnd)..<reasonEnd
    }

    /// The name is case-sensitive (RFC 9112, section 2.3).
    private static func check(_ byte: UInt8, at offset: Int) throws(HTTPRefusal) {
        let fits =
            switch offset {
            case 0: byte == 72
            case 1, 2: byte == 84
            case 3: byte == 80
            case 4: byte == 47
            case 6: byte == 46
            case 8: byte == 32
            default: isDigit(byte)
            }
        guard fits else { throw .malformed(offset < 9 ? .malformedVersion : .malformedStatus) }
    }
}
