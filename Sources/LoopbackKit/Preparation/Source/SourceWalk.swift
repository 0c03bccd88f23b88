internal import LoopbackKitHTTP

/// Finds what is served of a folder; follows no link but to see where it leads.
struct SourceWalk {
    private let folder: FolderDescriptor
    private let name: String
    private let limits: PreparationLimits
    private var tree = SourceTree()
    private var waiting = [TreePath.root]
    private var seen = 0

    /// Looks at every name of a folder.
    ///
    /// - Parameters:
    ///   - folder: the folder.
    ///   - name: what errors call it.
    ///   - limits: how many names it may have, and how deep.
    /// - Returns: what is served of it.
    /// - Throws: `PreparationError` that names a link which leaves the folder or leads nowhere, or what can't be read.
    static func tree(
        of folder: FolderDescriptor,
        _ name: String,
        _ limits: PreparationLimits
    ) throws(PreparationError) -> SourceTree {
        var walk = SourceWalk(folder: folder, name: name, limits: limits)
        while let next = walk.waiting.popLast() { try walk.enter(next) }
        walk.tree.files.sort { $0.path < $1.path }
        walk.tree.links.sort { $0.path < $1.path }
        walk.tree.findings.sort { TreePath($0.file) < TreePath($1.file) }
        return walk.tree
    }

    private init(folder: FolderDescriptor, name: String, limits: PreparationLimits) {
        self.folder = folder
        self.name = name
        self.limits = limits
    }

    private mutating func enter(_ path: TreePath) throws(PreparationError) {
        let place = path == .root ? name : path.text
        guard path.folders.count < limits.depth else { throw PreparationError(.tooDeep, path: place) }
        if Task.isCancelled { throw PreparationError(.cancelled, path: place) }
        let names: [[UInt8]]
        do {
            names = try folder.names(in: path.forSystem, limit: min(limits.files, .max - 1) - seen + 1)
        } catch {
            throw PreparationError(opening: error, place)
        }
        seen += names.count
        guard seen <= limits.files else { throw PreparationError(.tooManyFiles, path: place) }
        for name in names where name.first != 46 { try look(at: path.appending(name)) }
    }

    private mutating func look(at path: TreePath) throws(PreparationError) {
        guard Self.isServable(path.name) else { return find(.unservedName, path) }
        guard path.bytes.count < 4096 else { throw PreparationError(.tooDeep, path: path.text) }
        let status: FileStatus
        do {
            status = try folder.status(of: path.forSystem)
        } catch {
            guard error.number != SystemError.missing.number else { return }  // it went away since the names were read
            throw PreparationError(reading: error, path.text)
        }
        if Self.isReserved(path, isFolder: status.kind == .folder) { find(.reservedName, path) }
        switch status.kind {
        case .regular: add(path, status, isLink: false)
        case .folder: waiting.append(path)
        case .link: try follow(path)
        case .other: find(.unsupportedKind, path)
        }
    }

    /// Sees where a link leads.
    private mutating func follow(_ path: TreePath) throws(PreparationError) {
        do throws(FolderDescriptor.Failure) {
            let opened = try folder.openFile(path.forSystem)
            guard let place = folder.place(of: opened.file).map({ TreePath($0) }) else { throw .outside }
            guard place.names.allSatisfy({ $0.first != 46 && Self.isServable($0) }) else {
                return find(.unservedName, path)
            }
            guard opened.status.kind == .folder else { return add(path, opened.status, isLink: true) }
            tree.links.append(FolderLink(path: path, place: place))
        } catch {
            switch error {
            case .unsupportedKind: find(.unsupportedKind, path)
            case .system(let system) where system.kind == .missing || system.kind == .notFolder:
                throw PreparationError(.brokenLink, path: path.text, errno: system.number)
            default: throw PreparationError(opening: error, path.text)
            }
        }
    }

    private mutating func add(_ path: TreePath, _ status: FileStatus, isLink: Bool) {
        let kind = PageFileKind(path: path.text)
        if kind != nil, status.size > limits.rewrittenBytes { find(.tooLarge, path) }
        tree.files.append(SourceFile(path: path, status: status, kind: kind, isLink: isLink))
    }

    private mutating func find(_ problem: PageFinding.Problem, _ path: TreePath) {
        tree.findings.append(PageFinding(file: Self.legible(path), line: 0, reference: "", problem: problem))
    }

    /// Whether a request's path can have the name: see `FolderPath`.
    private static func isServable(_ name: [UInt8]) -> Bool {
        name.last != 46 && name.count <= 255 && name.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 92 }
            && String(validating: name, as: UTF8.self) != nil
    }

    /// Whether a name belongs to the library's own addresses, or looks so in the middle of a path.
    private static func isReserved(_ path: TreePath, isFolder: Bool) -> Bool {
        if path.bytes.first == 126, path.parent == .root { return true }
        return isFolder && ReservedMarker.allCases.contains { path.name.elementsEqual($0.segment.utf8) }
    }

    /// A path that is one line, whatever its names.
    private static func legible(_ path: TreePath) -> String {
        TreePath(path.bytes.map { $0 < 0x20 || $0 == 0x7F ? 63 : $0 }).text
    }
}
