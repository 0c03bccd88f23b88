#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#endif
#if os(Linux)
internal import CLinux
#endif

/// Whether the files that a folder opens must lie inside it.
package enum Containment: Sendable {
    /// They must.
    case checked
    /// They must, and the descriptor is always asked, as on systems that can't resolve a path inside a folder.
    case asked
    /// For tests alone, which show that the check is what keeps files outside out of reach.
    case unchecked
}

/// An open folder, through which files are opened that lie inside it, whatever their path and its links say.
///
/// Where the system can resolve a path inside a folder by itself (Linux, openat2), it does. Elsewhere, and for links
/// that it can't follow so (absolute ones, and ones that leave and come back), the descriptor is asked where its file
/// lies: what is checked is what was opened, so that a link swapped meanwhile changes nothing.
package final class FolderDescriptor: Sendable {
    /// Why a file was not opened.
    package enum Failure: Error, Hashable, Sendable {
        /// The path leads out of the folder, or the system can't tell that it does not.
        case outside
        /// What the path leads to is neither a regular file nor a folder.
        case unsupportedKind
        /// The system's error.
        case system(SystemError)
    }

    let descriptor: CInt
    /// What the system told of the folder when it was opened.
    package let status: FileStatus

    /// Opens a folder.
    ///
    /// - Parameter path: the path's bytes with a NUL at their end.
    /// - Throws: the system's error; `ENOTDIR` when there is something else.
    package convenience init(path: [UInt8]) throws(SystemError) {
        // The path ends in NUL.
        let opened = retryingInterrupts {
            unsafe path.withCPath { unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        }
        guard opened >= 0 else { throw SystemError(errno) }
        try self.init(takingOver: opened)
    }

    /// The path made absolute, with a NUL at its end; links in it stay as they are.
    ///
    /// - Parameter path: an absolute path, or one relative to the process's working folder of now.
    /// - Returns: the path's bytes, or `nil` when the working folder is gone.
    package static func absolutePath(_ path: String) -> [UInt8]? {
        let bytes = Array(path.utf8)
        guard bytes.first != 47 else { return bytes + [0] }
        guard let working = unsafe getcwd(nil, 0) else { return nil }
        defer { unsafe free(working) }
        // The system's string ends in NUL and is freed after this copy.
        return unsafe Array(String(cString: working).utf8) + [47] + bytes + [0]
    }

    private init(takingOver descriptor: CInt) throws(SystemError) {
        do {
            status = try FileStatus(descriptor: descriptor)
        } catch {
            _ = close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit { _ = close(descriptor) }

    /// Opens a regular file or a folder inside this one for reading; never waits for a writer.
    ///
    /// - Parameters:
    ///   - path: the path relative to this folder, with a NUL at its end.
    ///   - containment: whether it is checked that the file lies inside.
    /// - Returns: the open file and what it is.
    /// - Throws: why it was not opened.
    package func openFile(
        _ path: [UInt8],
        containment: Containment = .checked
    ) throws(Failure) -> (file: OpenFile, status: FileStatus) {
        let file = OpenFile(takingOver: try openDescriptor(path, containment))
        let status: FileStatus
        do {
            status = try FileStatus(descriptor: file.descriptor)
        } catch {
            throw .system(error)
        }
        guard status.kind == .regular || status.kind == .folder else { throw .unsupportedKind }
        return (file, status)
    }

    private func openDescriptor(_ path: [UInt8], _ containment: Containment) throws(Failure) -> CInt {
        if containment == .unchecked { return try find(path, Self.flags) }
        #if os(Linux)
        if containment == .checked, let opened = try openByKernel(path) { return opened }
        #endif
        return try openAndAsk(path)
    }

    /// For reading, without waiting for a FIFO's writer, and without taking a terminal over.
    private static let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC

    private func find(_ path: [UInt8], _ flags: CInt) throws(Failure) -> CInt {
        // The path ends in NUL.
        try checked(retryingInterrupts { unsafe path.withCPath { unsafe openat(descriptor, $0, flags) } })
    }

    private func checked(_ opened: CInt) throws(Failure) -> CInt {
        guard opened < 0 else { return opened }
        // A socket, or a device without its driver.
        if errno == ENXIO || errno == ENODEV || errno == EOPNOTSUPP { throw .unsupportedKind }
        throw .system(SystemError(errno))
    }

    /// Whether an opened file lies in this folder under exactly these names, without a link on the way.
    ///
    /// - Parameters:
    ///   - file: the open file.
    ///   - names: its path relative to this folder, with a NUL at its end.
    /// - Returns: `false` also when the system doesn't tell where the file lies.
    package func stores(_ file: OpenFile, under names: [UInt8]) -> Bool {
        guard let place = path(of: file.descriptor), let root = path(of: descriptor) else { return false }
        return place == root + [47] + names.dropLast()
    }

    /// The folder's absolute path by now, without links and without a NUL at its end; `nil` when the system doesn't tell.
    package var place: [UInt8]? { path(of: descriptor) }

    /// Where an open file lies in this folder: names with slashes between them, none for the folder itself.
    ///
    /// - Parameter file: a file or folder that this folder has opened.
    /// - Returns: `nil` when it lies outside, or the system doesn't tell.
    package func place(of file: OpenFile) -> [UInt8]? {
        guard let place = path(of: file.descriptor), let root = path(of: descriptor) else { return nil }
        guard place != root else { return [] }
        let prefix = root == [47] ? root : root + [47]
        return place.starts(with: prefix) ? Array(place.dropFirst(prefix.count)) : nil
    }

    /// Asks for what a path in this folder leads to; a link at its end is not followed.
    ///
    /// - Parameter path: the path relative to this folder, with a NUL at its end.
    /// - Returns: what the system tells.
    /// - Throws: the system's error.
    package func status(of path: [UInt8]) throws(SystemError) -> FileStatus {
        try FileStatus(path: path, in: descriptor)
    }

    private func requireInside(_ found: CInt) throws(Failure) {
        guard let place = path(of: found), let root = path(of: descriptor) else { throw .outside }
        let prefix = root == [47] ? root : root + [47]
        guard place == root || place.starts(with: prefix) else { throw .outside }
    }
}

#if os(Linux)
extension FolderDescriptor {
    /// Lets the kernel resolve the path inside the folder; `nil` when the descriptor has to be asked instead.
    private func openByKernel(_ path: [UInt8]) throws(Failure) -> CInt? {
        let flags = UInt64(Self.flags)
        let resolve = UInt64(CLINUX_RESOLVE_BENEATH | CLINUX_RESOLVE_NO_MAGICLINKS)
        let opened = retryingInterrupts {
            // The path ends in NUL.
            unsafe path.withCPath { unsafe clinux_openat2(descriptor, $0, flags, resolve) }
        }
        guard opened < 0 else { return opened }
        switch errno {
        // EXDEV: a link that is absolute or climbs out, maybe to come back. EAGAIN: something was renamed meanwhile.
        // ENOSYS, EPERM: an old kernel, or a sandbox that does not know the call.
        case EXDEV, EAGAIN, ENOSYS, EPERM: return nil
        default: return try checked(opened)
        }
    }

    /// Finds the file without opening it, asks where it lies, and opens what was found.
    private func openAndAsk(_ path: [UInt8]) throws(Failure) -> CInt {
        let found = try find(path, CInt(CLINUX_O_PATH) | O_CLOEXEC)
        defer { _ = close(found) }
        try requireInside(found)
        // This link leads to the very file that was found, wherever its name leads by now.
        return try find(linkPath(of: found), Self.flags)
    }

    private func linkPath(of descriptor: CInt) -> [UInt8] { Array("/proc/self/fd/\(descriptor)\0".utf8) }

    /// Where the descriptor's file lies, or `nil` when the system doesn't tell.
    private func path(of descriptor: CInt) -> [UInt8]? {
        let capacity = 4096
        let link = linkPath(of: descriptor)
        // The link's path ends in NUL; at most `capacity` bytes are written.
        let place = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            let length = unsafe link.withCPath { path in
                unsafe start.withMemoryRebound(to: CChar.self, capacity: capacity) {
                    unsafe readlink(path, $0, capacity)
                }
            }
            count = max(0, length)
        }
        // A full buffer may hold a part only; a path that is not absolute is no file's.
        guard place.count < capacity, place.first == 47 else { return nil }
        return place
    }
}
#elseif canImport(Darwin)
// Not built on such a system yet.
extension FolderDescriptor {
    private func openAndAsk(_ path: [UInt8]) throws(Failure) -> CInt {
        let opened = try find(path, Self.flags)
        do {
            try requireInside(opened)
        } catch {
            _ = close(opened)
            throw error
        }
        return opened
    }

    /// Where the descriptor's file lies, with its names as they are stored, or `nil` when the system doesn't tell.
    private func path(of descriptor: CInt) -> [UInt8]? {
        var buffer = [CChar](repeating: 0, count: Int(MAXPATHLEN))
        // The system writes at most MAXPATHLEN bytes with a NUL at their end.
        guard unsafe fcntl(descriptor, F_GETPATH, &buffer) == 0 else { return nil }
        return buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    }
}
#endif

/// Calls again while a signal interrupts the call.
func retryingInterrupts(_ call: () -> CInt) -> CInt {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}
