/// Divides a multipart body into its parts as it arrives (RFC 2046, section 5.1): bytes in, events out.
///
/// A line that begins with the delimiter is one when two hyphens, white space or CR follow; then it must be complete
/// (`--boundary`, at most white space, CR LF). Before any other byte it is part of the data: a boundary that begins like
/// another one divides nothing. What stands before the first delimiter and behind the last is skipped. The events and
/// data are the same however the bytes are cut; only how much is given before a limit stops them depends on it.
package struct MultipartParser: Sendable {
    /// What a prefix of the input was.
    package enum Event: Sendable {
        /// Nothing that concerns the reader; all of the input was taken.
        case needsMore
        /// A part's head.
        case partBegan(HTTPFields)
        /// Data of the part: a range of the given input, never empty.
        case data(Range<Int>)
        /// Data of the part that looked like a delimiter: a range of `delimiterLine`, never empty.
        case heldData(Range<Int>)
        /// The part is complete.
        case partEnded
    }

    private enum Stage {
        /// Before the first delimiter, or in a part.
        case searching
        /// Behind a delimiter, and behind its first hyphen.
        case found, foundHyphen
        /// Behind the white space and the CR of a delimiter's line.
        case padding, lineEnd
        case head
        /// The same behind the closing delimiter, and what follows it.
        case closingPadding, closingLineEnd, epilogue
    }

    /// The delimiter and a hyphen.
    package let delimiterLine: [UInt8]
    private let limits: MultipartLimits
    private var stage = Stage.searching
    private var search: DelimiterSearch
    private var head = PartHeadSection()
    private var isInPart = false
    private var partCount = 0
    private var partSize = 0
    private var total = 0

    /// Makes a parser.
    package init(_ boundary: MultipartBoundary, limits: MultipartLimits = .init()) {
        self.limits = limits
        delimiterLine = boundary.delimiter + [45]
        search = DelimiterSearch(boundary.delimiter)
        search.beginLine()
    }

    /// How many bytes were compared with the delimiter's, for tests of the search's cost.
    package var comparisons: Int { search.comparisons }

    /// Takes a prefix of the input.
    ///
    /// - Parameter input: bytes that were not taken yet.
    /// - Returns: how many bytes were taken, and what they were.
    /// - Throws: `FormError` when the body is malformed or passes a limit.
    package mutating func parse(_ input: Span<UInt8>) throws(FormError) -> (consumed: Int, event: Event) {
        var index = 0
        var event: Event?
        while index < input.count, event == nil {
            let start = index
            event = try step(input, &index)
            total += index - start
            if let limit = limits.total, total > limit { throw FormError(.tooLarge) }
        }
        return (index, event ?? .needsMore)
    }

    /// Checks that the body may end here.
    ///
    /// - Throws: `FormError` with code `truncated` when the closing delimiter is missing.
    package func finish() throws(FormError) {
        guard stage == .closingPadding || stage == .epilogue else { throw FormError(.truncated) }
    }

    private mutating func step(_ input: Span<UInt8>, _ index: inout Int) throws(FormError) -> Event? {
        switch stage {
        case .searching: return try continueSearch(input, &index)
        case .found: return try afterDelimiter(input[index], &index)
        case .foundHyphen: return try afterHyphen(input[index], &index)
        case .padding: try takePadding(input[index], lineEnd: .lineEnd)
        case .closingPadding: try takePadding(input[index], lineEnd: .closingLineEnd)
        case .lineEnd:
            try takeLineFeed(input[index], next: .head)
            head = PartHeadSection()
            partCount += 1
            guard partCount <= limits.parts else { throw FormError(.tooManyFields) }
        case .closingLineEnd: try takeLineFeed(input[index], next: .epilogue)
        case .head: return try continueHead(input, &index)
        case .epilogue: index = input.count - 1
        }
        index += 1
        return nil
    }

    private mutating func continueHead(_ input: Span<UInt8>, _ index: inout Int) throws(FormError) -> Event? {
        let (consumed, isComplete) = try head.take(input.extracting(index...), limits: limits)
        index += consumed
        guard isComplete else { return nil }
        isInPart = true
        partSize = 0
        stage = .searching
        // The empty line's end may be the one before a delimiter: a part without a body.
        search.beginLine()
        return .partBegan(head.fields)
    }

    private mutating func continueSearch(_ input: Span<UInt8>, _ index: inout Int) throws(FormError) -> Event? {
        switch search.next(input, &index) {
        case .needsMore: return nil
        case .data(let range):
            try count(range)
            return isInPart ? .data(range) : nil
        case .released(let range): return try heldData(range)
        case .found:
            stage = .found
            return nil
        }
    }

    private mutating func heldData(_ range: Range<Int>) throws(FormError) -> Event? {
        try count(range)
        return isInPart ? .heldData(range) : nil
    }

    private mutating func count(_ data: Range<Int>) throws(FormError) {
        partSize += data.count
        if isInPart, let limit = limits.partSize, partSize > limit { throw FormError(.partTooLarge) }
    }

    private mutating func afterDelimiter(_ byte: UInt8, _ index: inout Int) throws(FormError) -> Event? {
        switch byte {
        case 45: stage = .foundHyphen
        case 32, 9: stage = .padding
        case 13: stage = .lineEnd
        case 10: throw FormError(.malformedDelimiter)
        default:
            stage = .searching
            return try search.release().flatMap { (range) throws(FormError) in try heldData(range) }
        }
        index += 1
        return byte == 45 ? nil : endPart()
    }

    private mutating func afterHyphen(_ byte: UInt8, _ index: inout Int) throws(FormError) -> Event? {
        guard byte == 45 else {
            stage = .searching
            let start = search.release()?.lowerBound ?? delimiterLine.count - 1
            return try heldData(start..<delimiterLine.count)
        }
        stage = .closingPadding
        index += 1
        return endPart()
    }

    private mutating func endPart() -> Event? {
        defer { isInPart = false }
        return isInPart ? .partEnded : nil
    }

    private mutating func takePadding(_ byte: UInt8, lineEnd: Stage) throws(FormError) {
        if byte == 13 { stage = lineEnd } else if !isBlank(byte) { throw FormError(.malformedDelimiter) }
    }

    private mutating func takeLineFeed(_ byte: UInt8, next: Stage) throws(FormError) {
        guard byte == 10 else { throw FormError(.malformedDelimiter) }
        stage = next
    }
}
