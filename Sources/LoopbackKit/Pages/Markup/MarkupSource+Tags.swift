extension MarkupSource {
    /// How many attributes of a tag are kept.
    static let attributeLimit = 8192

    /// A tag up to its `>`, or to the end of the file, where it is dropped.
    ///
    /// - Parameters:
    ///   - kind: a start tag or an end tag.
    ///   - start: where it begins.
    ///   - name: where its name begins.
    /// - Returns: the tag, or a dropped token.
    func tag(_ kind: MarkupToken.Kind, at start: Int, name: Int) -> MarkupToken {
        var index = name
        while index < end, !bytes[index].endsTagName { index &+= 1 }
        let name = name..<index
        var attributes: [MarkupAttribute] = []
        var isSelfClosing = false
        if index < end, bytes[index] != MarkupByte.greaterThan {
            index = readAttributes(from: index, into: &attributes, &isSelfClosing)
        }
        guard index < end else { return MarkupToken(dropped: start..<end) }
        var token = MarkupToken(kind, from: start, to: index &+ 1, name: name)
        if kind == .startTag { token.add(attributes, isSelfClosing: isSelfClosing) }
        return token
    }

    /// Reads what is behind a tag's name.
    ///
    /// - Parameters:
    ///   - start: where to begin.
    ///   - attributes: where the attributes go.
    ///   - isSelfClosing: whether the tag ends in `/>`.
    /// - Returns: the index of the `>`, or the end of the file.
    private func readAttributes(
        from start: Int,
        into attributes: inout [MarkupAttribute],
        _ isSelfClosing: inout Bool
    ) -> Int {
        var index = start
        var names = AttributeNames()
        while index < end {
            let byte = bytes[index]
            if byte.isMarkupSpace {
                index &+= 1
            } else if byte == MarkupByte.greaterThan {
                return index
            } else if byte == MarkupByte.solidus {
                index &+= 1
                guard index < end, bytes[index] == MarkupByte.greaterThan else { continue }
                isSelfClosing = true
                return index
            } else {
                var attribute = readName(from: &index)
                readValue(of: &attribute, from: &index)
                guard attributes.count < Self.attributeLimit else { continue }
                attribute.isDuplicate = names.isKnown(attribute.name, attributes, bytes, syntax)
                if attributes.isEmpty { attributes.reserveCapacity(4) }
                attributes.append(attribute)
            }
        }
        return end
    }

    /// Reads an attribute's name, which may begin with a `=`.
    private func readName(from index: inout Int) -> MarkupAttribute {
        let start = index
        index &+= 1
        while index < end, bytes[index] != MarkupByte.equals, !bytes[index].endsTagName { index &+= 1 }
        return MarkupAttribute(name: start..<index)
    }

    /// Reads an attribute's value if there is one; else nothing but the spaces behind the name.
    private func readValue(of attribute: inout MarkupAttribute, from index: inout Int) {
        skipSpaces(from: &index)
        guard index < end, bytes[index] == MarkupByte.equals else { return }
        index &+= 1
        skipSpaces(from: &index)
        guard index < end, bytes[index] != MarkupByte.greaterThan else { return }
        attribute.hasValue = true
        let quote = bytes[index]
        if quote == MarkupByte.quotationMark || quote == MarkupByte.apostrophe {
            let close = firstIndex(of: quote, from: index &+ 1)
            attribute.quote = quote
            attribute.value = index &+ 1..<close
            index = min(close &+ 1, end)
        } else {
            let start = index
            while index < end, bytes[index] != MarkupByte.greaterThan, !bytes[index].isMarkupSpace { index &+= 1 }
            attribute.value = start..<index
        }
    }

    @inline(__always)
    private func skipSpaces(from index: inout Int) {
        while index < end, bytes[index].isMarkupSpace { index &+= 1 }
    }
}
