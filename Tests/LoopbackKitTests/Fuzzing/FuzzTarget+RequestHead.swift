import LoopbackKitHTTP

extension FuzzTarget {
    /// Limits that an input of a few bytes passes.
    static let smallLimits: HTTPHeadLimits = {
        var limits = HTTPHeadLimits()
        limits.requestLine = 40
        limits.head = 90
        limits.fieldCount = 3
        return limits
    }()

    static let requestHead = FuzzTarget("request-head", seeds: HeadVector.all.map(\.bytes)) { input in
        for limits in [HTTPHeadLimits(), smallLimits] {
            let whole = HeadOutcome.whole(input, limits: limits)
            try hold(
                HeadOutcome.of(input, arriving: input.cuts + [input.count], limits: limits) == whole,
                "a split tells"
            )
            try hold(HeadOutcome.byteByByte(input, limits: limits) == whole, "byte by byte it is another")
        }
        switch HeadOutcome.whole(input) {
        case .incomplete: return
        case .refused(let refusal):
            try hold([400, 414, 417, 431, 501, 505].contains(refusal.status.code), "\(refusal)")
        case .complete(let consumed, let head, _):
            try hold(consumed <= input.count, "more was taken than there is")
            try checkRequest(Array(input[..<consumed]), head)
        }
    }

    /// What holds for a head that was taken.
    private static func checkRequest(_ received: [UInt8], _ head: RequestHead) throws {
        try hold(HeadOutcome.whole(received.dropLast()) == .incomplete, "complete before its end")
        let parsed = try parsedRequest(received)
        try hold(parsed.head == head, "alone it is another")
        try hold(parsed.lines.bytes == received, "the kept bytes are not those received")
        try parsed.lines.checkBytes()
        try checkTarget(received, head)
        try checkFraming(parsed.lines, head)
        // Written anew it says the same.
        let target = Array(received[head.target])
        let line = Array(received[head.method]) + [32] + target + Array(" \(head.version)\r\n".utf8)
        let again = try parsedRequest(line + parsed.lines.written)
        try hold(again.lines.lines == parsed.lines.lines, "the fields changed")
        let bytes = again.lines.bytes
        try hold(Array(bytes[again.head.target]) == target, "the target changed")
        try hold(Array(bytes[again.head.path]) == Array(received[head.path]), "the path changed")
        try hold(withoutPlaces(again.head) == withoutPlaces(head), "the head changed")
    }

    private static func parsedRequest(_ bytes: [UInt8]) throws -> (head: RequestHead, lines: ParsedHead) {
        var parser = RequestHeadParser()
        let storage = HeadStorage.forParser()
        guard case .complete(bytes.count) = parser.parse(bytes.span, into: storage, limits: .init()) else {
            throw BrokenInvariant("it is refused by itself, or when written anew")
        }
        return (parser.head, ParsedHead(storage))
    }

    private static func checkTarget(_ received: [UInt8], _ head: RequestHead) throws {
        let (target, path) = (head.target, head.path)
        try hold(!target.isEmpty && target.upperBound < received.count, "the target lies outside")
        try hold(path.lowerBound >= target.lowerBound && path.upperBound <= target.upperBound, "the path lies outside")
        try hold(received[target].allSatisfy { $0 > 32 && $0 < 127 && $0 != 35 }, "a target of other bytes")
        try hold(
            (head.form == .authority) == (head.methodWord == HTTPMethod.connect.word),
            "the authority form is CONNECT's"
        )
        try hold(head.form != .asterisk || head.methodWord == HTTPMethod.options.word, "the asterisk form is OPTIONS'")
        try hold(head.form != .origin || received[path].first == 47, "a path begins with a slash")
        try hold(!received[path].contains(63), "a question mark in a path")
    }

    /// What the framing and Host rules leave possible, told from the lines alone.
    private static func checkFraming(_ lines: ParsedHead, _ head: RequestHead) throws {
        let codings = lines.values("transfer-encoding")
        switch head.body {
        case .chunked: try hold(lines.isChunked && lines.values("content-length").isEmpty, "chunked and something else")
        case .length(let count): try hold(count > 0 && codings.isEmpty && lines.hasLength(count), "another length")
        case .none:
            try hold(codings.isEmpty, "a coding without a body")
            try hold(lines.values("content-length").isEmpty || lines.hasLength(0), "a length without a body")
        }
        try hold(head.version == .http1_1 || codings.isEmpty, "a coding in HTTP/1.0")
        let hosts = lines.values("host").count
        try hold(hosts == 1 || hosts == 0 && head.version == .http1_0, "\(hosts) Hosts")
        try hold(!head.expectsContinue || head.body != .none, "100 Continue without a body")
    }

    private static func withoutPlaces(_ head: RequestHead) -> RequestHead {
        var head = head
        (head.method, head.target, head.path) = (0..<0, 0..<0, 0..<0)
        return head
    }
}
