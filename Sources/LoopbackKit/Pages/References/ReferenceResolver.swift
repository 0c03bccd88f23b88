internal import LoopbackKitHTTP

/// Tells which file of the folder a URL means, and how it is written relative to another.
package struct ReferenceResolver: Sendable {
    let files: FolderIndex
    private var bases: LegacyBases
    private let indexDocuments: [[UInt8]]

    /// Makes a resolver.
    package init(files: FolderIndex, bases: [LegacyBase], indexDocuments: [String] = ["index.html"]) {
        self.files = files
        self.bases = LegacyBases(bases)
        self.indexDocuments = indexDocuments.map { Array($0.utf8) }
    }

    /// Takes one more prefix for the folder, from here on.
    mutating func add(_ base: LegacyBase) { bases.insert(base) }

    /// What becomes of a reference.
    package enum Resolution: Hashable, Sendable {
        /// It has nothing to do with the folder.
        case foreign
        /// It leads to a file as it is.
        case kept(FolderIndex.Entry)
        /// A part of it is replaced: everything in front of its query and fragment.
        case rewritten(FolderIndex.Entry, part: Range<Int>, by: [UInt8])
        /// It looks local, and there is no such file.
        case missing
    }

    /// Resolves a URL.
    ///
    /// - Parameters:
    ///   - url: the URL, without the tabs and line breaks that parsers drop.
    ///   - use: what it is for.
    ///   - base: the folder that relative URLs are relative to.
    ///   - takesFolder: whether any folder will do, or only one with an index document.
    /// - Returns: what becomes of it.
    package func resolve(
        _ url: [UInt8],
        _ use: ReferenceUse,
        from base: [UInt8],
        takesFolder: Bool = false
    ) -> Resolution {
        let end = url.firstIndex { $0 == 63 || $0 == 35 } ?? url.count
        guard end > 0 else { return .foreign }
        guard let parts = LegacyURL(url) else { return resolveRelative(url, end, use, base, takesFolder) }
        let matches = bases.matches(url, parts)
        for match in matches where match.rest <= end {
            guard let path = LocalPath(url[match.rest..<end], in: match.folder),
                let entry = find(path, takesFolder)
            else { continue }
            return rewritten(entry, 0..<end, use, base)
        }
        return matches.isEmpty ? .foreign : .missing
    }

    private func resolveRelative(
        _ url: [UInt8],
        _ end: Int,
        _ use: ReferenceUse,
        _ base: [UInt8],
        _ takesFolder: Bool
    ) -> Resolution {
        if use == .module, !url.starts(with: [46, 47]), !url.starts(with: [46, 46, 47]) { return .foreign }
        guard let path = LocalPath(url[..<end], in: base), let entry = find(path, takesFolder) else { return .missing }
        // What follows the proxy's marker is another site's, byte for byte.
        if path.isMarker, url.starts(with: ReservedMarker.proxy.segment.utf8) { return .kept(entry) }
        if entry.path == path.names, path.isPlain { return .kept(entry) }
        return rewritten(entry, 0..<end, use, base)
    }

    private func rewritten(
        _ entry: FolderIndex.Entry,
        _ part: Range<Int>,
        _ use: ReferenceUse,
        _ base: [UInt8]
    ) -> Resolution {
        let url = RelativePath.write(
            to: entry.path,
            isFolder: entry.isFolder,
            from: base,
            isSpecifier: use == .module
        )
        return .rewritten(entry, part: part, by: url)
    }

    private func find(_ path: LocalPath, _ takesFolder: Bool) -> FolderIndex.Entry? {
        if path.isMarker { return .file(path.names) }
        guard let entry = files.find(path.names) else { return nil }
        guard entry.isFolder else { return path.isFolder ? nil : entry }
        let prefix = entry.path.isEmpty ? [] : entry.path + [47]
        let hasIndex = indexDocuments.contains { files.find(prefix + $0) != nil }
        return takesFolder || hasIndex ? entry : nil
    }

    /// What the server answers without a file.
}

extension FolderIndex.Entry {
    /// The path that it is stored under.
    package var path: [UInt8] {
        switch self {
        case .file(let path), .folder(let path): path
        }
    }

    /// Whether it is a folder.
    package var isFolder: Bool { if case .folder = self { true } else { false } }
}

/// A URL's path within the folder: decoded, and without dot segments.
private struct LocalPath {
    /// The names, with `/` between them.
    let names: [UInt8]
    /// Whether it ends in a slash or a dot segment.
    let isFolder: Bool
    /// Whether the server finds it as it is written: it doesn't climb above the folder, where a site's root kept `..`
    /// from going on, and has no empty names and no stray percent signs.
    let isPlain: Bool
    /// Whether it is one of the library's own addresses, which the server answers without a file of the folder.
    let isMarker: Bool

    /// Resolves a path; `nil` for one that no file can have.
    init?(_ path: ArraySlice<UInt8>, in folder: [UInt8]) {
        var names = folder.split(separator: 47).map(Array.init)
        var isPlain = true
        var isMarker = false
        var isFolder = true
        let segments = path.split(omittingEmptySubsequences: false) { $0 == 47 || $0 == 92 }
        for (index, segment) in segments.enumerated() {
            let raw = Array(segment)
            let name = PercentEncoding.decode(raw)
            if PercentEncoding.decodeStrictly(raw.span) == nil || name.isEmpty && index < segments.count - 1 {
                isPlain = false
            }
            guard !name.contains(0), !name.contains(47) else { return nil }
            isFolder = name.isEmpty || name == [46] || name == [46, 46]
            if let marker = ReservedMarker.allCases.first(where: { name.elementsEqual($0.segment.utf8) }) {
                // They are answered at any depth.
                isMarker = isMarker || marker != .root
                names = marker == .root ? [] : [name]
                isFolder = true
                continue
            }
            if name == [46, 46] {
                isPlain = isPlain && !names.isEmpty
                _ = names.popLast()
            } else if !isFolder {
                names.append(name)
            }
        }
        self.names = Array(names.joined(separator: [47]))
        self.isFolder = isFolder
        self.isPlain = isPlain
        self.isMarker = isMarker
    }
}
