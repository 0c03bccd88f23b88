#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A folder of its own for a run's files.
enum TemporaryFolder {
    /// Makes one; its keeper removes it.
    static func make() throws(HarnessError) -> String {
        let base = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/loopback-bench-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            throw HarnessError(.file, base, errno: errno)
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes a folder with all that is in it; links are removed, not followed.
    static func remove(_ path: String) {
        for name in names(in: path) {
            let inner = "\(path)/\(name)"
            if isFolder(inner) { remove(inner) } else { unsafe unlink(inner) }
        }
        unsafe rmdir(path)
    }

    /// The names in a folder; none where it can't be read.
    static func names(in path: String) -> [String] {
        guard let folder = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                // The name is a C string in a fixed room.
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
