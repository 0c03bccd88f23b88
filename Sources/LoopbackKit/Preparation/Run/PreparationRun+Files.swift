internal import LoopbackKitHTTP

// Files that are not rewritten, in a target of their own.

extension PreparationRun {
    /// Files up to this size are copied: a second name or a clone costs as much, and ties them to the source.
    static let smallFile = 4096

    /// Puts a file into the target as it is, unless it is there.
    mutating func provide(_ file: SourceFile) throws(PreparationError) {
        if let record = last?.records[file.path], record.origin != .rewritten,
            record.source == FileIdentity(file.status), try isThere(record)
        {
            report.unchanged += 1
            manifest.records[file.path] = record
            return
        }
        try willRead(file.path)
        let opened = try open(file)
        let source = FileIdentity(opened.status)
        var record: PreparationManifest.Record
        if let there = try target.status(of: file.path), there.isSameFile(as: opened.status) {
            // A second name of the file has changed with it.
            report.unchanged += 1
            record = PreparationManifest.Record(path: file.path, origin: .linked, output: source)
        } else if opened.status.size <= Self.smallFile,
            let content = opened.file.read(at: 0, count: opened.status.size),
            let there = try identity(of: content, at: file.path, besides: opened.status)
        {
            report.unchanged += 1
            record = PreparationManifest.Record(path: file.path, origin: .copied, output: there)
        } else {
            let (origin, staged) = try stage(file, opened.file, opened.status)
            count(origin)
            placed.append((staged.number, file.path, nil))
            record = PreparationManifest.Record(path: file.path, origin: origin, output: staged.identity)
        }
        // Another name of the same file changes with it.
        record.source = source.isSettled(at: start) || record.origin == .linked ? source : nil
        manifest.records[file.path] = record
    }

    private mutating func count(_ origin: PreparationManifest.Origin) {
        switch origin {
        case .linked: report.linked += 1
        case .cloned: report.cloned += 1
        default: report.copied += 1
        }
    }

    private func open(_ file: SourceFile) throws(PreparationError) -> (file: OpenFile, status: FileStatus) {
        do throws(FolderDescriptor.Failure) {
            let opened = try source.openFile(file.path.forSystem)
            guard opened.status.kind == .regular else { throw .unsupportedKind }
            return opened
        } catch {
            throw PreparationError(opening: error, file.path.text)
        }
    }

    private func stage(
        _ file: SourceFile,
        _ opened: OpenFile,
        _ status: FileStatus
    ) throws(PreparationError) -> (PreparationManifest.Origin, TargetFolder.Staged) {
        let permissions = permissions(status)
        if status.size > Self.smallFile {
            if let staged = target.stageClone(of: opened, permissions: permissions, file.path) {
                return (.cloned, staged)
            }
            // A text that is too large to be rewritten is one that its author edits.
            if !file.isLink, file.kind == nil, let staged = target.stageName(of: file, in: source) {
                return (.linked, staged)
            }
        }
        return (.copied, try target.stageCopy(of: opened, permissions: permissions, file.path))
    }

    /// Puts a link to a folder into the target, unless it is there.
    mutating func provide(_ link: FolderLink) throws(PreparationError) {
        let place = link.relativePath
        let material = TreePath(place).text
        if let record = last?.records[link.path], record.origin == .folderLink, record.material == material,
            try isThere(record)
        {
            report.unchanged += 1
            manifest.records[link.path] = record
            return
        }
        let staged = try target.stageLink(to: place, link.path)
        report.linked += 1
        placed.append((staged.number, link.path, nil))
        var record = PreparationManifest.Record(path: link.path, origin: .folderLink, output: staged.identity)
        record.material = material
        manifest.records[link.path] = record
    }
}
