internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#endif

/// An open file that is closed when the last answer that sends it is done.
public final class OpenFile: Sendable {
    package let descriptor: CInt
    /// Whether it holds a lock.
    let isLocked = Atomic(false)

    /// Takes over a descriptor that is open for reading at any position.
    ///
    /// - Parameter descriptor: a regular file's descriptor; it is closed with this object.
    public init(takingOver descriptor: CInt) { self.descriptor = descriptor }

    deinit {
        // A child process that is just being made has a copy of the descriptor, and would keep the lock a while longer.
        if isLocked.load(ordering: .relaxed) { _ = flock(descriptor, LOCK_UN) }
        _ = close(descriptor)
    }
}

extension OpenFile {
    /// What the system tells of the file now.
    package func status() throws(SystemError) -> FileStatus { try FileStatus(descriptor: descriptor) }

    /// Reads bytes at a place.
    ///
    /// - Parameters:
    ///   - offset: where they begin, from the file's start.
    ///   - count: how many are wanted.
    /// - Returns: fewer than wanted only at the file's end; `nil` when the system can't read.
    package func read(at offset: Int, count: Int) -> [UInt8]? {
        // An array without room is one that all threads share, and the library would write its count.
        guard count > 0 else { return [] }
        var failed = false
        // The system writes behind the filled bytes, and never more than there is room for.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = unsafe UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...]
                )
                let result = unsafe pread(descriptor, rest.baseAddress, count - filled, off_t(offset + filled))
                if result < 0, errno == EINTR { continue }
                failed = result < 0
                if result <= 0 { return }
                filled += result
            }
        }
        return failed ? nil : bytes
    }
}

/// A run of bytes of an open file.
public struct HTTPFileRegion: Sendable {
    /// The file.
    public var file: OpenFile
    /// Where the run begins, in bytes from the file's start.
    public var offset: Int
    /// How many bytes it has.
    public var count: Int

    /// Makes a run; offset and count must not be negative.
    public init(file: OpenFile, offset: Int, count: Int) {
        precondition(offset >= 0 && count >= 0, "a file region has no negative measures")
        self.file = file
        self.offset = offset
        self.count = count
    }
}
