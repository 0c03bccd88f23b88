import LoopbackKitHTTP

extension FuzzTarget {
    static let responseHead = FuzzTarget(
        "response-head",
        seeds: ResponseVector.all.map(\.bytes) + ContentVector.all.map(\.bytes)
    ) { input in
        for method in [HTTPMethod.get, .head, .connect] {
            for limits in [HTTPHeadLimits(), smallLimits] {
                let whole = ResponseOutcome.whole(input, answering: method, limits: limits)
                let cut = ResponseOutcome.of(
                    input,
                    answering: method,
                    arriving: input.cuts + [input.count],
                    limits: limits
                )
                try hold(cut == whole, "a split tells")
                try hold(
                    ResponseOutcome.byteByByte(input, answering: method, limits: limits) == whole,
                    "byte by byte it is another"
                )
            }
            guard case .complete(let consumed, let head, _) = ResponseOutcome.whole(input, answering: method) else {
                continue
            }
            try hold(consumed <= input.count, "more was taken than there is")
            try checkResponse(Array(input[..<consumed]), head, answering: method)
        }
    }

    /// What holds for a head that was taken.
    private static func checkResponse(_ received: [UInt8], _ head: ResponseHead, answering method: HTTPMethod) throws {
        try hold(
            ResponseOutcome.whole(received.dropLast(), answering: method) == .incomplete,
            "complete before its end"
        )
        let parsed = try parsedResponse(received, answering: method)
        try hold(parsed.head == head, "alone it is another")
        try parsed.lines.checkBytes()
        try checkContent(parsed.lines, head, answering: method)
        // Written anew it says the same.
        let reason = Array(received[head.reason])
        let line = Array("\(head.version) \(head.status.code) ".utf8) + reason + [13, 10]
        let again = try parsedResponse(line + parsed.lines.written, answering: method)
        try hold(again.lines.lines == parsed.lines.lines, "the fields changed")
        try hold(Array(again.lines.bytes[again.head.reason]) == reason, "the reason changed")
        var (first, second) = (head, again.head)
        (first.reason, second.reason) = (0..<0, 0..<0)
        try hold(first == second, "the head changed")
    }

    private static func parsedResponse(
        _ bytes: [UInt8],
        answering method: HTTPMethod
    ) throws -> (head: ResponseHead, lines: ParsedHead) {
        var parser = ResponseHeadParser(answering: method)
        let storage = HeadStorage.forParser()
        guard case .complete(bytes.count) = parser.parse(bytes.span, into: storage, limits: .init()) else {
            throw BrokenInvariant("it is refused by itself, or when written anew")
        }
        return (parser.head, ParsedHead(storage))
    }

    /// RFC 9112, section 6.3, told from the lines alone.
    private static func checkContent(_ lines: ParsedHead, _ head: ResponseHead, answering method: HTTPMethod) throws {
        let code = head.status.code
        let isTunnel = code == 101 || method == .connect && 200...299 ~= code
        let hasNoBody = method == .head || code < 200 || code == 204 || code == 304
        try hold((head.content == .tunnel) == isTunnel, "a tunnel, or none")
        switch head.content {
        case .tunnel: break
        case .none: try hold(hasNoBody || lines.hasLength(0), "a body is missing")
        case .chunked: try hold(!hasNoBody && lines.isChunked, "chunked is not said")
        case .length(let count): try hold(!hasNoBody && count > 0 && lines.hasLength(count), "another length")
        case .untilClose:
            let isFramed = !lines.values("content-length").isEmpty || !lines.values("transfer-encoding").isEmpty
            try hold(!hasNoBody && !isFramed, "a body with an end of its own")
        }
        let isOpen = head.content == .tunnel || head.content == .untilClose
        try hold(!isOpen || !head.keepsAlive, "kept without an end of the body")
        guard !isTunnel else { return }
        let framings = lines.values("content-length").count + lines.values("transfer-encoding").count
        try hold(framings <= 1, "two framings")
    }
}
