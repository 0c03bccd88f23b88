extension FolderDescriptor {
    /// The first stored name in a folder that satisfies a condition.
    ///
    /// - Parameters:
    ///   - folder: the folder's path relative to this one, with a NUL at its end.
    ///   - limit: how many names are looked at; more are taken for absent.
    ///   - containment: whether it is checked that the folder lies inside.
    ///   - condition: tells whether a name's bytes are the ones that are looked for.
    /// - Returns: the name's bytes, or `nil` when none is found or the folder can't be read.
    package func storedName(
        in folder: [UInt8],
        limit: Int,
        containment: Containment = .checked,
        where condition: ([UInt8]) -> Bool
    ) -> [UInt8]? {
        guard let opened = try? openFile(folder, containment: containment), opened.status.kind == .folder,
            var names = try? FolderNames(opened.file.descriptor)
        else { return nil }
        for _ in 0..<limit {
            guard let name = try? names.next() else { return nil }
            if condition(name) { return name }
        }
        return nil
    }

    /// The names in a folder, without `.` and `..`, in no order.
    ///
    /// - Parameters:
    ///   - folder: the folder's path relative to this one, with a NUL at its end.
    ///   - limit: how many names are read at most; whoever gets as many has to take it that there are more.
    /// - Returns: the names' bytes.
    /// - Throws: why it can't be read.
    package func names(in folder: [UInt8], limit: Int) throws(Failure) -> [[UInt8]] {
        let opened = try openFile(folder)
        guard opened.status.kind == .folder else { throw .unsupportedKind }
        do throws(SystemError) {
            return try FolderNames.all(of: opened.file.descriptor, limit: limit)
        } catch {
            throw .system(error)
        }
    }
}
