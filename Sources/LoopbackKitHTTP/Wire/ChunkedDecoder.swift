/// Decodes the chunked transfer coding as it arrives (RFC 9112, section 7.1).
///
/// It holds no input: a chunk's line is kept as state, and trailers in a buffer of their own. Strict: CR LF alone ends a
/// line, and no white space stands in one.
package struct ChunkedDecoder: Sendable {
    /// What a decoded prefix was.
    package enum Event: Hashable, Sendable {
        /// Nothing that concerns the reader; all of the input was taken.
        case needsMore
        /// Data of the body: a range of the given input, never empty.
        case data(Range<Int>)
        /// The end of the body and its trailers.
        case end
    }

    private enum Stage {
        case line
        case data
        case dataEnd
        case trailers
        case end
    }

    private var stage = Stage.line
    private var line = ChunkLine()
    /// Bytes of data or of a chunk's end that are still to come.
    private var remaining = 0
    /// What the extensions of all chunks took.
    private var extensionCount = 0
    private var trailerSection = TrailerSection()

    package init() {}

    /// The trailers after `.end`, without fields that may not stand there (RFC 9110, section 6.5.1).
    package var trailers: HTTPFields { trailerSection.fields ?? HTTPFields() }

    /// Decodes a prefix of the input.
    ///
    /// - Parameters:
    ///   - input: bytes that were not taken yet.
    ///   - limits: the trailers are limited like a head.
    /// - Returns: how many bytes were taken, and what they were.
    /// - Throws: `HTTPRefusal` when the coding is malformed or too large; the rest of the connection is lost then.
    package mutating func decode(
        _ input: Span<UInt8>,
        limits: HTTPHeadLimits
    ) throws(HTTPRefusal) -> (consumed: Int, event: Event) {
        var index = 0
        while index < input.count {
            switch stage {
            case .line:
                try takeLineByte(input[index])
                index &+= 1
            case .data:
                let end = index + min(remaining, input.count - index)
                remaining -= end - index
                if remaining == 0 { beginDataEnd() }
                return (end, .data(index..<end))
            case .dataEnd:
                guard input[index] == (remaining == 2 ? 13 : 10) else { throw .malformed(.malformedChunkEnd) }
                index &+= 1
                remaining -= 1
                if remaining == 0 { stage = .line }
            case .trailers:
                let (consumed, isComplete) = try trailerSection.take(input.extracting(index...), limits: limits)
                index += consumed
                if isComplete { stage = .end }
            case .end: return (index, .end)
            }
        }
        return (index, stage == .end ? .end : .needsMore)
    }

    private mutating func takeLineByte(_ byte: UInt8) throws(HTTPRefusal) {
        let isComplete = try line.take(byte)
        if line.isInExtension {
            extensionCount &+= 1
            guard extensionCount <= ChunkLine.largestExtensions else { throw .malformed(.chunkExtensionsTooLong) }
        }
        guard isComplete else { return }
        remaining = line.size
        stage = line.size == 0 ? .trailers : .data
        line = ChunkLine()
    }

    private mutating func beginDataEnd() {
        stage = .dataEnd
        remaining = 2
    }
}
