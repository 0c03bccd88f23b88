/// A Host value of at most 24 bytes that was found to be well formed: most requests have the same one.
struct LastCheckedHost: Sendable {
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
