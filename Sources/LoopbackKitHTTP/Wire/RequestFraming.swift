/// What the fields of a request say about its framing and its connection, gathered line by line (RFC 9112, sections
/// 3.2, 6 and 9).
struct RequestFraming: FieldLineReader, Sendable {
    /// The head's, which is known before its fields.
    var version = HTTPVersion.http1_1
    private var hasHost = false
    private var hostIsEmpty = false
    private var contentLength: Int?
    private var codings = TransferCodings()
    private var closes = false
    private var keepsAlive = false
    private var namesUpgrade = false
    private var hasUpgradeField = false
    private var expectsContinue = false
    private var expectsOther = false
    /// The value of Host that was checked last, in this message or another one.
    private var usualHost = UsualHost()
    /// Bytes and lines of Cookie fields, line ends included.
    private(set) var cookieBytes = 0
    private(set) var cookieLines = 0

    init() {}

    /// The same for the next message.
    func next() -> RequestFraming {
        var next = RequestFraming()
        next.usualHost = usualHost
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
        let start = bytes.word(name) | Self.lowerCase
        switch size {
        case 4: guard start == Self.host else { return }
        case 6: guard start == Self.cookie || start == Self.expect else { return }
        case 7: guard start == Self.upgrade else { return }
        case 10: guard start == Self.connection else { return }
        case 14: guard start == Self.content else { return }
        default: guard start == Self.transfer else { return }
        }
        try takeKnown(bytes, start, name: name, value: value, lineCount: lineCount)
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
        _ start: UInt64,
        name: Range<Int>,
        value: Range<Int>,
        lineCount: Int
    ) throws(HTTPRefusal) {
        switch start {
        case Self.host: try takeHost(bytes, value)
        case Self.cookie:
            cookieBytes &+= lineCount
            cookieLines &+= 1
        case Self.expect: takeExpectations(bytes, value)
        case Self.upgrade: hasUpgradeField = hasUpgradeField || !value.isEmpty
        case Self.connection where bytes.matches(name, "connection"): takeConnection(bytes, value)
        case Self.content where bytes.matches(name, "content-length"): try takeContentLength(bytes, value)
        case Self.transfer where bytes.matches(name, "transfer-encoding"): try takeCodings(bytes, value)
        default: break
        }
    }

    /// Applies the rules that need the whole head.
    func complete(_ head: inout RequestHead) throws(HTTPRefusal) {
        try checkHost(head)
        if codings.isPresent {
            try codings.check()
            head.body = .chunked
        } else if let contentLength, contentLength > 0 {
            head.body = .length(contentLength)
        }
        guard !expectsOther else { throw HTTPRefusal(.expectationFailed, .unknownExpectation) }
        let isCurrent = head.version == .http1_1
        head.keepsAlive = !closes && (isCurrent || keepsAlive)
        // Neither exists in HTTP/1.0 (RFC 9110, sections 7.8 and 10.1.1). Without a body there is nothing to go on with.
        head.hasUpgrade = isCurrent && namesUpgrade && hasUpgradeField
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
        guard !usualHost.isValue(bytes, value) else { return }
        // A port without a name has no meaning.
        guard let parts = Authority.parse(bytes, value), !parts.hostIsEmpty || value.isEmpty else {
            throw .malformed(.malformedHost)
        }
        hostIsEmpty = parts.hostIsEmpty
        if !hostIsEmpty { usualHost = UsualHost(bytes, value) }
    }

    /// Takes a length (RFC 9110, section 8.6).
    ///
    /// A repeated line or a list is refused even where its values agree, as RFC 9112, section 6.3 allows.
    @inline(never)
    private mutating func takeContentLength(_ bytes: HeadBytes, _ value: Range<Int>) throws(HTTPRefusal) {
        guard contentLength == nil else { throw .malformed(.repeatedContentLength) }
        guard !codings.isPresent else { throw .malformed(.conflictingFraming) }
        guard let length = bytes.decimal(value) else { throw .malformed(.malformedContentLength) }
        contentLength = length
    }

    @inline(never)
    private mutating func takeCodings(_ bytes: HeadBytes, _ value: Range<Int>) throws(HTTPRefusal) {
        guard version == .http1_1 else { throw .malformed(.transferEncodingInOldVersion) }
        guard contentLength == nil else { throw .malformed(.conflictingFraming) }
        try codings.add(bytes, value)
    }

    /// Takes connection options (RFC 9110, section 7.6.1); those that mean nothing here are passed over.
    @inline(never)
    private mutating func takeConnection(_ bytes: HeadBytes, _ value: Range<Int>) {
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

/// A Host value of at most 24 bytes that was found to be well formed: most requests have the same one.
private struct UsualHost: Sendable {
    private var count = 0
    private var words: (UInt64, UInt64, UInt64) = (0, 0, 0)

    init() {}

    /// Keeps a value, or none when it is longer.
    init(_ bytes: HeadBytes, _ value: Range<Int>) {
        guard value.count <= 24 else { return }
        count = value.count
        words = Self.words(bytes, value)
    }

    /// Whether a value is the kept one, byte by byte.
    func isValue(_ bytes: HeadBytes, _ value: Range<Int>) -> Bool {
        count > 0 && value.count == count && Self.words(bytes, value) == words
    }

    @inline(__always)
    private static func words(_ bytes: HeadBytes, _ value: Range<Int>) -> (UInt64, UInt64, UInt64) {
        let (second, third) = (
            min(value.lowerBound + 8, value.upperBound), min(value.lowerBound + 16, value.upperBound)
        )
        return (
            bytes.word(value.lowerBound..<second), bytes.word(second..<third), bytes.word(third..<value.upperBound)
        )
    }
}

extension HeadBytes {
    /// The elements of a list without the white space around them; empty ones are left out (RFC 9110, section 5.6.1).
    func forEachElement(of value: Range<Int>, _ body: (Range<Int>) -> Void) {
        var start = value.lowerBound
        while start < value.upperBound {
            let end = first(44, in: start..<value.upperBound) ?? value.upperBound
            let element = trimmed(start..<end)
            if !element.isEmpty { body(element) }
            start = end &+ 1
        }
    }

    /// A number of decimal digits alone, or `nil` when there is none, another byte, or too large a number.
    func decimal(_ range: Range<Int>) -> Int? {
        guard !range.isEmpty else { return nil }
        guard range.count > 8 else { return shortDecimal(range) }
        var number = 0
        for index in range {
            guard isDigit(self[index]) else { return nil }
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, sumIsTooLarge) = product.addingReportingOverflow(Int(self[index] &- 48))
            guard !isTooLarge, !sumIsTooLarge else { return nil }
            number = sum
        }
        return number
    }

    /// The same for one to eight digits, all at once.
    @inline(__always)
    private func shortDecimal(_ range: Range<Int>) -> Int? {
        // The last digit highest, and zeros as digits before the first one.
        let zeros: UInt64 = 0x3030_3030_3030_3030
        let word =
            word(range) << UInt64(64 - 8 * range.count) | (range.count < 8 ? zeros >> UInt64(8 * range.count) : 0)
        // A digit's high half is 3, and stays 3 when 6 is added.
        let high: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
        guard word & high == zeros, (word &+ 0x0606_0606_0606_0606) & high == zeros else { return nil }
        // Neighbours are joined: digits to pairs, pairs to fours, fours to the number.
        let pairs = ((word & ~high) &* 2561) >> 8 & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 6_553_601) >> 16 & 0x0000_FFFF_0000_FFFF
        return Int((fours &* 42_949_672_960_001) >> 32)
    }
}
