/// Finds out which attributes of a tag come for the second time, in linear time however many there are.
struct AttributeNames {
    /// From so many attributes on they are looked up by their hashes.
    private static let fewest = 16

    /// For a name's hash the index of the first attribute with it; the hashes are seeded, so that none can be aimed at.
    private var indices: [Int: Int]?

    /// Whether one of the attributes has the name; they are those that were asked for before, in their order.
    mutating func isKnown(
        _ name: Range<Int>,
        _ attributes: [MarkupAttribute],
        _ bytes: [UInt8],
        _ syntax: MarkupSyntax
    ) -> Bool {
        guard attributes.count >= Self.fewest else {
            return attributes.contains { bytes.holdsSameName(name, $0.name, syntax) }
        }
        let hash = bytes.nameHash(name, syntax)
        if indices == nil { indices = Self.indices(of: attributes, bytes, syntax) }
        if let index = indices?[hash] { return bytes.holdsSameName(name, attributes[index].name, syntax) }
        indices?[hash] = attributes.count
        return false
    }

    private static func indices(
        of attributes: [MarkupAttribute],
        _ bytes: [UInt8],
        _ syntax: MarkupSyntax
    ) -> [Int: Int] {
        let pairs = attributes.indices.map { (bytes.nameHash(attributes[$0].name, syntax), $0) }
        return Dictionary(pairs) { first, _ in first }
    }
}

extension [UInt8] {
    /// Whether two parts are the same name.
    func holdsSameName(_ first: Range<Int>, _ second: Range<Int>, _ syntax: MarkupSyntax) -> Bool {
        guard first.count == second.count else { return false }
        for offset in 0..<first.count {
            let one = self[first.lowerBound &+ offset]
            let other = self[second.lowerBound &+ offset]
            guard one == other || syntax == .html && one.asciiLowercased == other.asciiLowercased else { return false }
        }
        return true
    }

    fileprivate func nameHash(_ name: Range<Int>, _ syntax: MarkupSyntax) -> Int {
        var hasher = Hasher()
        for index in name { hasher.combine(syntax == .html ? self[index].asciiLowercased : self[index]) }
        return hasher.finalize()
    }
}
