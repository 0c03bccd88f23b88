internal import LoopbackKitHTTP

/// One preparation of a folder.
struct PreparationRun {
    /// What a preparation is asked to do.
    struct Setting: Sendable {
        let folder: String
        /// The folder to prepare into; `nil` for the folder itself.
        let target: String?
        let configuration: PageConfiguration
        let limits: PreparationLimits
        let tools: PreparationTools

        /// What all texts depend on, but for the names.
        var fingerprint: UInt64 {
            var print = Fingerprint()
            print.add(Int(truncatingIfNeeded: configuration.fingerprint))
            print.add(limits.rewrittenBytes)
            return print.value
        }
    }

    let setting: Setting
    let source: FolderDescriptor
    let tree: SourceTree
    let target: TargetFolder
    let isInPlace: Bool
    let rewrite: PreparationTools.Rewrite
    let index: FolderIndex
    /// When the preparation began.
    let start: FileTime

    /// What the last preparation left.
    let last: PreparationManifest?
    /// What this one leaves.
    var manifest: PreparationManifest
    var hashes = ContentHashes()
    var report = PreparationReport()
    /// The staged files and their places, in the order in which they get them.
    var placed: [(number: Int, path: TreePath, replaced: FileIdentity?)] = []
    /// Whether the digests of all changed files are known.
    var knowsDigests = false

    /// Prepares a folder.
    static func prepare(_ setting: Setting) throws(PreparationError) -> PreparationReport {
        try checkNames(of: setting.configuration)
        let places = try PreparationPlaces(setting.folder, into: setting.target)
        let source = try places.openSource()
        guard setting.target == nil else {
            let tree = try SourceWalk.tree(of: source, setting.folder, setting.limits)
            let target = try places.openTarget(for: source, setting.tools)
            try target.recover()
            return try finish(PreparationRun(setting, source, tree, target, isInPlace: false))
        }
        // Nothing is written before the folder was looked at; it is looked at again when nobody else can change it so.
        if try !places.isPrepared { _ = try SourceWalk.tree(of: source, setting.folder, setting.limits) }
        let target = try places.openTarget(for: source, setting.tools)
        try target.recover()
        let tree = try SourceWalk.tree(of: source, setting.folder, setting.limits)
        return try finish(PreparationRun(setting, source, tree, target, isInPlace: true))
    }

    private static func finish(_ run: PreparationRun) throws(PreparationError) -> PreparationReport {
        var run = run
        do {
            return try run.prepare()
        } catch {
            run.target.abandon()
            throw error
        }
    }

    private init(
        _ setting: Setting,
        _ source: FolderDescriptor,
        _ tree: SourceTree,
        _ target: TargetFolder,
        isInPlace: Bool
    ) throws(PreparationError) {
        self.setting = setting
        self.source = source
        self.tree = tree
        self.target = target
        self.isInPlace = isInPlace
        start = setting.tools.now()
        index = tree.index(limit: setting.limits.files)
        rewrite = setting.tools.rewriting(index, setting.configuration)
        var names = Fingerprint()
        for path in index.paths { names.add(path) }
        manifest = PreparationManifest(
            rules: PreparationManifest.Rules(
                version: LibraryVersion.current,
                isInPlace: isInPlace,
                configuration: setting.fingerprint,
                names: names.value
            )
        )
        let last = target.manifest()
        // What was prepared in place is its author's own: it is no target for other files.
        if !isInPlace, last?.rules.isInPlace == true {
            throw PreparationError(.occupied, path: setting.target ?? setting.folder)
        }
        self.last = last?.rules.isInPlace == isInPlace ? last : nil
    }

    private mutating func prepare() throws(PreparationError) -> PreparationReport {
        count()
        for file in try addedFiles() { try add(file) }
        let texts = tree.files.filter { isText($0) }
        for file in texts where file.kind?.isDocument == false { try prepare(text: file) }
        if !isInPlace {
            for file in tree.files where !isText(file) { try provide(file) }
            for link in tree.links { try provide(link) }
        }
        let hashesChanged = manifest.digests != (last?.digests ?? [:])
        for file in texts where file.kind?.isDocument == true { try prepare(text: file, again: hashesChanged) }
        try commit()
        report.findings += tree.findings
        report.findings.sort { ($0.file, $0.line) < ($1.file, $1.line) }
        return report
    }

    /// In place a link stays what it is; what it leads to is prepared under its own name.
    private func isText(_ file: SourceFile) -> Bool {
        file.kind != nil && file.status.size <= setting.limits.rewrittenBytes && !(isInPlace && file.isLink)
    }

    private mutating func count() {
        for file in tree.files {
            switch file.kind {
            case .html, .xhtml: report.documents += 1
            case .style: report.styleSheets += 1
            case .script: report.scripts += 1
            case .svg: report.images += 1
            case nil: report.otherFiles += 1
            }
        }
    }

    private mutating func commit() throws(PreparationError) {
        try checkCancellation(setting.folder)
        var plan = PreparationPlan(target: target)
        if let last, !isInPlace { try refuseOthers(last) }
        try plan.make(room: placed.map(\.path), removing: removed)
        report.removed = removed.count
        guard !plan.journal.changes.isEmpty || !placed.isEmpty || manifest != last else { return }
        for file in placed { plan.journal.changes.append(.place(file.number, file.path, replacing: file.replaced)) }
        plan.remove(removed, keeping: manifest.records.keys)
        let bytes = manifest.bytes
        let staged = try target.stage(bytes, permissions: 0o600, LibraryFolder.manifest)
        plan.journal.changes.append(.place(staged.number, LibraryFolder.manifest, replacing: nil))
        try target.commit(plan.journal)
    }

    /// Files that no preparation put into the target are not overwritten.
    private func refuseOthers(_ last: PreparationManifest) throws(PreparationError) {
        for file in placed where last.records[file.path] == nil {
            guard let status = try target.status(of: file.path), status.kind != .folder else { continue }
            throw PreparationError(.occupied, path: file.path.text)
        }
    }

    /// What the last preparation made and this one does not; in place only the host's files are a preparation's own.
    private var removed: [TreePath] {
        guard let last else { return [] }
        return last.records.values
            .filter { manifest.records[$0.path] == nil && (!isInPlace || $0.path.parent == LibraryFolder.page) }
            .map(\.path)
    }

    func checkCancellation(_ path: String) throws(PreparationError) {
        if Task.isCancelled { throw PreparationError(.cancelled, path: path) }
    }

    /// Asks before a file of the source is read.
    func willRead(_ path: TreePath) throws(PreparationError) {
        try checkCancellation(path.text)
        do {
            try setting.tools.step(PreparationStep(.read, path.text))
        } catch {
            throw PreparationError(reading: error, path.text)
        }
    }
}
