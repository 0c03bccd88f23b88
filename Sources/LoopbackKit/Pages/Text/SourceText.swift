/// A piece of a file with its escapes undone, and where each of its bytes stood.
///
/// A URL in an attribute may hold character references, one in a style sheet escapes. What it means is in `bytes`; an edit
/// has to be made where it is written. One such text can lie within another: a style sheet in an attribute.
package struct SourceText: Hashable, Sendable {
    /// What the text means, in UTF-8; ill-formed where the file is.
    package let bytes: [UInt8]
    /// For each byte where its source begins, and where the last one's ends; `nil` when the source is the same bytes.
    private let places: [Int]?
    /// Where the source begins.
    package let start: Int

    /// A text that stands in its source as it is.
    ///
    /// - Parameters:
    ///   - source: the bytes that it stands in.
    ///   - range: where it stands.
    package init(_ source: [UInt8], _ range: Range<Int>) {
        bytes = range.count == source.count ? source : Array(source[range])
        places = nil
        start = range.lowerBound
    }

    /// A text whose escapes were undone.
    ///
    /// - Parameters:
    ///   - bytes: what it means.
    ///   - places: for each byte where its source begins, and behind them where the last one's ends; ascending.
    package init(bytes: [UInt8], places: [Int]) {
        precondition(places.count == bytes.count + 1, "a text has a place for each byte and one for its end")
        self.bytes = bytes
        self.places = places
        start = places[0]
    }

    /// Where a part of the text is written: bytes that stem from one escape are not told apart.
    package func source(of range: Range<Int>) -> Range<Int> {
        guard let places else { return start + range.lowerBound..<start + range.upperBound }
        return places[range.lowerBound]..<max(places[range.lowerBound], places[range.upperBound])
    }

    /// Where the whole text is written.
    package var source: Range<Int> { source(of: 0..<bytes.count) }

    /// A text that was found in this one, with places in this one's source.
    package func nesting(_ inner: SourceText) -> SourceText {
        guard places != nil || inner.places != nil else {
            return SourceText(bytes: inner.bytes, start: start + inner.start)
        }
        let ends = (0...inner.bytes.count).map { place(inner.places?[$0] ?? inner.start + $0) }
        return SourceText(bytes: inner.bytes, places: ends)
    }

    /// A part of the text.
    package func part(_ range: Range<Int>) -> SourceText {
        guard let places else { return SourceText(bytes: Array(bytes[range]), start: start + range.lowerBound) }
        return SourceText(bytes: Array(bytes[range]), places: Array(places[range.lowerBound...range.upperBound]))
    }

    /// The text as URL parsers take it: without white space at its ends, and without tabs and line breaks (URL standard,
    /// section 4.4).
    package var asURL: SourceText {
        guard let first = bytes.firstIndex(where: { $0 > 32 }), let last = bytes.lastIndex(where: { $0 > 32 }) else {
            return part(0..<0)
        }
        let url = first == 0 && last == bytes.count - 1 ? self : part(first..<last + 1)
        guard url.bytes.contains(where: Self.isDropped) else { return url }
        let kept = url.bytes.indices.filter { !Self.isDropped(url.bytes[$0]) }
        return SourceText(bytes: kept.map { url.bytes[$0] }, places: kept.map(url.place) + [url.place(url.bytes.count)])
    }

    private static func isDropped(_ byte: UInt8) -> Bool { byte == 9 || byte == 10 || byte == 13 }

    private init(bytes: [UInt8], start: Int) {
        self.bytes = bytes
        places = nil
        self.start = start
    }

    private func place(_ index: Int) -> Int { places?[index] ?? start + index }
}
