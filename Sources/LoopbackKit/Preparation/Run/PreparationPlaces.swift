internal import LoopbackKitHTTP

/// Where a preparation reads and writes.
struct PreparationPlaces {
    private let folder: String
    private let target: String
    private let isInPlace: Bool
    /// The absolute paths, each with a NUL at its end.
    private let folderPath: [UInt8]
    private let targetPath: [UInt8]

    init(_ folder: String, into target: String?) throws(PreparationError) {
        self.folder = folder
        self.target = target ?? folder
        isInPlace = target == nil
        folderPath = try Self.absolute(folder)
        targetPath = try Self.absolute(target ?? folder)
    }

    private static func absolute(_ path: String) throws(PreparationError) -> [UInt8] {
        guard !path.isEmpty, !path.utf8.contains(0), let absolute = FolderDescriptor.absolutePath(path) else {
            throw PreparationError(.notFound, path: path)
        }
        return absolute
    }

    /// Opens the folder, and sees that the target is another one.
    func openSource() throws(PreparationError) -> FolderDescriptor {
        let source: FolderDescriptor
        do {
            source = try FolderDescriptor(path: folderPath)
        } catch {
            throw PreparationError(reading: error, folder)
        }
        if !isInPlace, try overlaps(source) { throw PreparationError(.overlap, path: target) }
        return source
    }

    /// Whether one of the folders lies in the other; both by their real places.
    private func overlaps(_ source: FolderDescriptor) throws(PreparationError) -> Bool {
        var names = targetPath.dropLast().split(separator: 47)
        var missing: [ArraySlice<UInt8>] = []
        while true {
            let path = [47] + Array(names.joined(separator: [47])) + [0]
            if let existing = try? FolderDescriptor(path: path) {
                guard let from = source.place, let there = existing.place else { return false }
                let to = TreePath(Array(there.dropFirst())).appending(contentsOf: missing)
                let origin = TreePath(Array(from.dropFirst()))
                return to == origin || to.isBelow(origin) || origin.isBelow(to)
            }
            guard let last = names.popLast() else { return false }
            missing.insert(last, at: 0)
        }
    }

    /// Whether the target was prepared before.
    var isPrepared: Bool {
        get throws(PreparationError) {
            do {
                return TargetFolder.isPrepared(try WritableFolder(path: targetPath))
            } catch {
                throw PreparationError(reading: error, target)
            }
        }
    }

    /// Opens and locks the target, which is made when it is missing.
    ///
    /// - Parameters:
    ///   - source: the folder whose readers it is for.
    ///   - tools: whose `step` is asked before each step.
    /// - Returns: the target.
    /// - Throws: `PreparationError`; `occupied` when it holds what no preparation put there.
    func openTarget(for source: FolderDescriptor, _ tools: PreparationTools) throws(PreparationError) -> TargetFolder {
        let permissions = source.status.permissions & 0o777 | 0o700
        let root: WritableFolder
        let isTaken: Bool
        do throws(SystemError) {
            root = try openOrMake(targetPath, permissions, tools.step)
            let isKnown = isInPlace || TargetFolder.isPrepared(root)
            isTaken = try isKnown ? false : root.names().contains { $0 != LibraryFolder.root.bytes }
        } catch {
            throw PreparationError(writing: error, target)
        }
        guard !isTaken else { throw PreparationError(.occupied, path: target) }
        return try TargetFolder(root, path: target, folderPermissions: permissions, tools)
    }

    private func openOrMake(
        _ path: [UInt8],
        _ permissions: UInt16,
        _ step: @Sendable (PreparationStep) throws(SystemError) -> Void
    ) throws(SystemError) -> WritableFolder {
        do {
            return try WritableFolder(path: path)
        } catch {
            guard error.number == SystemError.missing.number else { throw error }
        }
        let names = path.dropLast().split(separator: 47)
        for count in 1...max(names.count, 1) {
            let part = [47] + Array(names.prefix(count).joined(separator: [47])) + [0]
            if (try? FileStatus(path: part, followsLink: true)) != nil { continue }
            try step(PreparationStep(.makeFolder, target))
            try WritableFolder.make(path: part, permissions: permissions)
        }
        return try WritableFolder(path: path)
    }
}

extension TreePath {
    fileprivate func appending(contentsOf names: [ArraySlice<UInt8>]) -> TreePath {
        names.reduce(self) { $0.appending(Array($1)) }
    }
}
