#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#endif

/// The names of an open folder, one after the other.
@safe struct FolderNames: ~Copyable {
    #if canImport(Darwin)
    private let stream: UnsafeMutablePointer<DIR>
    #else
    private let stream: OpaquePointer
    #endif

    /// Begins to read.
    ///
    /// - Parameter descriptor: the folder's descriptor, which stays its owner's.
    /// - Throws: the system's error.
    init(_ descriptor: CInt) throws(SystemError) {
        // The stream takes a descriptor over. It is opened anew, since a copy would share the place in the list.
        let own = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)  // a constant that ends in NUL
        guard own >= 0 else { throw SystemError(errno) }
        guard let stream = unsafe fdopendir(own) else {
            let error = SystemError(errno)
            _ = close(own)
            throw error
        }
        unsafe self.stream = stream
    }

    deinit { unsafe closedir(stream) }

    /// The next name's bytes; `nil` at the end.
    ///
    /// - Throws: the system's error.
    mutating func next() throws(SystemError) -> [UInt8]? {
        errno = 0
        guard let entry = unsafe readdir(stream) else {
            guard errno == 0 else { throw SystemError(errno) }
            return nil
        }
        return unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
            unsafe Array(bytes.prefix { $0 != 0 })  // the system ends each name with NUL
        }
    }

    /// The names of a folder, without `.` and `..`; at most as many as the limit says.
    static func all(of descriptor: CInt, limit: Int) throws(SystemError) -> [[UInt8]] {
        var names = try FolderNames(descriptor)
        var all: [[UInt8]] = []
        while all.count < limit, let name = try names.next() {
            if name != [46], name != [46, 46] { all.append(name) }
        }
        return all
    }
}
