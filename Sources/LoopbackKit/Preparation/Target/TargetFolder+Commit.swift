internal import LoopbackKitHTTP

extension TargetFolder {
    /// Beyond so many files or folders the whole file system is written to the disk at once.
    private static let fewFiles = 32

    /// Finishes what an interrupted preparation had decided, or throws away what it had not.
    func recover() throws(PreparationError) {
        if let journal = try writing({ () throws(SystemError) in try storedJournal() }) {
            try carryOut(journal)
        }
        try writing { () throws(SystemError) in
            try removeIfThere(LibraryFolder.journalName)
            try removeIfThere(LibraryFolder.newJournalName)
        }
        discardStaged()
    }

    /// Makes the staged files the present ones: with the journal's name it is decided, what follows can be done again.
    func commit(_ journal: PreparationJournal) throws(PreparationError) {
        try writing { () throws(SystemError) in
            try synchronizeStaged()
            try write(journal)
            isCommitted = true
            try synchronize(library, "journal")
        }
        try carryOut(journal)
        try writing { () throws(SystemError) in try removeIfThere(LibraryFolder.journalName) }
        // A second name that the file had in its place already stays behind.
        discardStaged()
    }

    private func writing<Result>(_ body: () throws(SystemError) -> Result) throws(PreparationError) -> Result {
        do {
            return try body()
        } catch {
            throw PreparationError(writing: error, LibraryFolder.root.text)
        }
    }

    /// The journal that an interrupted preparation has left; a damaged one was never decided.
    private func storedJournal() throws(SystemError) -> PreparationJournal? {
        guard try library.status(of: LibraryFolder.journalName + [0]) != nil else { return nil }
        guard let bytes = read(LibraryFolder.journalName) else { throw .failed }
        return PreparationJournal(bytes)
    }

    /// Throws away what was begun, unless it is decided.
    func abandon() {
        guard !isCommitted else { return }
        try? removeIfThere(LibraryFolder.newJournalName)
        discardStaged()
    }

    private func synchronizeStaged() throws(SystemError) {
        guard stagedCount > 0 else { return }
        try step(PreparationStep(.synchronize, "staged"))
        guard synchronizes else { return }
        if stagedCount > Self.fewFiles, try staged.synchronizeFileSystem() { return }
        for number in 0..<stagedCount {
            guard try staged.status(of: Self.name(number))?.kind == .regular else { continue }
            try staged.file(Self.name(number)).synchronize()
        }
        try staged.synchronize()
    }

    private func write(_ journal: PreparationJournal) throws(SystemError) {
        let name = LibraryFolder.newJournalName + [0]
        try step(PreparationStep(.makeFile, "journal"))
        let file = try library.makeFile(name, permissions: 0o600)
        try step(PreparationStep(.write, "journal"))
        try file.append(journal.bytes)
        try step(PreparationStep(.synchronize, "journal"))
        if synchronizes { try file.synchronize() }
        try step(PreparationStep(.commit, "journal"))
        try library.move(name, to: library, as: LibraryFolder.journalName + [0])
    }

    private func carryOut(_ journal: PreparationJournal) throws(PreparationError) {
        forgetFolders()
        for change in journal.changes {
            do throws(SystemError) {
                try carryOut(change)
            } catch {
                throw PreparationError(writing: error, change.path.text)
            }
        }
        let changed = Set(journal.changes.map(\.path.parent))
        try writing { () throws(SystemError) in try synchronize(changed) }
    }

    private func carryOut(_ change: PreparationJournal.Change) throws(SystemError) {
        switch change {
        case .remove(let path): try remove(path)
        case .removeFolder(let path): try removeFolder(path)
        case .makeFolder(let path): try makeFolder(path)
        case .place(let number, let path, let replaced): try place(number, path, replacing: replaced)
        }
    }

    /// The changes have to be on the disk before the journal goes.
    private func synchronize(_ folders: Set<TreePath>) throws(SystemError) {
        if folders.count > Self.fewFiles {
            try step(PreparationStep(.synchronize, ""))
            guard synchronizes else { return }
            if try root.synchronizeFileSystem() { return }
        }
        for path in folders.sorted() {
            if let folder = try folder(path) { try synchronize(folder, path.text) }
        }
    }

    private func synchronize(_ folder: WritableFolder, _ path: String) throws(SystemError) {
        try step(PreparationStep(.synchronize, path))
        if synchronizes { try folder.synchronize() }
    }

    private func removeIfThere(_ name: [UInt8]) throws(SystemError) {
        guard try library.status(of: name + [0]) != nil else { return }
        try step(PreparationStep(.remove, TreePath(name).text))
        try library.remove(name + [0])
    }

    // MARK: Changes, each of which may be done already

    /// What the path leads to may be a folder by now, which was put in the file's place.
    private func remove(_ path: TreePath) throws(SystemError) {
        guard let folder = try folder(path.parent), let status = try folder.status(of: path.name + [0]),
            status.kind != .folder
        else { return }
        try step(PreparationStep(.remove, path.text))
        try folder.remove(path.name + [0])
    }

    private func removeFolder(_ path: TreePath) throws(SystemError) {
        guard let parent = try folder(path.parent), let folder = try folder(path), try folder.names().isEmpty else {
            return
        }
        try step(PreparationStep(.remove, path.text))
        forgetFolders()
        try parent.removeFolder(path.name + [0])
    }

    private func makeFolder(_ path: TreePath) throws(SystemError) {
        guard let parent = try folder(path.parent), try parent.status(of: path.name + [0]) == nil else { return }
        try step(PreparationStep(.makeFolder, path.text))
        try parent.makeFolder(path.name + [0], permissions: folderPermissions)
    }

    /// Where somebody has put something else in the way since, or in place has changed what was read, the file is left
    /// out: its place shows the next preparation that it has to be made again.
    private func place(_ number: Int, _ path: TreePath, replacing replaced: FileIdentity?) throws(SystemError) {
        guard try staged.status(of: Self.name(number)) != nil else { return }
        if try folder(path.parent) == nil {
            for folder in path.folders.reversed() { try makeFolder(folder) }
        }
        guard let folder = try folder(path.parent) else { return }
        let status = try folder.status(of: path.name + [0])
        guard status?.kind != .folder, replaced == nil || status.map({ FileIdentity($0) }) == replaced else { return }
        try step(PreparationStep(.move, path.text))
        try staged.move(Self.name(number), to: folder, as: path.name + [0])
    }
}

extension PreparationJournal.Change {
    fileprivate var path: TreePath {
        switch self {
        case .remove(let path), .removeFolder(let path), .makeFolder(let path), .place(_, let path, _): path
        }
    }
}
