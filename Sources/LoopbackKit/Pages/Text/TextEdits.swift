/// Changes of a text, each of which replaces a range of its bytes.
package struct TextEdits: Sendable {
    fileprivate struct Edit {
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

    /// The changes in the order of the text; of two at the same place the one that came first is first.
    package var sorted: Sorted {
        let places = edits.indices.sorted {
            (edits[$0].range.lowerBound, $0) < (edits[$1].range.lowerBound, $1)
        }
        return Sorted(edits: places.map { edits[$0] })
    }

    /// The text with its changes.
    package func apply(to text: [UInt8]) -> [UInt8] { sorted.apply(to: text, part: 0..<text.count) }
}

extension TextEdits {
    /// Changes in the order of their text.
    package struct Sorted: Sendable {
        fileprivate let edits: [Edit]

        /// A part of the text with the changes that lie within it.
        ///
        /// - Parameters:
        ///   - text: the whole text.
        ///   - part: the part that is wanted.
        /// - Returns: the part's new bytes.
        package func apply(to text: [UInt8], part: Range<Int>) -> [UInt8] {
            let within = edits[firstEdit(from: part.lowerBound)...].prefix { $0.range.lowerBound <= part.upperBound }
            var result: [UInt8] = []
            result.reserveCapacity(part.count + within.reduce(0) { $0 + $1.bytes.count })
            var position = part.lowerBound
            for edit in within where edit.range.lowerBound >= position && edit.range.upperBound <= part.upperBound {
                result += text[position..<edit.range.lowerBound]
                result += edit.bytes
                position = edit.range.upperBound
            }
            result += text[position..<part.upperBound]
            return result
        }

        /// The first change that begins at a place or behind it.
        private func firstEdit(from place: Int) -> Int {
            var (low, high) = (0, edits.count)
            while low < high {
                let middle = (low + high) / 2
                if edits[middle].range.lowerBound < place { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }
}
