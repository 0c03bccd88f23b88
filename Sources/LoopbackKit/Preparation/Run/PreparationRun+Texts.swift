internal import LoopbackKitHTTP

// One text is held in memory at a time; of those that were changed, their hashes are.

extension PreparationRun {
    /// Rewrites a file, unless it is known to be as it was.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - again: whether files that depend on other files' hashes are done anyway.
    /// - Throws: `PreparationError` when it can't be read, or the new one can't be written.
    mutating func prepare(text file: SourceFile, again: Bool = false) throws(PreparationError) {
        if try keepsLast(file, again: again) { return }
        let (content, opened, status) = try read(file)
        if file.kind?.isDocument == true, ContentHashes.areNamed(in: content) { try learnDigests() }
        let result = rewrite(content, file.path.text, file.kind ?? .html, hashes)
        let output: (origin: PreparationManifest.Origin, identity: FileIdentity)
        var material = ""
        if let bytes = result.bytes, bytes != content {
            // In place the old content is lost; otherwise it is read again if a document needs it.
            if isInPlace, file.kind?.isDocument == false { material = learn(file.path, old: content, new: bytes) }
            output = (.rewritten, try put(bytes, for: file, status))
        } else if isInPlace {
            report.unchanged += 1
            output = (.kept, FileIdentity(status))
        } else {
            output = try putUnchanged(content, of: opened, for: file, status)
        }
        var record = PreparationManifest.Record(path: file.path, origin: output.origin, output: output.identity)
        // In place the output is the next preparation's source.
        let source = isInPlace ? output.identity : FileIdentity(status)
        record.source = source.isSettled(at: start) || isOwnOutput(output.origin) ? source : nil
        record.material = material
        record.references = result.rewritten
        record.usesHashes = result.usesHashes
        record.findings = result.findings
        remember(record)
    }

    /// A file that was just written in place is not settled, but its content is known.
    private func isOwnOutput(_ origin: PreparationManifest.Origin) -> Bool { isInPlace && origin == .rewritten }

    private mutating func keepsLast(_ file: SourceFile, again: Bool) throws(PreparationError) -> Bool {
        guard let last, last.rules == manifest.rules, let record = last.records[file.path],
            record.source == FileIdentity(file.status), !(again && record.usesHashes),
            try isThere(record)
        else { return false }
        if !record.material.isEmpty {
            guard let change = ContentHashes.Change(record: record.material) else { return false }
            hashes.add(file.path.text, change)
        }
        report.unchanged += 1
        remember(record)
        return true
    }

    private mutating func remember(_ record: PreparationManifest.Record) {
        manifest.records[record.path] = record
        report.references += record.references
        report.findings += record.findings
    }

    func read(_ file: SourceFile) throws(PreparationError) -> ([UInt8], OpenFile, FileStatus) {
        try willRead(file.path)
        do throws(FolderDescriptor.Failure) {
            let opened = try source.openFile(file.path.forSystem)
            guard opened.status.kind == .regular else { throw .unsupportedKind }
            // What is longer by now is read when it is prepared the next time.
            guard let content = opened.file.read(at: 0, count: opened.status.size) else { throw .system(.failed) }
            return (content, opened.file, opened.status)
        } catch {
            throw PreparationError(opening: error, file.path.text)
        }
    }

    /// Puts new content in a file's place, unless it is there.
    private mutating func put(
        _ bytes: [UInt8],
        for file: SourceFile,
        _ status: FileStatus
    ) throws(PreparationError) -> FileIdentity {
        if !isInPlace, let there = try identity(of: bytes, at: file.path, besides: status) {
            report.unchanged += 1
            return there
        }
        report.prepared += 1
        let staged = try target.stage(bytes, permissions: permissions(status), file.path)
        placed.append((staged.number, file.path, isInPlace ? FileIdentity(status) : nil))
        return staged.identity
    }

    /// Puts content that was not rewritten in a file's place.
    ///
    /// A text never gets a second name: what its author changes would show in the target, half written and unprepared.
    private mutating func putUnchanged(
        _ content: [UInt8],
        of opened: OpenFile,
        for file: SourceFile,
        _ status: FileStatus
    ) throws(PreparationError) -> (PreparationManifest.Origin, FileIdentity) {
        if let there = try identity(of: content, at: file.path, besides: status) {
            report.unchanged += 1
            return (.copied, there)
        }
        if content.count > Self.smallFile,
            let staged = target.stageClone(of: opened, permissions: permissions(status), file.path)
        {
            report.cloned += 1
            placed.append((staged.number, file.path, nil))
            return (.cloned, staged.identity)
        }
        report.copied += 1
        let staged = try target.stage(content, permissions: permissions(status), file.path)
        placed.append((staged.number, file.path, nil))
        return (.copied, staged.identity)
    }

    /// The target's file at a path, if it has this content and is not the source's under a second name.
    func identity(
        of content: [UInt8],
        at path: TreePath,
        besides source: FileStatus
    ) throws(PreparationError) -> FileIdentity? {
        guard let status = try target.status(of: path), !status.isSameFile(as: source),
            try target.content(of: path, count: content.count) == content
        else { return nil }
        return FileIdentity(status)
    }

    /// In place a file keeps its permissions; a copy is for the same readers, and its owner can always read it.
    func permissions(_ status: FileStatus) -> UInt16 {
        isInPlace ? status.permissions : status.permissions & 0o777 | 0o400
    }

    /// Whether the last preparation's output stands where it was put.
    func isThere(_ record: PreparationManifest.Record) throws(PreparationError) -> Bool {
        guard let status = try target.status(of: record.path) else { return false }
        return FileIdentity(status) == record.output
    }
}
