/// The bases of a configuration, the longest first.
struct LegacyBases: Sendable {
    private struct Base {
        let url: LegacyURL
        let path: ArraySlice<UInt8>
        let folder: [UInt8]
    }

    private var bases: [Base] = []

    init(_ bases: [LegacyBase]) {
        for base in bases { insert(base) }
    }

    /// Adds a base; one that is no URL with a scheme or a slash in front is none.
    mutating func insert(_ base: LegacyBase) {
        let prefix = Array(base.prefix.utf8)
        guard let url = LegacyURL(prefix) else { return }
        let new = Base(url: url, path: prefix[url.pathStart...], folder: Array(base.folder.utf8))
        let place = bases.firstIndex { $0.path.count < new.path.count } ?? bases.endIndex
        bases.insert(new, at: place)
    }

    /// What a URL means within the folder.
    struct Match {
        /// The folder that its base stands for.
        let folder: [UInt8]
        /// Where the rest begins in the URL.
        let rest: Int
    }

    /// Each base that a URL lies below, the longest first.
    ///
    /// - Parameters:
    ///   - url: a URL that is not relative.
    ///   - parts: its parts.
    /// - Returns: what it means below each.
    func matches(_ url: [UInt8], _ parts: LegacyURL) -> [Match] {
        bases.compactMap { base in
            parts.rest(of: url, below: base.url, path: base.path).map { Match(folder: base.folder, rest: $0) }
        }
    }
}
