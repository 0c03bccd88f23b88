import Foundation

/// What tells whether a file of a folder was added, removed or changed: names, sizes, times and permissions, no content.
package struct FolderSnapshot: Hashable, Sendable {
    private var entries = 0
    private var sum = 0

    /// Looks at a folder; what begins with a dot is left out, and links are not followed.
    ///
    /// - Parameter folder: the folder's path.
    package init(of folder: String) {
        guard let names = FileManager.default.enumerator(atPath: folder) else { return }
        for case let name as String in names {
            if Task.isCancelled { return }
            if name.split(separator: "/").last?.first == "." {
                names.skipDescendants()
                continue
            }
            let attributes = names.fileAttributes
            // The time of a folder tells of names, which are looked at anyway.
            guard let attributes, attributes[.type] as? FileAttributeType != .typeDirectory else { continue }
            var hasher = Hasher()
            hasher.combine(name)
            hasher.combine(attributes[.modificationDate] as? Date)
            hasher.combine(attributes[.size] as? NSNumber)
            hasher.combine(attributes[.systemFileNumber] as? NSNumber)
            hasher.combine(attributes[.posixPermissions] as? NSNumber)
            // A sum, since names come in any order.
            entries += 1
            sum &+= hasher.finalize()
        }
    }
}
