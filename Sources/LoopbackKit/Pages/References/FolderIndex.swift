/// The names of a folder's files, as references look them up.
///
/// Names are compared as bytes first. A name that differs by its Unicode normal form or by case alone is found when it is
/// the only one: the authors' own system may have taken it so.
package struct FolderIndex: Sendable {
    private let files: Set<[UInt8]>
    private let folders: Set<[UInt8]>
    /// The paths by their lower-case form, and an empty one where there are several.
    ///
    /// Strings are equal when they are canonically equivalent.
    private let folded: [String: [UInt8]]

    /// The files' paths, sorted by their bytes.
    package let paths: [String]

    /// Makes an index.
    ///
    /// - Parameter paths: the files, relative to the folder, with `/` between names and none at either end.
    package init(_ paths: some Sequence<String>) {
        var files = Set<[UInt8]>()
        var folders: Set<[UInt8]> = [[]]
        var folded: [String: [UInt8]] = [:]
        func fold(_ path: [UInt8]) {
            let key = String(decoding: path, as: UTF8.self).lowercased()
            if let known = folded[key], known != path { folded[key] = [] } else { folded[key] = path }
        }
        for path in paths {
            let bytes = Array(path.utf8)
            guard files.insert(bytes).inserted else { continue }
            fold(bytes)
            var end = bytes.lastIndex(of: 47)
            while let slash = end {
                let folder = Array(bytes[..<slash])
                guard folders.insert(folder).inserted else { break }
                fold(folder)
                end = folder.lastIndex(of: 47)
            }
        }
        self.files = files
        self.folders = folders
        self.folded = folded
        self.paths = files.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// What a path leads to.
    package enum Entry: Hashable, Sendable {
        /// A file, by the path that it is stored under.
        case file([UInt8])
        /// A folder, by the path that it is stored under.
        case folder([UInt8])
    }

    /// Finds a file or folder by its path, decoded and without dot segments; the empty path is the folder itself.
    package func find(_ path: [UInt8]) -> Entry? {
        if let entry = entry(path) { return entry }
        guard let stored = folded[String(decoding: path, as: UTF8.self).lowercased()], !stored.isEmpty else {
            return nil
        }
        return entry(stored)
    }

    private func entry(_ path: [UInt8]) -> Entry? {
        if files.contains(path) { return .file(path) }
        return folders.contains(path) ? .folder(path) : nil
    }
}
