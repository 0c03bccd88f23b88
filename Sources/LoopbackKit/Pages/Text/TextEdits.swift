/// Changes of a text, each of which replaces a range of its bytes.
package struct TextEdits: Sendable {
    private struct Edit {
        let range: Range<Int>
        let bytes: [UInt8]
    }

    private var edits: [Edit] = []

    package init() {}

    /// How many changes there are.
    package var count: Int { edits.count }

    /// Whether the text stays as it is.
    package var isEmpty: Bool { edits.isEmpty }

    /// Replaces a range; an empty range is a place where bytes are put in.
    ///
    /// Ranges may come in any order and must not overlap: the one that begins first stands.
    package mutating func replace(_ range: Range<Int>, by bytes: [UInt8]) {
        edits.append(Edit(range: range, bytes: bytes))
    }

    /// The text with its changes.
    ///
    /// - Parameters:
    ///   - text: the whole text.
    ///   - part: the part that is wanted; whole by default. Changes that don't lie within it are left out.
    /// - Returns: the part's new bytes.
    package func apply(to text: [UInt8], part: Range<Int>? = nil) -> [UInt8] {
        let part = part ?? 0..<text.count
        var result: [UInt8] = []
        result.reserveCapacity(part.count + edits.reduce(0) { $0 + $1.bytes.count })
        var position = part.lowerBound
        for edit in ordered where edit.range.lowerBound >= position && edit.range.upperBound <= part.upperBound {
            result += text[position..<edit.range.lowerBound]
            result += edit.bytes
            position = edit.range.upperBound
        }
        result += text[position..<part.upperBound]
        return result
    }

    /// In the order of the text; of two at the same place the one that came first is first.
    private var ordered: [Edit] {
        let places = edits.indices.sorted {
            (edits[$0].range.lowerBound, $0) < (edits[$1].range.lowerBound, $1)
        }
        return places.map { edits[$0] }
    }

    /// Whether a change lies within a part.
    package func touches(_ part: Range<Int>) -> Bool {
        edits.contains { part.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= part.upperBound }
    }
}
