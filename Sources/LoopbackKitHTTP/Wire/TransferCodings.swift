/// The list of a message's transfer codings, gathered over its Transfer-Encoding lines (RFC 9112, section 6.1).
struct TransferCodings: Sendable {
    private(set) var isPresent = false
    private var endsInChunked = false
    /// Another coding than chunked, or chunked more than once.
    private var hasUnknown = false

    /// Adds a line's value: codings without parameters, separated by commas.
    ///
    /// Empty elements are refused though lists in general may have them (RFC 9110, section 5.6.1.2): another recipient
    /// may read such a line in another way, and no client sends one.
    mutating func add(_ bytes: HeadBytes, _ value: Range<Int>) throws(HTTPRefusal) {
        isPresent = true
        var start = value.lowerBound
        while true {
            let end = bytes.first(44, in: start..<value.upperBound) ?? value.upperBound
            let coding = bytes.trimmed(start..<end)
            guard !coding.isEmpty, bytes.endOfToken(from: coding.lowerBound, to: coding.upperBound) == coding.upperBound
            else { throw .malformed(.malformedTransferEncoding) }
            let isChunked = bytes.matches(coding, "chunked")
            if !isChunked || endsInChunked { hasUnknown = true }
            endsInChunked = isChunked
            guard end < value.upperBound else { return }
            start = end &+ 1
        }
    }

    /// Refuses what can't be decoded; call it when every line was added and one is present.
    func check() throws(HTTPRefusal) {
        guard endsInChunked else { throw .malformed(.finalCodingNotChunked) }
        guard !hasUnknown else { throw HTTPRefusal(.notImplemented, .unknownTransferCoding) }
    }
}
