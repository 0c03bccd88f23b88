/// The changes of a document's own import map (HTML standard, section 8.1.6.2).
struct ImportMapRewriting {
    /// The map's text, with its places in the document.
    let source: SourceText
    /// The folder that its URLs are relative to.
    let base: [UInt8]
    /// The digests of changed files.
    let hashes: ContentHashes

    /// Rewrites the map's URLs, and lets it map `/` to the scope where that is wanted; what is not JSON stays as it is.
    ///
    /// - Parameters:
    ///   - file: gets the edits.
    ///   - mapsRoot: whether `/` is mapped, unless the map does so itself.
    func rewrite(_ file: inout TextRewriting, mapsRoot: Bool) {
        guard let map = JSONText(source.bytes), case .object(_, let start) = map else { return }
        let imports = map["imports"]
        if mapsRoot { addRoot(to: imports, of: map, start: start, &file) }
        rewriteModules(imports, &file)
        for (prefix, modules) in map["scopes"]?.members ?? [] {
            follow(prefix, &file, isKey: true)
            rewriteModules(modules, &file)
        }
        for (url, metadata) in map["integrity"]?.members ?? [] {
            let entry = follow(url, &file, isKey: false)
            guard case .string(let text) = metadata, let entry else { continue }
            file.renew(source.nesting(text), of: entry, hashes)
        }
    }

    private func rewriteModules(_ modules: JSONText?, _ file: inout TextRewriting) {
        for (key, value) in modules?.members ?? [] {
            follow(key, &file, isKey: true)
            if case .string(let address) = value { follow(address, &file, isKey: false) }
        }
    }

    /// Rewrites a URL; a key that leads nowhere is fine, and a prefix leads to a folder.
    @discardableResult
    private func follow(_ text: SourceText, _ file: inout TextRewriting, isKey: Bool) -> FolderIndex.Entry? {
        // The whole origin stays: what is mapped from it is what this map says.
        if isKey, text.bytes == [47] { return nil }
        return file.follow(
            Reference(source.nesting(text), .module),
            from: base,
            takesFolder: text.bytes.last == 47,
            reportsMissing: !isKey
        )
    }

    private func addRoot(to imports: JSONText?, of map: JSONText, start: Int, _ file: inout TextRewriting) {
        let members = imports?.members ?? []
        let missing = Self.rootEntries(from: base).filter { entry in
            !members.contains { $0.name.bytes == entry.key }
        }
        guard !missing.isEmpty, !members.contains(where: { $0.name.bytes == [47] }) else { return }
        let entries = Self.json(missing)
        if case .object(let members, let place) = imports {
            insert(entries + (members.isEmpty ? [] : [44]), at: place, &file)
        } else if imports == nil {
            let member = Array("\"imports\":{".utf8) + entries + [125]
            insert(member + (map.members.isEmpty ? [] : [44]), at: start, &file)
        }
    }

    private func insert(_ bytes: [UInt8], at place: Int, _ file: inout TextRewriting) {
        file.edits.replace(source.source(of: place..<place), by: bytes)
    }

    /// What maps `/` to the scope; the scope itself is mapped to itself, since its URLs begin with the origin's root too.
    static func rootEntries(from base: [UInt8]) -> [(key: [UInt8], value: [UInt8])] {
        let root = RelativePath.write(to: [], isFolder: true, from: base, isSpecifier: true)
        return [(key: [47], value: root), (key: root, value: root)]
    }

    /// Members of a JSON object.
    static func json(_ entries: [(key: [UInt8], value: [UInt8])]) -> [UInt8] {
        Array(entries.map { [34] + $0.key + [34, 58, 34] + $0.value + [34] }.joined(separator: [44]))
    }
}
