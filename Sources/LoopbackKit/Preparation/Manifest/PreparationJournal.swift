/// The changes that make a preparation's new files the present ones.
///
/// Once it is written they are made, and made again after an interruption: each may already be done.
struct PreparationJournal: Hashable, Sendable {
    enum Change: Hashable, Sendable {
        /// A file or link goes away.
        case remove(TreePath)
        /// A folder goes away, if it is empty.
        case removeFolder(TreePath)
        case makeFolder(TreePath)
        /// The staged file of a number gets its place; in place only that of the file that it was made from.
        case place(Int, TreePath, replacing: FileIdentity?)
    }

    var changes: [Change] = []
}

extension PreparationJournal {
    private static let form = "loopbackkit-journal 1"

    /// The journal as it is stored.
    var bytes: [UInt8] {
        CheckedLines.bytes(
            [[Self.form]]
                + changes.map { change in
                    switch change {
                    case .remove(let path): ["remove", path.text]
                    case .removeFolder(let path): ["remove folder", path.text]
                    case .makeFolder(let path): ["make folder", path.text]
                    case .place(let number, let path, let replaced):
                        ["place", path.text, "\(number)", replaced?.field ?? "-"]
                    }
                }
        )
    }

    /// Reads a journal; `nil` when it is damaged, or has a path that no preparation changes.
    init?(_ bytes: [UInt8]) {
        guard let lines = CheckedLines.lines(bytes), let head = lines.first, head.count == 1,
            head[0].elementsEqual(Self.form.utf8)
        else { return nil }
        for line in lines.dropFirst() {
            guard line.count >= 2, let path = TreePath(written: line[1]), LibraryFolder.admits(path) else { return nil }
            switch (String(decoding: line[0], as: UTF8.self), line.count) {
            case ("remove", 2): changes.append(.remove(path))
            case ("remove folder", 2): changes.append(.removeFolder(path))
            case ("make folder", 2): changes.append(.makeFolder(path))
            case ("place", 4):
                let replaced = FileIdentity(line[3])
                guard let number = UInt64(digits: line[2]).flatMap(Int.init(exactly:)),
                    replaced != nil || line[3] == [45]
                else { return nil }
                changes.append(.place(number, path, replacing: replaced))
            default: return nil
            }
        }
    }
}
