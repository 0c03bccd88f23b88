#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#endif

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
        guard let opened = try? openFile(folder, containment: containment), opened.status.kind == .folder else {
            return nil
        }
        // The stream takes a descriptor over, and the open file keeps its own.
        let copy = fcntl(opened.file.descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return nil }
        guard let stream = unsafe fdopendir(copy) else {
            _ = close(copy)
            return nil
        }
        defer { unsafe closedir(stream) }
        for _ in 0..<limit {
            guard let entry = unsafe readdir(stream) else { return nil }
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe Array(bytes.prefix { $0 != 0 })  // the system ends each name with NUL
            }
            if condition(name) { return name }
        }
        return nil
    }
}
