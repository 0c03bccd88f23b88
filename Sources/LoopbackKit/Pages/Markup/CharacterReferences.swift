import LoopbackKitHTTP

/// What `&amp;` and its like stand for (HTML standard, section 13.2.5.72 and on).
package enum CharacterReferences {
    /// Undoes the character references in a part of a document.
    ///
    /// Known names are those that need no semicolon, and those of ASCII characters. A name that the standard may know and
    /// this doesn't is left as it is. XML knows five names; a document type may declare others. Line ends and NUL stay as
    /// they are.
    ///
    /// - Parameters:
    ///   - bytes: a document.
    ///   - range: the part.
    ///   - inAttribute: whether it is an attribute's value, where a name without a semicolon is often none.
    ///   - syntax: the rules of the document.
    /// - Returns: the text, and whether all of its references are known; if not, it doesn't mean what it says.
    package static func decode(
        _ bytes: [UInt8],
        _ range: Range<Int>,
        inAttribute: Bool,
        syntax: MarkupSyntax
    ) -> (text: SourceText, isComplete: Bool) {
        let part = bytes.span.extracting(0..<range.upperBound)
        let first = part.firstIndex(of: MarkupByte.ampersand, from: range.lowerBound)
        guard first < range.upperBound else { return (SourceText(bytes, range), true) }
        let reader = ReferenceReader(bytes: bytes, end: range.upperBound, inAttribute: inAttribute)
        var output = Output(bytes, range)
        var isComplete = true
        var index = first
        while index < range.upperBound {
            switch syntax == .xml ? reader.readXML(at: index) : reader.readHTML(at: index) {
            case .character(let scalar, let close):
                output.copy(upTo: index)
                output.append(scalar, upTo: close)
                index = close
            case .literal: index += 1
            case .unknown:
                isComplete = false
                index += 1
            }
            index = bytes.span.extracting(0..<range.upperBound).firstIndex(of: MarkupByte.ampersand, from: index)
        }
        return (output.text(upTo: range.upperBound), isComplete)
    }

    /// A text with places that is being made.
    private struct Output {
        private let source: [UInt8]
        private let range: Range<Int>
        private var bytes: [UInt8] = []
        private var places: [Int] = []
        /// How far the source has been read.
        private var position: Int

        init(_ source: [UInt8], _ range: Range<Int>) {
            self.source = source
            self.range = range
            position = range.lowerBound
        }

        mutating func copy(upTo end: Int) {
            bytes.append(contentsOf: source[position..<end])
            places.append(contentsOf: position..<end)
            position = end
        }

        mutating func append(_ scalar: Unicode.Scalar, upTo end: Int) {
            for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                bytes.append(byte)
                places.append(position)
            }
            position = end
        }

        mutating func text(upTo end: Int) -> SourceText {
            // Nothing was decoded: the text is as it was.
            guard !bytes.isEmpty || position > range.lowerBound else { return SourceText(source, range) }
            copy(upTo: end)
            places.append(end)
            return SourceText(bytes: bytes, places: places)
        }
    }
}
