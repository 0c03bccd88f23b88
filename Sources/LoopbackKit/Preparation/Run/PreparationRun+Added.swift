internal import LoopbackKitHTTP

// The host's scripts and styles, and the library's own, which documents load from `~page/`.

extension PreparationRun {
    /// The page script's name, which no host's file may have.
    private static let ownName = "page.js"

    /// Looks at the names of a host's files.
    static func checkNames(of configuration: PageConfiguration) throws(PreparationError) {
        var names = Set([Array(ownName.utf8)])
        for name in configuration.scripts.map(\.name) + configuration.styles.map(\.name) {
            let isPlain =
                name.utf8.count <= 255 && name.utf8.first != 46 && name.utf8.last != 46
                && TreePath(written: Array(name.utf8))?.names.count == 1 && !name.utf8.contains(92)
            guard isPlain, names.insert(Array(name.utf8)).inserted else {
                throw PreparationError(.invalidName, path: name)
            }
        }
    }

    /// The files that are added.
    func addedFiles() throws(PreparationError) -> [PageFile] {
        setting.tools.pageFiles(index, setting.configuration)
            + setting.configuration.scripts.map { PageFile(name: $0.name, bytes: $0.source) }
            + setting.configuration.styles.map { PageFile(name: $0.name, bytes: $0.source) }
    }

    /// Puts an added file in its place, unless it is there.
    mutating func add(_ file: PageFile) throws(PreparationError) {
        let path = LibraryFolder.page.appending(Array(file.name.utf8))
        let material = "\(FNV1a.hash(file.bytes))"
        if let record = last?.records[path], record.material == material, try isThere(record) {
            manifest.records[path] = record
            return
        }
        let staged = try target.stage(file.bytes, permissions: 0o644, path)
        report.prepared += 1
        placed.append((staged.number, path, nil))
        var record = PreparationManifest.Record(path: path, origin: .added, output: staged.identity)
        record.material = material
        manifest.records[path] = record
    }
}
