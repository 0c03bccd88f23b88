extension MarkupTokenizer {
    /// Whether a part of the document is a name: in HTML whatever the case of ASCII letters, in XML byte for byte.
    ///
    /// - Parameters:
    ///   - range: the part.
    ///   - name: the name; in HTML in lower case.
    /// - Returns: whether it is.
    package func nameEquals(_ range: Range<Int>, _ name: StaticString) -> Bool { source.nameEquals(range, name) }

    /// The attribute of a name that counts: the first one.
    package func attribute(named name: StaticString, of token: MarkupToken) -> MarkupAttribute? {
        source.attribute(named: name, of: token)
    }

    /// A name without its prefix: `href` of `xlink:href`.
    package func localName(_ range: Range<Int>) -> Range<Int> {
        guard let colon = bytes[range].lastIndex(of: 58) else { return range }
        return colon + 1..<range.upperBound
    }

    /// What an attribute's value means, and whether all of its character references are known.
    package func value(of attribute: MarkupAttribute) -> (text: SourceText, isComplete: Bool) {
        CharacterReferences.decode(bytes, attribute.value, inAttribute: true, syntax: syntax)
    }
}

extension MarkupSource {
    func nameEquals(_ range: Range<Int>, _ name: StaticString) -> Bool {
        syntax == .html
            ? bytes.holdsName(name, in: range)
            : name.utf8CodeUnitCount == range.count
                && bytes.hasText(name, at: range.lowerBound, before: range.upperBound)
    }

    func attribute(named name: StaticString, of token: MarkupToken) -> MarkupAttribute? {
        token.attributes.first { nameEquals($0.name, name) }
    }
}
