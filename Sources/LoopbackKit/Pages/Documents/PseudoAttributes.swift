/// The `name="value"` pairs of a processing instruction.
struct PseudoAttributes {
    private let bytes: [UInt8]
    private var values: [(name: Range<Int>, value: Range<Int>)] = []

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        var index = range.lowerBound
        while let equals = bytes[index..<range.upperBound].firstIndex(of: MarkupByte.equals) {
            let nameEnd = bytes[index..<equals].lastIndex { !$0.isMarkupSpace }.map { $0 + 1 } ?? equals
            let nameStart = bytes[index..<nameEnd].lastIndex { $0.isMarkupSpace }.map { $0 + 1 } ?? index
            guard let open = bytes[(equals + 1)..<range.upperBound].firstIndex(where: { !$0.isMarkupSpace }),
                bytes[open] == MarkupByte.quotationMark || bytes[open] == MarkupByte.apostrophe,
                let close = bytes[(open + 1)..<range.upperBound].firstIndex(of: bytes[open])
            else { return }
            values.append((nameStart..<nameEnd, open + 1..<close))
            index = close + 1
        }
    }

    /// Where the value of a name stands.
    subscript(name: StaticString) -> Range<Int>? {
        values.first { bytes.holdsName(name, in: $0.name) }?.value
    }
}
