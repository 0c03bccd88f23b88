extension ContentHashes.Change {
    /// The digests as a manifest keeps them: those of the old content, then those of the new one.
    var record: String {
        (old.values + new.values).map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }

    /// Reads what a manifest has kept; `nil` when the number of digests is another.
    init?(record: String) {
        let values = record.utf8.split(separator: 32).map(Array.init)
        let half = values.count / 2
        guard let old = ContentHashes.Digests(values: Array(values[..<half])),
            let new = ContentHashes.Digests(values: Array(values[half...]))
        else { return nil }
        self.init(old: old, new: new)
    }
}
