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

/// An open folder whose entries are made, moved and removed.
///
/// Each call takes one name with a NUL at its end, and follows no link: what a name leads to is inside this very folder.
package final class WritableFolder: Sendable {
    let descriptor: CInt

    /// Opens a folder.
    ///
    /// - Parameter path: the path's bytes with a NUL at their end; links in it are followed.
    /// - Throws: the system's error; `ENOTDIR` when there is something else.
    package init(path: [UInt8]) throws(SystemError) {
        // The path ends in NUL.
        let opened = retryingInterrupts { unsafe path.withCPath { unsafe open($0, Self.flags) } }
        guard opened >= 0 else { throw SystemError(errno) }
        descriptor = opened
    }

    private init(takingOver descriptor: CInt) { self.descriptor = descriptor }

    deinit { _ = close(descriptor) }

    private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC

    /// Makes a folder that only its owner may use; it is no error when it is there.
    ///
    /// - Parameters:
    ///   - path: the path's bytes with a NUL at their end.
    ///   - permissions: who may do what, before the process's mask.
    /// - Throws: the system's error.
    package static func make(path: [UInt8], permissions: UInt16) throws(SystemError) {
        // The path ends in NUL.
        let result = unsafe path.withCPath { unsafe mkdir($0, mode_t(permissions)) }
        if result != 0, errno != EEXIST { throw SystemError(errno) }
    }

    /// What the system tells of the folder now.
    package func status() throws(SystemError) -> FileStatus { try FileStatus(descriptor: descriptor) }

    // MARK: Looking

    /// What a name is; `nil` when it is not there.
    ///
    /// - Throws: the system's error.
    package func status(of name: [UInt8]) throws(SystemError) -> FileStatus? {
        do throws(SystemError) {
            return try FileStatus(path: name, in: descriptor)
        } catch {
            guard error.number == ENOENT else { throw error }
            return nil
        }
    }

    /// The names in the folder, without `.` and `..`, in no order.
    ///
    /// - Throws: the system's error.
    package func names() throws(SystemError) -> [[UInt8]] { try FolderNames.all(of: descriptor, limit: .max) }

    /// Opens a folder in this one.
    ///
    /// - Throws: the system's error; `ENOTDIR` or `ELOOP` where a link stands in its place.
    package func folder(_ name: [UInt8]) throws(SystemError) -> WritableFolder {
        WritableFolder(takingOver: try find(name, Self.flags | O_NOFOLLOW))
    }

    /// Opens a file for reading; never waits for a writer.
    ///
    /// - Throws: the system's error.
    package func file(_ name: [UInt8]) throws(SystemError) -> OpenFile {
        OpenFile(takingOver: try find(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC))
    }

    private func find(_ name: [UInt8], _ flags: CInt, _ permissions: UInt16 = 0) throws(SystemError) -> CInt {
        let opened = retryingInterrupts {
            // The name ends in NUL.
            unsafe name.withCPath { unsafe openat(descriptor, $0, flags, mode_t(permissions)) }
        }
        guard opened >= 0 else { throw SystemError(errno) }
        return opened
    }

    // MARK: Changing

    /// Makes a folder; it is no error when something of that name is there.
    ///
    /// - Throws: the system's error.
    package func makeFolder(_ name: [UInt8], permissions: UInt16) throws(SystemError) {
        // The name ends in NUL.
        let result = unsafe name.withCPath { unsafe mkdirat(descriptor, $0, mode_t(permissions)) }
        if result != 0, errno != EEXIST { throw SystemError(errno) }
    }

    /// Makes an empty file to write to.
    ///
    /// - Throws: the system's error; `EEXIST` when something of that name is there.
    package func makeFile(_ name: [UInt8], permissions: UInt16) throws(SystemError) -> OpenFile {
        OpenFile(takingOver: try find(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, permissions))
    }

    /// Makes a link to a path.
    ///
    /// - Throws: the system's error.
    package func makeLink(_ name: [UInt8], to path: [UInt8]) throws(SystemError) {
        // Both end in NUL.
        try check(unsafe path.withCPath { path in unsafe name.withCPath { unsafe symlinkat(path, descriptor, $0) } })
    }

    /// Gives a file a second name, which is in this folder.
    ///
    /// - Parameters:
    ///   - name: the new name.
    ///   - path: the file's path relative to `folder`, with a NUL at its end.
    ///   - folder: the folder that the path begins at.
    /// - Throws: the system's error.
    package func makeName(_ name: [UInt8], forFile path: [UInt8], in folder: FolderDescriptor) throws(SystemError) {
        // Both end in NUL.
        try check(
            unsafe path.withCPath { path in
                unsafe name.withCPath { unsafe linkat(folder.descriptor, path, descriptor, $0, 0) }
            }
        )
    }

    /// Makes a file that shares another one's blocks until one of them is written to.
    ///
    /// - Parameters:
    ///   - name: the new file's name.
    ///   - file: the other file.
    ///   - permissions: who may do what with the new file.
    /// - Throws: the system's error: most file systems can't.
    package func makeClone(_ name: [UInt8], of file: OpenFile, permissions: UInt16) throws(SystemError) {
        #if os(Linux)
        let clone = try makeFile(name, permissions: permissions)
        guard ioctl(clone.descriptor, UInt(CLINUX_FICLONE), file.descriptor) != 0 else { return }
        let error = SystemError(errno)
        try? remove(name)
        throw error
        #elseif canImport(Darwin)
        // Not built on such a system yet. The name ends in NUL.
        try check(unsafe name.withCPath { unsafe fclonefileat(file.descriptor, descriptor, $0, 0) })
        #else
        throw SystemError(ENOTSUP)
        #endif
    }

    /// Moves an entry of this folder into another one, over what has the name there.
    ///
    /// - Throws: the system's error.
    package func move(_ name: [UInt8], to folder: WritableFolder, as other: [UInt8]) throws(SystemError) {
        // Both end in NUL.
        try check(
            unsafe name.withCPath { name in
                unsafe other.withCPath { unsafe renameat(descriptor, name, folder.descriptor, $0) }
            }
        )
    }

    /// Removes an entry that is no folder.
    ///
    /// - Throws: the system's error.
    package func remove(_ name: [UInt8]) throws(SystemError) {
        try check(unsafe name.withCPath { unsafe unlinkat(descriptor, $0, 0) })  // the name ends in NUL
    }

    /// Removes an empty folder.
    ///
    /// - Throws: the system's error.
    package func removeFolder(_ name: [UInt8]) throws(SystemError) {
        try check(unsafe name.withCPath { unsafe unlinkat(descriptor, $0, AT_REMOVEDIR) })  // the name ends in NUL
    }

    private func check(_ result: CInt) throws(SystemError) {
        guard result == 0 else { throw SystemError(errno) }
    }

    // MARK: Keeping

    /// Waits until the folder's names are on the disk.
    ///
    /// - Throws: the system's error.
    package func synchronize() throws(SystemError) { try check(fsync(descriptor)) }

    /// Waits until everything that was written to the folder's file system is on the disk, where the system has such a
    /// call.
    ///
    /// - Returns: whether it has.
    /// - Throws: the system's error.
    package func synchronizeFileSystem() throws(SystemError) -> Bool {
        #if os(Linux)
        try check(syncfs(descriptor))
        return true
        #else
        return false
        #endif
    }
}
