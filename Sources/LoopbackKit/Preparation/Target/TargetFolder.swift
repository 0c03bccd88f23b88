internal import LoopbackKitHTTP

/// The folder that prepared files stand in; it is locked while this object lives.
///
/// Paths are walked name by name, without following links, so that nothing outside is changed.
final class TargetFolder {
    let root: WritableFolder
    let library: WritableFolder
    let staged: WritableFolder
    private let lock: OpenFile
    let step: @Sendable (PreparationStep) throws(SystemError) -> Void
    /// Whether the disk is waited for.
    let synchronizes: Bool
    /// The permissions of new folders: a copy is for the source's readers.
    let folderPermissions: UInt16
    /// The folder that was asked for last, since files come folder by folder.
    private var lastFolder: (path: TreePath, folder: WritableFolder)?
    /// Whether files can be cloned, as far as is known.
    var canClone = true
    /// How many files were staged.
    var stagedCount = 0
    /// Whether the journal is written: what is staged belongs to it from then on.
    var isCommitted = false

    /// Opens a folder and locks it.
    ///
    /// - Parameters:
    ///   - root: the folder.
    ///   - path: its path, for errors.
    ///   - folderPermissions: the permissions of new folders.
    ///   - tools: whose `step` is asked before each step.
    /// - Throws: `PreparationError`; `busy` when somebody else has locked it.
    init(
        _ root: WritableFolder,
        path: String,
        folderPermissions: UInt16,
        _ tools: PreparationTools
    ) throws(PreparationError) {
        self.root = root
        self.folderPermissions = folderPermissions
        synchronizes = tools.synchronizes
        let step = tools.step
        self.step = step
        do throws(SystemError) {
            library = try Self.folder(LibraryFolder.root.name, in: root, step)
            let name = LibraryFolder.lockName + [0]
            if try library.status(of: name) == nil {
                try step(PreparationStep(.makeFile, "lock"))
                // Somebody else may have made it by now.
                do { _ = try library.makeFile(name, permissions: 0o600) } catch { try Self.requireThere(error) }
            }
            lock = try library.file(name)
            try lock.lock()
            staged = try Self.folder(LibraryFolder.stagedName, in: library, step)
        } catch {
            throw PreparationError(writing: error, path)
        }
    }

    /// Whether a folder was prepared before, or a preparation of it was decided.
    static func isPrepared(_ root: WritableFolder) -> Bool {
        guard let status = try? root.status(of: LibraryFolder.root.forSystem), status.kind == .folder,
            let library = try? root.folder(LibraryFolder.root.forSystem)
        else { return false }
        return [LibraryFolder.manifest.name, LibraryFolder.journalName].contains { name in
            (try? library.status(of: name + [0])) != nil
        }
    }

    private static func folder(
        _ name: [UInt8],
        in parent: WritableFolder,
        _ step: @Sendable (PreparationStep) throws(SystemError) -> Void
    ) throws(SystemError) -> WritableFolder {
        if try parent.status(of: name + [0]) == nil {
            try step(PreparationStep(.makeFolder, TreePath(name).text))
            try parent.makeFolder(name + [0], permissions: 0o700)
        }
        return try parent.folder(name + [0])
    }

    private static func requireThere(_ error: SystemError) throws(SystemError) {
        guard error.kind == .exists else { throw error }
    }

    // MARK: Looking

    /// The folder of a path; `nil` when it or one on the way is not there, or is no folder.
    func folder(_ path: TreePath) throws(SystemError) -> WritableFolder? {
        if path == .root { return root }
        if let lastFolder, lastFolder.path == path { return lastFolder.folder }
        guard let parent = try folder(path.parent) else { return nil }
        let status = try parent.status(of: path.name + [0])
        guard status?.kind == .folder else { return nil }
        let folder = try parent.folder(path.name + [0])
        lastFolder = (path, folder)
        return folder
    }

    /// Forgets what was found, since it is about to change.
    func forgetFolders() { lastFolder = nil }

    /// What stands at a path; `nil` when nothing does.
    func status(of path: TreePath) throws(PreparationError) -> FileStatus? {
        do {
            return try folder(path.parent)?.status(of: path.name + [0])
        } catch {
            throw PreparationError(reading: error, path.text)
        }
    }

    /// The content of the regular file at a path, if it has so many bytes.
    func content(of path: TreePath, count: Int) throws(PreparationError) -> [UInt8]? {
        guard let status = try status(of: path), status.kind == .regular, status.size == count else { return nil }
        do {
            return try folder(path.parent)?.file(path.name + [0]).read(at: 0, count: count)
        } catch {
            throw PreparationError(reading: error, path.text)
        }
    }

    /// What the last preparation left; `nil` when there was none, or its manifest is damaged.
    func manifest() -> PreparationManifest? {
        read(LibraryFolder.manifest.name).flatMap { PreparationManifest($0) }
    }

    /// Larger ones were not written by a preparation, which has at most some hundred bytes for a file.
    private static let largestRecord = 1 << 28

    /// A file of the library's folder.
    func read(_ name: [UInt8]) -> [UInt8]? {
        guard let file = try? library.file(name + [0]), let status = try? file.status(), status.kind == .regular,
            status.size <= Self.largestRecord
        else { return nil }
        return file.read(at: 0, count: status.size)
    }
}
