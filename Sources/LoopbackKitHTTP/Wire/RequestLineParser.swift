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
            // Most requests are a GET.
            let isGet = position == start && start &+ 4 <= end && bytes.word(start..<start &+ 4) == 0x2054_4547
            position = isGet ? start &+ 3 : bytes.endOfToken(from: position, to: end)
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
        head.method = start..<methodEnd
        head.methodWord = head.method.count <= 8 ? bytes.word(head.method) : 0
        head.target = methodEnd &+ 1..<targetEnd
        let parts = try TargetParts(bytes, head.target, isConnect: head.methodWord == HTTPMethod.connect.word)
        guard parts.form != .asterisk || head.methodWord == HTTPMethod.options.word else {
            throw .malformed(.targetFormMismatch)
        }
        head.form = parts.form
        head.path = parts.path
    }
}
