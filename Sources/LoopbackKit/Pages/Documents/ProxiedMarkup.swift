internal import LoopbackKitHTTP

/// Brings into the proxy what a document's elements load from other sites, where the host wants that.
///
/// Engines load what stands in markup before a script could change it, and the call script sees to the rest. The address
/// is relative, `~proxy/…`, which is answered at any depth, so that it outlives a launch.
struct ProxiedMarkup {
    /// What is brought into it.
    let elements: ProxiedElements
    let syntax: MarkupSyntax
    /// With which credentials mode the source and track elements are loaded that come next: the media element's.
    private var sourceMode = CredentialMode.include

    init(_ elements: ProxiedElements, _ syntax: MarkupSyntax) {
        self.elements = elements
        self.syntax = syntax
    }

    /// Takes the next token.
    ///
    /// - Parameters:
    ///   - token: the token.
    ///   - base: the folder that URLs are relative to; `nil` when it is on another site.
    ///   - file: gets the edits.
    mutating func read(_ token: MarkupToken, from base: [UInt8]?, _ file: inout TextRewriting) {
        guard !elements.isEmpty, token.kind == .startTag, !token.isForeign, let base else { return }
        let name = String(decoding: file.text[token.name].map(lowercase), as: UTF8.self)
        var mode = Self.mode(value("crossorigin", of: token, file))
        switch name {
        case "audio", "video", "picture": sourceMode = mode
        case "source", "track": mode = sourceMode
        case "link": guard isStyle(token, file) else { return }
        default: break
        }
        for attribute in token.attributes where attribute.hasValue && !attribute.isDuplicate {
            let kind = Self.kind(
                of: String(decoding: file.text[attribute.name].map(lowercase), as: UTF8.self),
                of: name
            )
            guard let kind, elements.contains(kind.elements), let text = text(attribute.value, file) else { continue }
            let urls = kind.isSet ? SourceSet.urls(in: text.bytes).map { text.part($0) } : [text.asURL]
            for url in urls { bring(url, mode, from: base, &file) }
        }
    }

    /// Which elements an attribute belongs to, and whether it is a list of images.
    private static func kind(of attribute: String, of element: String) -> (elements: ProxiedElements, isSet: Bool)? {
        switch (element, attribute) {
        case ("audio", "src"), ("video", "src"), ("source", "src"), ("track", "src"): (.media, false)
        case ("img", "src"), ("input", "src"), ("video", "poster"): (.images, false)
        case ("img", "srcset"), ("source", "srcset"): (.images, true)
        case ("link", "href"): (.styles, false)
        default: nil
        }
    }

    /// The credentials mode of a `crossorigin` attribute (HTML standard, section 2.5.4).
    private static func mode(_ crossOrigin: SourceText?) -> CredentialMode {
        guard let crossOrigin else { return .include }
        return crossOrigin.bytes.map(lowercase).elementsEqual("use-credentials".utf8) ? .include : .sameOrigin
    }

    private func isStyle(_ token: MarkupToken, _ file: TextRewriting) -> Bool {
        let words = value("rel", of: token, file)?.bytes.split(whereSeparator: \.isMarkupSpace) ?? []
        return words.contains { $0.map(lowercase).elementsEqual("stylesheet".utf8) }
    }

    private func value(_ name: StaticString, of token: MarkupToken, _ file: TextRewriting) -> SourceText? {
        let attribute = token.attributes.first { file.text.holdsName(name, in: $0.name) }
        guard let attribute else { return nil }
        return attribute.hasValue ? text(attribute.value, file) : SourceText([], 0..<0)
    }

    private func text(_ range: Range<Int>, _ file: TextRewriting) -> SourceText? {
        guard file.text[range].contains(MarkupByte.ampersand) else { return SourceText(file.text, range) }
        let decoded = CharacterReferences.decode(file.text, range, inAttribute: true, syntax: syntax)
        return decoded.isComplete ? decoded.text : nil
    }

    private func bring(
        _ url: SourceText,
        _ mode: CredentialMode,
        from base: [UInt8],
        _ file: inout TextRewriting
    ) {
        guard let parts = LegacyURL(url.bytes), parts.authority != nil,
            file.resolve(url.bytes, .resource, from: base) == .foreign
        else { return }
        // Without a scheme it has the page's.
        let text = (parts.scheme == nil ? "http:" : "") + String(decoding: url.bytes, as: UTF8.self)
        guard let target = try? HTTPURL(text) else { return }
        let address = ProxyTarget(url: target, mode: ProxyMode(credentials: mode)).address
        file.edits.replace(url.source, by: Self.escaped(address))
        file.rewritten += 1
    }

    /// For an attribute's value, with quotation marks around it or without.
    private static func escaped(_ address: String) -> [UInt8] {
        address.utf8.flatMap { byte in
            switch byte {
            case MarkupByte.ampersand: Array("&amp;".utf8)
            case UInt8(ascii: "'"): Array("&#39;".utf8)
            default: [byte]
            }
        }
    }
}
