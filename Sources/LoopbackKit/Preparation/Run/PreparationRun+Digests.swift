internal import LoopbackKitHTTP

// Digests take longer than rewriting: they are taken when a document seems to name some.

extension PreparationRun {
    /// Takes the digests of all changed files that have none.
    mutating func learnDigests() throws(PreparationError) {
        guard !knowsDigests else { return }
        knowsDigests = true
        guard !isInPlace else { return }
        let staged = Dictionary(placed.map { ($0.path, $0.number) }, uniquingKeysWith: { $1 })
        let texts = tree.files.filter { $0.kind?.isDocument == false }
        for file in texts
        where manifest.records[file.path].map({ $0.origin == .rewritten && $0.material.isEmpty }) == true {
            let (content, _, _) = try read(file)
            let number = staged[file.path]
            let new = if let number { target.stagedContent(number) } else { try presentContent(of: file.path) }
            guard let new else { continue }
            let material = learn(file.path, old: content, new: new)
            manifest.records[file.path]?.material = material
        }
    }

    /// Takes the digests of a changed file.
    ///
    /// - Returns: them, as the manifest keeps them.
    mutating func learn(_ path: TreePath, old: [UInt8], new: [UInt8]) -> String {
        let change = ContentHashes.Change(old: .init(old), new: .init(new))
        hashes.add(path.text, change)
        return change.record
    }

    private func presentContent(of path: TreePath) throws(PreparationError) -> [UInt8]? {
        guard let record = manifest.records[path] else { return nil }
        return try target.content(of: path, count: record.output.size)
    }
}
