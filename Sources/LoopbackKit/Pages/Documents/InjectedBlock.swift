internal import LoopbackKitHTTP

/// What is put into each document: the library's and the host's scripts and styles, between two comments.
///
/// Their addresses are answered at any depth, so that they hold wherever the document is shown: as the answer for addresses
/// without a file, and within another document.
struct InjectedBlock {
    let configuration: PageConfiguration
    /// The document's path, relative to the scope.
    let document: [UInt8]
    /// The folder that relative URLs lead from, which the page script sees to at deeper addresses; `nil` where it must
    /// not.
    let base: [UInt8]?

    /// What the comments say; the second has a slash in front.
    static let mark = Array("loopbackkit".utf8)

    /// Writes the block.
    ///
    /// - Parameters:
    ///   - addsBridge: whether the bridge library is missing.
    ///   - addsImportMap: whether an import map is missing.
    ///   - encoding: the label of an encoding declaration that stands behind the block, which is said before it too.
    /// - Returns: one line of ASCII, without a line break at its end; empty when there is nothing to add.
    func write(addsBridge: Bool, addsImportMap: Bool, encoding: [UInt8]?) -> [UInt8] {
        let place = document.lastIndex(of: 47).map { Array(document[..<$0]) } ?? []
        var elements = ""
        if configuration.proxiesCalls {
            let kinds = configuration.proxiedElements.names.joined(separator: " ")
            let asked = kinds.isEmpty ? "" : " data-elements=\"\(kinds)\""
            elements += "<script src=\"\(ReservedMarker.callScript)\"\(asked)></script>"
        }
        if configuration.addsPageScript {
            let path = RelativePath.write(to: document, isFolder: false, from: [])
            let name = String(decoding: path, as: UTF8.self)
            var own = base == nil ? "" : " data-document=\"\(name)\""
            if let base, base != place {
                let folder = base.isEmpty ? [] : RelativePath.write(to: base, isFolder: true, from: [])
                own += " data-base=\"\(String(decoding: folder, as: UTF8.self))\""
            }
            elements += "<script src=\"\(ReservedMarker.pageScript)\"\(own)></script>"
        }
        if addsBridge { elements += "<script src=\"\(ReservedMarker.bridgeScript)\"></script>" }
        for script in configuration.scripts {
            let type = script.isModule ? " type=\"module\"" : ""
            elements += "<script\(type) src=\"\(Self.address(script.name))\"></script>"
        }
        for style in configuration.styles {
            elements += "<link rel=\"stylesheet\" href=\"\(Self.address(style.name))\"/>"
        }
        if addsImportMap {
            let entries = ImportMapRewriting.json(ImportMapRewriting.rootEntries(from: place))
            let map = String(decoding: entries, as: UTF8.self)
            elements += "<script type=\"importmap\">{\"imports\":{\(map)}}</script>"
        }
        guard !elements.isEmpty else { return [] }
        if let encoding, encoding.allSatisfy(Self.isLabel) {
            elements = "<meta charset=\"\(String(decoding: encoding, as: UTF8.self))\"/>" + elements
        }
        let mark = String(decoding: Self.mark, as: UTF8.self)
        return Array("<!--\(mark)-->\(elements)<!--/\(mark)-->".utf8)
    }

    private static func address(_ name: String) -> String {
        let path = RelativePath.write(to: Array(name.utf8), isFolder: false, from: [])
        return "\(ReservedMarker.page.segment)/\(String(decoding: path, as: UTF8.self))"
    }

    private static func isLabel(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte == 45 || byte == 95 || byte == 58 || byte == 46
    }
}
