internal import LoopbackKitHTTP

/// A file that is prepared.
struct SourceFile: Sendable {
    let path: TreePath
    /// What the system told of it; of what a link leads to.
    let status: FileStatus
    /// What it is; `nil` for one that is never rewritten.
    let kind: PageFileKind?
    /// Whether a link has this name.
    let isLink: Bool
}

/// A link to a folder in the folder.
struct FolderLink: Sendable {
    let path: TreePath
    /// Where the folder lies.
    let place: TreePath

    /// The path that the link is to have: from its own folder to the other one.
    var relativePath: [UInt8] {
        let up = Array(repeating: [46, 46] as [UInt8], count: path.folders.count)
        let names = up + place.names
        return names.isEmpty ? [46] : Array(names.joined(separator: [47]))
    }
}

/// What is served of a folder.
struct SourceTree: Sendable {
    /// The files, sorted.
    var files: [SourceFile] = []
    var links: [FolderLink] = []
    var findings: [PageFinding] = []

    /// The names that references are looked up in; a file below a linked folder has the name that the link gives it, too.
    ///
    /// - Parameter limit: how many names links may add.
    /// - Returns: the names.
    func index(limit: Int) -> FolderIndex {
        var names = files.map(\.path.text)
        var left = limit
        for link in links {
            for file in files[range(below: link.place)].prefix(left) {
                let rest = file.path.bytes.dropFirst(link.place.bytes.isEmpty ? 0 : link.place.bytes.count + 1)
                names.append(link.path.appending(Array(rest)).text)
                left -= 1
            }
        }
        return FolderIndex(names)
    }

    /// Sorted by bytes, the files of a folder stand together.
    private func range(below folder: TreePath) -> Range<Int> {
        guard folder != .root else { return 0..<files.count }
        let start = first { $0.bytes.lexicographicallyPrecedes(folder.bytes + [47]) }
        // The byte behind the slash.
        let end = first { $0.bytes.lexicographicallyPrecedes(folder.bytes + [48]) }
        return start..<end
    }

    /// The first file whose path does not satisfy the condition, which those before it do.
    private func first(whereNot condition: (TreePath) -> Bool) -> Int {
        var (low, high) = (0, files.count)
        while low < high {
            let middle = low + (high - low) / 2
            if condition(files[middle].path) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
