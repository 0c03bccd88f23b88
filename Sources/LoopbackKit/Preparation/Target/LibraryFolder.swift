/// Where the library's own things are in a prepared folder.
enum LibraryFolder {
    /// The folder, which is never served itself.
    static let root = TreePath(ReservedMarker.ownFolder)
    /// What is served at `~page/`.
    static let page = TreePath(ReservedMarker.pageFolder)
    static let manifest = root.appending(Array("manifest".utf8))

    static let stagedName = Array("staged".utf8)
    static let lockName = Array("lock".utf8)
    static let journalName = Array("journal".utf8)
    static let newJournalName = Array("journal.new".utf8)

    /// Whether a preparation may change a path: names that begin with a dot are not its own, but for these.
    static func admits(_ path: TreePath) -> Bool {
        guard path.bytes.first == 46 else { return path.names.allSatisfy { $0.first != 46 } }
        return path == manifest || path == page || path.parent == page && path.name.first != 46
    }
}
