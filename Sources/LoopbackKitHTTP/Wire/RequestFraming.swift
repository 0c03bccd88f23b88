/// What the fields of a request say about its framing and its connection, gathered line by line (RFC 9112, sections
/// 3.2, 6 and 9).
struct RequestFraming: FieldLineReader, Sendable {
    /// The head's, which is known before its fields.
    var version = HTTPVersion.http1_1
    private var hasHost = false
    private var hostIsEmpty = false
    private var framing = MessageFraming()
    private var hasUpgradeField = false
    private var expectsContinue = false
    private var expectsOther = false
    /// The value of Host that was checked last, in this message or another one.
    private var lastHost = LastCheckedHost()
    /// Bytes and lines of Cookie fields, line ends included.
    private(set) var cookieBytes = 0
    private(set) var cookieLines = 0

    init() {}

    /// The same for the next message.
    func forNextMessage() -> RequestFraming {
        var next = RequestFraming()
        next.lastHost = lastHost
        return next
    }

    @inline(__always)
    mutating func take(
        _ bytes: HeadBytes,
        name: Range<Int>,
        value: Range<Int>,
        lineCount: Int
    ) throws(HTTPRefusal) {
        // Length and first bytes tell other names apart from these, whose rest is compared where they are taken.
        let size = name.upperBound &- name.lowerBound
        guard size < 18, Self.lengths &>> UInt32(truncatingIfNeeded: size) & 1 == 1 else { return }
        let prefix = bytes.word(name) | Self.lowerCase
        switch size {
        case 4: guard prefix == Self.host else { return }
        case 6: guard prefix == Self.cookie || prefix == Self.expect else { return }
        case 7: guard prefix == Self.upgrade else { return }
        case 10: guard prefix == Self.connection else { return }
        case 14: guard prefix == Self.content else { return }
        default: guard prefix == Self.transfer else { return }
        }
        try takeKnown(bytes, prefix, name: name, value: value, lineCount: lineCount)
    }

    /// A bit for the length of each name below.
    private static var lengths: UInt32 { 1 << 4 | 1 << 6 | 1 << 7 | 1 << 10 | 1 << 14 | 1 << 17 }

    // The first eight bytes of names in lower case, the first one lowest; shorter ones are padded with spaces. The bit
    // that makes a small letter of a capital one makes a space of the zero behind a short name.
    private static var lowerCase: UInt64 { 0x2020_2020_2020_2020 }
    private static var host: UInt64 { 0x2020_2020_7473_6F68 }
    private static var cookie: UInt64 { 0x2020_6569_6B6F_6F63 }
    private static var expect: UInt64 { 0x2020_7463_6570_7865 }
    private static var upgrade: UInt64 { 0x2065_6461_7267_7075 }
    private static var connection: UInt64 { 0x6974_6365_6E6E_6F63 }
    private static var content: UInt64 { 0x2D74_6E65_746E_6F63 }
    private static var transfer: UInt64 { 0x7265_6673_6E61_7274 }

    @inline(never)
    private mutating func takeKnown(
        _ bytes: HeadBytes,
        _ prefix: UInt64,
        name: Range<Int>,
        value: Range<Int>,
        lineCount: Int
    ) throws(HTTPRefusal) {
        switch prefix {
        case Self.host: try takeHost(bytes, value)
        case Self.cookie:
            cookieBytes &+= lineCount
            cookieLines &+= 1
        case Self.expect: takeExpectations(bytes, value)
        case Self.upgrade: hasUpgradeField = hasUpgradeField || !value.isEmpty
        case Self.connection where bytes.matches(name, "connection"): framing.takeConnection(bytes, value)
        case Self.content where bytes.matches(name, "content-length"): try framing.takeContentLength(bytes, value)
        case Self.transfer where bytes.matches(name, "transfer-encoding"):
            try framing.takeCodings(bytes, value, version)
        default: break
        }
    }

    /// Applies the rules that need the whole head.
    func complete(_ head: inout RequestHead) throws(HTTPRefusal) {
        try checkHost(head)
        if try framing.isChunked() {
            head.body = .chunked
        } else if let contentLength = framing.contentLength, contentLength > 0 {
            head.body = .length(contentLength)
        }
        guard !expectsOther else { throw HTTPRefusal(.expectationFailed, .unknownExpectation) }
        let isCurrent = head.version == .http1_1
        head.keepsAlive = framing.persists(in: head.version)
        // Neither exists in HTTP/1.0 (RFC 9110, sections 7.8 and 10.1.1). Without a body there is nothing to go on with.
        head.hasUpgrade = isCurrent && framing.namesUpgrade && hasUpgradeField
        head.expectsContinue = isCurrent && expectsContinue && head.body != .none
    }

    /// There is exactly one Host in HTTP/1.1 (RFC 9112, section 3.2).
    ///
    /// An empty one says that the target has no authority, which an http URI can't lack (RFC 9110, section 4.2.1), unless
    /// the target itself names it.
    private func checkHost(_ head: RequestHead) throws(HTTPRefusal) {
        guard head.version == .http1_1 else { return }
        guard hasHost else { throw .malformed(.missingHost) }
        let targetHasAuthority = head.form == .absolute || head.form == .authority
        guard !hostIsEmpty || targetHasAuthority else { throw .malformed(.malformedHost) }
    }

    @inline(never)
    private mutating func takeHost(_ bytes: HeadBytes, _ value: Range<Int>) throws(HTTPRefusal) {
        guard !hasHost else { throw .malformed(.repeatedHost) }
        hasHost = true
        guard !lastHost.isValue(bytes, value) else { return }
        // A port without a name has no meaning.
        guard let parts = Authority.parse(bytes, value), !parts.hostIsEmpty || value.isEmpty else {
            throw .malformed(.malformedHost)
        }
        hostIsEmpty = parts.hostIsEmpty
        if !hostIsEmpty { lastHost = LastCheckedHost(bytes, value) }
    }

    /// RFC 9110, section 10.1.1.
    @inline(never)
    private mutating func takeExpectations(_ bytes: HeadBytes, _ value: Range<Int>) {
        bytes.forEachElement(of: value) { expectation in
            if bytes.matches(expectation, "100-continue") {
                expectsContinue = true
            } else {
                expectsOther = true
            }
        }
    }
}
