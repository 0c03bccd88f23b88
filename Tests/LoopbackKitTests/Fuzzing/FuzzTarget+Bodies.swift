import LoopbackKitHTTP

extension FuzzTarget {
    static let chunkedBody = FuzzTarget("chunked", seeds: ChunkVector.all.map(\.bytes)) { input in
        for limits in [HTTPHeadLimits(), smallLimits] {
            let whole = ChunkOutcome.of(input, cutAt: [], limits: limits)
            try hold(ChunkOutcome.of(input, cutAt: input.cuts, limits: limits) == whole, "a split tells")
            let bytes = ChunkOutcome.of(input, cutAt: Array(0..<input.count), limits: limits)
            try hold(bytes == whole, "byte by byte it is another")
        }
        switch ChunkOutcome.of(input, cutAt: []) {
        case .refused(let refusal): try hold([400, 431].contains(refusal.status.code), "\(refusal)")
        case .incomplete(let data): try hold(data.count <= input.count, "more data than bytes")
        case .complete(let consumed, let data, let trailers):
            try hold(consumed <= input.count && data.count <= consumed, "more was taken than there is")
            guard case .incomplete = ChunkOutcome.of(Array(input[..<(consumed - 1)]), cutAt: []) else {
                throw BrokenInvariant("complete before its end")
            }
            try checkWritten(data, trailers)
        }
    }

    /// Data and trailers come out as they are when they are written and read again.
    private static func checkWritten(_ data: [UInt8], _ trailers: [String]) throws {
        var fields = HTTPFields()
        for trailer in trailers {
            let colon = trailer.utf8.firstIndex(of: 58) ?? trailer.endIndex
            guard let name = HTTPFieldName(String(trailer[..<colon])) else { throw BrokenInvariant("a trailer's name") }
            try hold(name.mayTrail, "a trailer that may be none")
            // By bytes: a character may be a blank and an accent on it.
            fields.append(name, bytes: Array(trailer.utf8[colon...].dropFirst(2)))
        }
        var output = OutputBuffer()
        let half = data.count / 2
        ResponseHeadEncoder.appendChunk(data.span.extracting(..<half), into: &output)
        ResponseHeadEncoder.appendChunk(data.span.extracting(half...), into: &output)
        try ResponseHeadEncoder.appendLastChunk(trailers: fields, into: &output)
        let written = output.copy()
        let again = ChunkOutcome.of(written, cutAt: [])
        try hold(again == .complete(consumed: written.count, data: data, trailers: trailers), "written anew: \(again)")
    }

    static let multipart = FuzzTarget("multipart", seeds: MultipartVector.all.map(\.bytes)) { input in
        var small = MultipartLimits()
        (small.parts, small.partFields, small.partHead, small.partSize, small.total) = (2, 1, 20, 10, 60)
        for limits in [MultipartLimits(), small] {
            let whole = try MultipartOutcome.of(input, limits: limits)
            for cuts in [input.cuts, Array(0..<input.count)] {
                let cut = try MultipartOutcome.of(input, cutAt: cuts, limits: limits)
                // At a limit, what was given before it depends on the cuts; of two, the first that is met counts.
                let isLimited = [whole, cut].contains { limitCodes.contains($0.error ?? .truncated) }
                let isSame = isLimited ? whole.error != nil && cut.error != nil : cut == whole
                try hold(isSame, "a split tells: \(cut) and not \(whole)")
            }
            let size = whole.parts.reduce(0) { $0 + $1.data.count }
            try hold(size <= input.count, "more data than bytes")
            try hold(whole.parts.count <= limits.parts, "too many parts")
        }
        let outcome = try MultipartOutcome.of(input)
        try hold(outcome.comparisons <= 4 * input.count + 64, "the search looks too often")
        for part in outcome.parts.dropLast() { try hold(part.hasEnded, "a part without an end") }
        guard outcome.error == nil else { return }
        for part in outcome.parts { try checkPart(part.data) }
        let written = outcome.parts.flatMap { part -> [UInt8] in
            Array("--abc\r\n\(part.fields.map { "\($0)\r\n" }.joined())\r\n".utf8) + part.data + [13, 10]
        }
        let again = try MultipartOutcome.of(written + Array("--abc--".utf8))
        try hold(again == outcome, "written anew: \(again)")
    }

    private static let limitCodes: [FormError.Code] = [.tooLarge, .tooManyFields, .partTooLarge, .partHeadTooLarge]

    /// No part holds what divides parts.
    private static func checkPart(_ data: [UInt8]) throws {
        for line in ["--abc\r", "--abc ", "--abc\t", "--abc--"] {
            try hold(!data.starts(with: line.utf8), "a part begins with a delimiter")
            try hold(data.firstRange(of: Array("\r\n\(line)".utf8)) == nil, "a part holds a delimiter")
        }
    }

    static let webSocket = FuzzTarget("websocket", seeds: DecoderCase.all.map(\.bytes).filter { $0.count < 2000 }) {
        input in
        for role in [WebSocketRole.server, .client] {
            let vector = DecoderCase(name: "", role: role, bytes: input, limit: 500)
            let whole = vector.outcome()
            try hold(vector.outcome(cutAt: input.cuts) == whole, "a split tells")
            try hold(vector.outcome(cutAt: Array(0..<input.count)) == whole, "byte by byte it is another")
            let written = whole.events.flatMap { frame($0, role) }
            let again = DecoderCase(name: "", role: role, bytes: written, limit: 500).outcome()
            try hold(again == DecoderCase.Outcome(events: whole.events), "written anew: \(again)")
        }
    }

    /// What the other side sends to say that.
    private static func frame(_ event: WebSocketMessageDecoder.Event, _ role: WebSocketRole) -> [UInt8] {
        let mask = role == .server ? WebSocketMask(0x1234_5678) : nil
        switch event {
        case .needsMore: return []
        case .message(.text(let text)): return WebSocketFrameHeader.frame(.text, Array(text.utf8), mask: mask)
        case .message(.binary(let bytes)): return WebSocketFrameHeader.frame(.binary, bytes, mask: mask)
        case .ping(let bytes): return WebSocketFrameHeader.frame(.ping, bytes, mask: mask)
        case .pong(let bytes): return WebSocketFrameHeader.frame(.pong, bytes, mask: mask)
        case .close(let code, let reason):
            let number = code == .noStatus ? [] : [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 255)]
            return WebSocketFrameHeader.frame(.close, number + Array(reason.utf8), mask: mask)
        }
    }
}
