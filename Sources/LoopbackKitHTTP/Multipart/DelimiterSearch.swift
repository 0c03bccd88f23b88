/// Finds a multipart delimiter in bytes that arrive in any pieces.
///
/// A delimiter begins with CR and has no second one, so that after a mismatch the search goes on at the byte that did not
/// fit: each byte is compared at most once where it arrives, and the time is linear whatever a sender makes up. Nothing
/// is buffered: bytes held back as a possible delimiter are the delimiter's own.
package struct DelimiterSearch: Sendable {
    /// What a step found.
    package enum Outcome: Hashable, Sendable {
        /// A range of the input, never empty, that is no delimiter.
        case data(Range<Int>)
        /// A run of the delimiter's bytes that were held back and are no delimiter.
        case released(Range<Int>)
        /// The whole delimiter.
        case found
        /// The rest of the input was taken; some of it may be held back.
        case needsMore
    }

    package let delimiter: [UInt8]
    /// How many of the delimiter's bytes are held back.
    private var held = 0
    /// How many of these don't belong to what is searched: the line end before it.
    private var borrowed = 0
    /// How many bytes were compared with the delimiter's, for tests of the search's cost.
    package private(set) var comparisons = 0

    package init(_ delimiter: [UInt8]) { self.delimiter = delimiter }

    /// Begins behind a line end, which may be the one that a delimiter begins with.
    package mutating func beginLine() {
        held = 2
        borrowed = 2
    }

    /// Takes the next bytes from `index` on, and moves behind what it took.
    package mutating func next(_ input: Span<UInt8>, _ index: inout Int) -> Outcome {
        if held > 0 {
            held = compare(input, &index, matched: held)
            if held == delimiter.count { return .found }
            if index == input.count { return .needsMore }
            if let range = release() { return .released(range) }
        }
        let start = index
        while index < input.count {
            guard let candidate = Self.firstLineEnd(input, index) else {
                index = input.count
                break
            }
            index = candidate
            let matched = compare(input, &index, matched: 0)
            guard matched == delimiter.count || index == input.count else { continue }
            // What stands before it is given out first; the few bytes behind are compared again then.
            guard candidate == start else {
                index = candidate
                break
            }
            held = matched
            return matched == delimiter.count ? .found : .needsMore
        }
        return index > start ? .data(start..<index) : .needsMore
    }

    /// After `.found`: the delimiter was none, and its bytes are data.
    ///
    /// - Returns: the run of them that belongs to what is searched.
    package mutating func release() -> Range<Int>? {
        let range = borrowed..<held
        held = 0
        borrowed = 0
        return range.isEmpty ? nil : range
    }

    /// Goes on comparing where `matched` bytes of the delimiter have been met, and says how many have then.
    private mutating func compare(_ input: Span<UInt8>, _ index: inout Int, matched: Int) -> Int {
        let start = index
        var matched = matched
        while index < input.count, matched < delimiter.count, input[index] == delimiter[matched] {
            index += 1
            matched += 1
        }
        comparisons &+= index - start + 1
        return matched
    }

    private static func firstLineEnd(_ input: Span<UInt8>, _ start: Int) -> Int? {
        input.withHeadBytes { $0.first(13, in: start..<$0.count) }
    }
}
