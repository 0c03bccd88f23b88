/// What the fields of a request say about its framing and its connection, gathered line by line (RFC 9112, sections
/// 3.2, 6 and 9).
struct RequestFraming: Sendable {
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
    /// Bytes and lines of Cookie fields, line ends included.
    private(set) var cookieBytes = 0
    private(set) var cookieLines = 0

    /// Takes a field line into account.
    ///
    /// - Parameters:
    ///   - bytes: the head.
    ///   - name: where the name stands.
    ///   - value: where the value stands.
    ///   - lineCount: the line's bytes with its end.
    ///   - version: the head's.
    /// - Throws: `HTTPRefusal` when the line breaks a rule by itself or together with an earlier one.
    @inline(__always)
    mutating func take(
        _ bytes: HeadBytes,
        name: Range<Int>,
        value: Range<Int>,
        lineCount: Int,
        version: HTTPVersion
    ) throws(HTTPRefusal) {
        // The length alone tells most names apart from these.
        guard name.count < 18, Self.lengths &>> UInt32(truncatingIfNeeded: name.count) & 1 == 1 else { return }
        try takeKnown(bytes, name: name, value: value, lineCount: lineCount, version: version)
    }

    /// A bit for the length of each name below.
    private static var lengths: UInt32 { 1 << 4 | 1 << 6 | 1 << 7 | 1 << 10 | 1 << 14 | 1 << 17 }

    private mutating func takeKnown(
        _ bytes: HeadBytes,
        name: Range<Int>,
        value: Range<Int>,
        lineCount: Int,
        version: HTTPVersion
    ) throws(HTTPRefusal) {
        switch name.count {
        case 4 where bytes.matches(name, "host"): try takeHost(bytes, value)
        case 6 where bytes.matches(name, "cookie"):
            cookieBytes &+= lineCount
            cookieLines &+= 1
        case 6 where bytes.matches(name, "expect"): takeExpectations(bytes, value)
        case 7 where bytes.matches(name, "upgrade"): hasUpgradeField = hasUpgradeField || !value.isEmpty
        case 10 where bytes.matches(name, "connection"): takeConnection(bytes, value)
        case 14 where bytes.matches(name, "content-length"): try takeContentLength(bytes, value)
        case 17 where bytes.matches(name, "transfer-encoding"): try takeCodings(bytes, value, version)
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
        // A port without a name has no meaning.
        guard let parts = Authority.parse(bytes, value), !parts.hostIsEmpty || value.isEmpty else {
            throw .malformed(.malformedHost)
        }
        hostIsEmpty = parts.hostIsEmpty
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
    private mutating func takeCodings(
        _ bytes: HeadBytes,
        _ value: Range<Int>,
        _ version: HTTPVersion
    ) throws(HTTPRefusal) {
        guard version == .http1_1 else { throw .malformed(.transferEncodingInOldVersion) }
        guard contentLength == nil else { throw .malformed(.conflictingFraming) }
        try codings.add(bytes, value)
    }

    /// Takes connection options (RFC 9110, section 7.6.1); those that mean nothing here are passed over.
    @inline(never)
    private mutating func takeConnection(_ bytes: HeadBytes, _ value: Range<Int>) {
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
}
