/// Reads a request's body through the parser, one piece at a time, for the parts and their bodies.
///
/// Not `Sendable`: parts come one after the other, so that one task alone can read them.
final class MultipartReader {
    /// What comes next in the body.
    private enum Step {
        case began(HTTPFields)
        case data([UInt8])
        case ended
    }

    private var source: HTTPIncomingBody.AsyncIterator
    private var parser: MultipartParser
    private var chunk: [UInt8] = []
    /// How many bytes of the chunk are used.
    private var used = 0
    /// The number of the present part, from 1 on.
    private var part = 0
    private var isInPart = false
    private var isAtEnd = false
    private var failure: (any Error)?

    init(_ body: HTTPIncomingBody, boundary: MultipartBoundary, limits: MultipartLimits) {
        source = body.makeAsyncIterator()
        parser = MultipartParser(boundary, limits: limits)
    }

    /// The next part, or `nil` at the body's end; what was not read of the present one is skipped.
    func nextPart() async throws -> MultipartPart? {
        while let step = try await next(wantsData: false) {
            switch step {
            case .began(let fields):
                part += 1
                isInPart = true
                guard let disposition = Self.disposition(fields) else { throw fail(FormError(.malformedDisposition)) }
                return MultipartPart(fields, disposition, MultipartPart.Body(reader: self, part: part))
            case .ended: isInPart = false
            case .data: continue
            }
        }
        part += 1
        return nil
    }

    /// The next piece of a part's body, or `nil` at its end.
    func nextChunk(of part: Int) async throws -> [UInt8]? {
        guard part == self.part else { throw FormError(.partSkipped) }
        guard isInPart else { return nil }
        if case .data(let data) = try await next(wantsData: true) { return data }
        isInPart = false
        return nil
    }

    private static func disposition(_ fields: HTTPFields) -> PartDisposition? {
        guard fields.values(of: .contentDisposition).count == 1,
            let value = fields.firstValueBytes(of: .contentDisposition)
        else { return nil }
        return PartDisposition(value.span)
    }

    private func next(wantsData: Bool) async throws -> Step? {
        if let failure { throw failure }
        guard !isAtEnd else { return nil }
        do {
            while true {
                while used < chunk.count {
                    if let step = try parse(wantsData: wantsData) { return step }
                }
                guard let next = try await source.next() else { break }
                chunk = next
                used = 0
            }
            try parser.finish()
        } catch {
            throw fail(error)
        }
        isAtEnd = true
        return nil
    }

    /// The next step that is in the chunk; `nil` when there is none or nobody wants it.
    private func parse(wantsData: Bool) throws(FormError) -> Step? {
        let (chunk, start) = (chunk, used)
        let (consumed, event) = try parser.parse(chunk.span.extracting(start...))
        used += consumed
        switch event {
        case .needsMore: return nil
        case .partBegan(let fields): return .began(fields)
        case .partEnded: return .ended
        case .data(let range):
            guard wantsData else { return nil }
            let isWhole = range.count == chunk.count
            return .data(isWhole ? chunk : Array(chunk[start + range.lowerBound..<start + range.upperBound]))
        case .heldData(let range): return wantsData ? .data(Array(parser.delimiterLine[range])) : nil
        }
    }

    /// Keeps an error for every later call.
    private func fail(_ error: any Error) -> any Error {
        failure = error
        return error
    }
}
