internal import LoopbackKitHTTP

/// How a file says which encoding it has.
enum EncodingDeclaration {
    /// The label that a file declares, in lower case (HTML standard, section 13.2.3.2; CSS Syntax, section 3.2).
    ///
    /// - Parameters:
    ///   - bytes: the file, before it is decoded.
    ///   - kind: what it is.
    /// - Returns: the label, or `nil` when it declares none.
    static func label(in bytes: [UInt8], _ kind: PageFileKind) -> [UInt8]? {
        switch kind {
        case .html, .xhtml, .svg:
            let start = 0..<min(bytes.count, 1024)
            var tokens = MarkupTokenizer(bytes, syntax: kind == .html ? .html : .xml, range: start)
            while let token = tokens.next() {
                if let label = label(of: token, in: bytes) { return label }
            }
            return nil
        case .style:
            // Exactly so, and in the first 1,024 bytes.
            let rule = Array("@charset \"".utf8)
            guard bytes.starts(with: rule) else { return nil }
            let rest = bytes[rule.count..<min(bytes.count, 1024)]
            return rest.firstIndex(of: 34).map { rest[..<$0].map(lowercase) }
        case .script: return nil
        }
    }

    /// The label that a token declares: a meta element's, or an XML declaration's.
    static func label(of token: MarkupToken, in bytes: [UInt8]) -> [UInt8]? {
        if token.kind == .processingInstruction {
            guard bytes.hasText("xml", at: token.content.lowerBound, before: token.content.upperBound)
            else { return nil }
            return PseudoAttributes(bytes, token.content)["encoding"].map { bytes[$0].map(lowercase) }
        }
        guard token.kind == .startTag, bytes.holdsName("meta", in: token.name) else { return nil }
        func value(_ name: StaticString) -> Range<Int>? {
            token.attributes.first { bytes.holdsName(name, in: $0.name) }?.value
        }
        if let charset = value("charset") { return trimmed(bytes[charset]) }
        guard let pragma = value("http-equiv"), bytes.holdsName("content-type", in: pragma),
            let content = value("content")
        else { return nil }
        return charset(in: bytes[content])
    }

    /// The label in a media type (HTML standard, "extracting a character encoding from a meta element").
    private static func charset(in content: ArraySlice<UInt8>) -> [UInt8]? {
        let lowered = content.map(lowercase)
        let name = Array("charset".utf8)
        guard lowered.count > name.count,
            let start = (0...(lowered.count - name.count)).first(where: { lowered[$0...].starts(with: name) })
        else { return nil }
        let rest = lowered[(start + name.count)...].drop { $0.isMarkupSpace }
        guard rest.first == MarkupByte.equals else { return nil }
        let value = rest.dropFirst().drop { $0.isMarkupSpace }
        if let quote = value.first, quote == 34 || quote == 39 {
            return trimmed(value.dropFirst().prefix { $0 != quote })
        }
        return trimmed(value.prefix { !$0.isMarkupSpace && $0 != 59 })
    }

    private static func trimmed(_ label: ArraySlice<UInt8>) -> [UInt8]? {
        let words = label.split(whereSeparator: \.isMarkupSpace)
        return words.count == 1 ? words[0].map(lowercase) : nil
    }
}
