/// The digests of the files whose content was changed: documents may name the old ones.
package struct ContentHashes: Sendable {
    /// The digests of one content, one for each algorithm.
    package struct Digests: Hashable, Sendable {
        /// In base64, in the order of `IntegrityAlgorithm.allCases`.
        package let values: [[UInt8]]

        /// Takes the digests of a content.
        package init(_ content: [UInt8]) { values = IntegrityAlgorithm.allCases.map { $0.digest(of: content) } }

        /// Takes digests that were written down; `nil` when their number is another.
        package init?(values: [[UInt8]]) {
            guard values.count == IntegrityAlgorithm.allCases.count else { return nil }
            self.values = values
        }

        subscript(algorithm: IntegrityAlgorithm) -> [UInt8] {
            values[IntegrityAlgorithm.allCases.firstIndex(of: algorithm) ?? 0]
        }
    }

    /// A file's content before and after.
    package struct Change: Hashable, Sendable {
        package let old: Digests
        package let new: Digests

        package init(old: Digests, new: Digests) {
            self.old = old
            self.new = new
        }
    }

    /// By the files' paths.
    package private(set) var changes: [[UInt8]: Change] = [:]

    package init() {}

    /// Whether a document may name digests: only then are they worth their time.
    package static func areNamed(in document: [UInt8]) -> Bool {
        // The letters and a digit of "sha256", "sha384" or "sha512"; in UTF-16 there are zeros between them.
        var matched = 0
        for byte in document where matched > 0 ? byte != 0 : byte | 0x20 == 115 {
            switch (matched, byte.asciiLowercased) {
            case (3, 50), (3, 51), (3, 53): return true
            case (1, 104), (2, 97): matched += 1
            case (_, 115): matched = 1
            default: matched = 0
            }
        }
        return false
    }

    /// Adds a changed file by its contents.
    package mutating func add(_ path: String, old: [UInt8], new: [UInt8]) {
        add(path, Change(old: Digests(old), new: Digests(new)))
    }

    /// Adds a changed file whose digests are known.
    package mutating func add(_ path: String, _ change: Change) { changes[Array(path.utf8)] = change }

    /// Whether no file was changed.
    package var isEmpty: Bool { changes.isEmpty }

    /// What old digests are now: by an old one in its normal form the new ones, since equal files may have become
    /// different ones.
    func successors(_ algorithm: IntegrityAlgorithm) -> [[UInt8]: [[UInt8]]] {
        var successors: [[UInt8]: [[UInt8]]] = [:]
        for change in changes.values {
            successors[HashExpression.normalized(change.old[algorithm][...]), default: []].append(change.new[algorithm])
        }
        return successors.mapValues { Set($0).sorted { $0.lexicographicallyPrecedes($1) } }
    }
}
