/// The first line of a request: `method SP target SP HTTP/1.1 CR LF` (RFC 9112, section 3).
///
/// It looks at each byte once however the bytes arrive. Nothing but one space stands between the words: section 3 warns
/// of what lenient readers make of other white space.
struct RequestLineParser: Sendable {
    private enum Stage { case emptyLine, method, target, version }

    // No registered method is longer than 17 bytes: what is much longer is no attempt at one.
    private static let longestMethod = 64

    private var stage = Stage.emptyLine
    /// Where the line begins: behind the empty line that may precede it (RFC 9112, section 2.2).
    private(set) var start = 0
    private(set) var position = 0
    private var methodEnd = 0
    private var targetEnd = 0

    /// Reads on among the bytes before `end`.
    ///
    /// - Returns: whether the line is complete; `position` stands behind it then.
    mutating func parse(_ bytes: HeadBytes, upTo end: Int) throws(HTTPRefusal) -> Bool {
        if stage == .emptyLine {
            guard try skipEmptyLine(bytes, upTo: end) else { return false }
            stage = .method
        }
        if stage == .method {
            position = bytes.endOfToken(from: position, to: end)
            guard position &- start <= Self.longestMethod else { throw .malformed(.malformedMethod) }
            guard position < end else { return false }
            guard bytes[position] == 32, position > start else { throw .malformed(.malformedMethod) }
            methodEnd = position
            position &+= 1
            stage = .target
        }
        if stage == .target {
            position = bytes.endOfTarget(from: position, to: end)
            guard position < end else { return false }
            guard bytes[position] == 32, position > methodEnd &+ 1 else { throw .malformed(.malformedTarget) }
            targetEnd = position
            position &+= 1
            stage = .version
        }
        return try parseVersion(bytes, upTo: end)
    }

    private mutating func skipEmptyLine(_ bytes: HeadBytes, upTo end: Int) throws(HTTPRefusal) -> Bool {
        guard end > 0 else { return false }
        guard bytes[0] == 13 else { return true }
        guard end > 1 else { return false }
        guard bytes[1] == 10 else { throw .malformed(.malformedLineEnd) }
        start = 2
        position = 2
        return true
    }

    /// `HTTP/`, a digit, a point, a digit and the line end; the name is case-sensitive (RFC 9112, section 2.3).
    private mutating func parseVersion(_ bytes: HeadBytes, upTo end: Int) throws(HTTPRefusal) -> Bool {
        let first = targetEnd &+ 1
        let common: UInt64 = 0x312E_312F_5054_5448  // HTTP/1.1
        if first &+ 10 <= end, bytes.eight(at: first) == common, bytes[first &+ 8] == 13, bytes[first &+ 9] == 10 {
            position = first &+ 10
            return true
        }
        while position < end, position < first &+ 10 {
            guard Self.fits(bytes[position], at: position &- first) else { throw .malformed(.malformedVersion) }
            position &+= 1
        }
        return position == first &+ 10
    }

    private static func fits(_ byte: UInt8, at offset: Int) -> Bool {
        switch offset {
        case 0: byte == 72
        case 1, 2: byte == 84
        case 3: byte == 80
        case 4: byte == 47
        case 5, 7: isDigit(byte)
        case 6: byte == 46
        case 8: byte == 13
        default: byte == 10
        }
    }

    /// What a complete line says.
    func decode(_ bytes: HeadBytes, into head: inout RequestHead) throws(HTTPRefusal) {
        // The version first: what another major version means by the other words is not known here.
        guard bytes[targetEnd &+ 6] == 49 else { throw HTTPRefusal(.httpVersionNotSupported, .unsupportedVersion) }
        head.version = bytes[targetEnd &+ 8] == 48 ? .http1_0 : .http1_1
        head.method = Self.method(bytes, start..<methodEnd)
        head.target = methodEnd &+ 1..<targetEnd
        let parts = try TargetParts(bytes, head.target, isConnect: head.method == .connect)
        guard parts.form != .asterisk || head.method == .options else { throw .malformed(.targetFormMismatch) }
        head.form = parts.form
        head.path = parts.path
    }

    /// The usual methods without a look at their names as text.
    private static func method(_ bytes: HeadBytes, _ range: Range<Int>) -> HTTPMethod {
        guard range.count <= 7 else { return HTTPMethod(token: bytes.string(range)) }
        var word: UInt64 = 0
        for index in range { word = word &<< 8 | UInt64(bytes[index]) }
        switch word {
        case 0x47_4554: return .get
        case 0x4845_4144: return .head
        case 0x504F_5354: return .post
        case 0x50_5554: return .put
        case 0x50_4154_4348: return .patch
        case 0x4445_4C45_5445: return .delete
        case 0x4F_5054_494F_4E53: return .options
        case 0x43_4F4E_4E45_4354: return .connect
        default: return HTTPMethod(token: bytes.string(range))
        }
    }
}
