internal import LoopbackKitHTTP

/// Finds what has to change in the target besides the files that get their places.
struct PreparationPlan {
    let target: TargetFolder
    var journal = PreparationJournal()
    /// Folders that are made.
    private var made = Set<TreePath>()

    init(target: TargetFolder) { self.target = target }

    /// Makes the folders that files need, and takes away what stands in their places and is a preparation's own.
    ///
    /// - Parameters:
    ///   - paths: the files.
    ///   - removed: what the last preparation made and this one does not.
    /// - Throws: `occupied` when somebody else's files stand in the way.
    mutating func make(room paths: [TreePath], removing removed: [TreePath]) throws(PreparationError) {
        let own = Set(removed)
        var cleared = PreparationJournal()
        var folders: [TreePath] = []
        for folder in Set(paths.flatMap(\.folders)).sorted() where folder != LibraryFolder.root {
            switch made.contains(folder.parent) ? nil : try target.status(of: folder)?.kind {
            case .folder: continue
            case nil: break
            default:
                guard own.contains(folder) else { throw PreparationError(.occupied, path: folder.text) }
                cleared.changes.append(.remove(folder))
            }
            made.insert(folder)
            folders.append(folder)
        }
        for path in paths where !made.contains(path.parent) {
            if try target.status(of: path)?.kind == .folder { try clear(path, of: own, &cleared) }
        }
        journal.changes = cleared.changes + folders.map { .makeFolder($0) }
    }

    /// Empties a folder whose name a file needs.
    private func clear(
        _ path: TreePath,
        of own: Set<TreePath>,
        _ cleared: inout PreparationJournal
    ) throws(PreparationError) {
        let names: [[UInt8]]
        do {
            names = try target.folder(path)?.names() ?? []
        } catch {
            throw PreparationError(reading: error, path.text)
        }
        for name in names {
            let entry = path.appending(name)
            if try target.status(of: entry)?.kind == .folder {
                try clear(entry, of: own, &cleared)
            } else {
                guard own.contains(entry) else { throw PreparationError(.occupied, path: entry.text) }
                cleared.changes.append(.remove(entry))
            }
        }
        cleared.changes.append(.removeFolder(path))
    }

    /// Takes away what is no longer there, and folders that get empty by it.
    mutating func remove(_ removed: [TreePath], keeping kept: some Sequence<TreePath>) {
        let needed = Set(kept.flatMap(\.folders)).union([LibraryFolder.root])
        let folders = Set(removed.flatMap(\.folders)).subtracting(needed)
        let done = Set(journal.changes.compactMap { if case .remove(let path) = $0 { path } else { nil } })
        // What is a folder by now has been taken away before.
        journal.changes += removed.sorted().filter { !done.contains($0) }.map { .remove($0) }
        journal.changes += folders.sorted(by: >).map { .removeFolder($0) }
    }
}
