#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#endif

/// A moment as file systems keep it.
package struct FileTime: Hashable, Comparable, Sendable {
    package var seconds: Int
    package var nanoseconds: Int

    package init(seconds: Int, nanoseconds: Int = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    fileprivate init(_ time: timespec) { self.init(seconds: time.tv_sec, nanoseconds: time.tv_nsec) }

    /// The time of the system's clock.
    package static func now() -> FileTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)  // writes into the variable alone
        return FileTime(time)
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.seconds == right.seconds ? left.nanoseconds < right.nanoseconds : left.seconds < right.seconds
    }
}

/// What the system tells of a file; two that are equal tell of one file that has not changed.
///
/// The system sets `changed` itself whenever content, name or links change, and no program can set it back.
package struct FileStatus: Hashable, Sendable {
    package enum Kind: Sendable {
        case regular
        case folder
        case link
        case other
    }

    package let kind: Kind
    /// Who may do what: the lowest twelve bits of the mode.
    package let permissions: UInt16
    package let device: UInt64
    package let inode: UInt64
    package let size: Int
    package let modified: FileTime
    package let changed: FileTime

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        permissions = UInt16(truncatingIfNeeded: status.st_mode) & 0o7777
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
        size = Int(status.st_size)
        #if canImport(Darwin)
        modified = FileTime(status.st_mtimespec)
        changed = FileTime(status.st_ctimespec)
        #else
        modified = FileTime(status.st_mtim)
        changed = FileTime(status.st_ctim)
        #endif
    }

    /// Whether both tell of one file, changed or not.
    package func isSameFile(as other: FileStatus) -> Bool { inode == other.inode && device == other.device }

    /// Asks for what an open descriptor leads to.
    ///
    /// - Parameter descriptor: any open descriptor.
    /// - Throws: the system's error.
    package init(descriptor: CInt) throws(SystemError) {
        var status = stat()
        // The system writes into the variable alone.
        guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError(errno) }
        self.init(status)
    }

    /// Asks for what a path leads to.
    ///
    /// - Parameters:
    ///   - path: the path's bytes with a NUL at their end.
    ///   - followsLink: whether a link at the path's end is followed; links before it always are.
    /// - Throws: the system's error.
    package init(path: [UInt8], followsLink: Bool) throws(SystemError) {
        var status = stat()
        // The path ends in NUL; the system writes into the variable alone.
        let result = unsafe path.withCPath { unsafe followsLink ? stat($0, &status) : lstat($0, &status) }
        guard result == 0 else { throw SystemError(errno) }
        self.init(status)
    }

    /// Asks for what a path leads to that begins at an open folder; a link at its end is not followed.
    ///
    /// - Parameters:
    ///   - path: the path's bytes with a NUL at their end.
    ///   - folder: the folder's descriptor.
    /// - Throws: the system's error.
    init(path: [UInt8], in folder: CInt) throws(SystemError) {
        var status = stat()
        // The path ends in NUL; the system writes into the variable alone.
        let result = unsafe path.withCPath { unsafe fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) }
        guard result == 0 else { throw SystemError(errno) }
        self.init(status)
    }
}

/// An error number of the system.
package struct SystemError: Error, Hashable, Sendable {
    /// What an error means for someone who asked for a file.
    package enum Kind: Sendable {
        /// There is no such file, or no file can have that path.
        case missing
        /// The process may not read it.
        case denied
        /// The path leads through something that is no folder.
        case notFolder
        /// The process or the system has no descriptor or memory left; later it may have.
        case exhausted
        /// The disk is full, or the user's part of it.
        case full
        /// The file system takes no changes.
        case readOnly
        /// Somebody else holds it.
        case busy
        /// Something of that name is there.
        case exists
        /// Anything else.
        case other
    }

    package let number: CInt

    package init(_ number: CInt) { self.number = number }

    /// There is no such file.
    package static let missing = SystemError(ENOENT)
    /// The device can't read or write.
    package static let failed = SystemError(EIO)
    /// The disk is full.
    package static let full = SystemError(ENOSPC)
    /// The file system takes no changes.
    package static let readOnly = SystemError(EROFS)

    package var kind: Kind {
        switch number {
        case ENOENT, ELOOP, ENAMETOOLONG, EILSEQ, EINVAL: .missing
        case ENOTDIR: .notFolder
        case EACCES, EPERM: .denied
        case EMFILE, ENFILE, ENOMEM: .exhausted
        case ENOSPC, EDQUOT: .full
        case EROFS: .readOnly
        case EWOULDBLOCK: .busy
        case EEXIST: .exists
        default: .other
        }
    }
}

extension [UInt8] {
    /// Gives the bytes, which must end in NUL, as a path for the system.
    func withCPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        precondition(last == 0, "a path for the system ends in NUL")
        return unsafe withUnsafeBufferPointer { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                // Not empty, so that there is an address.
                guard let path = characters.baseAddress else { preconditionFailure() }
                return unsafe body(path)
            }
        }
    }
}
