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
        if let folder = unsafe opendir(path) {
            while let entry = unsafe readdir(folder) {
                let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    // The name is a C string in a fixed room.
                    unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
                }
                guard name != ".", name != ".." else { continue }
                let inner = "\(path)/\(name)"
                if isFolder(inner) { remove(inner) } else { unsafe unlink(inner) }
            }
            unsafe closedir(folder)
        }
        unsafe rmdir(path)
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
