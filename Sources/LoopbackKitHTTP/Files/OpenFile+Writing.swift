internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#endif

extension OpenFile {
    /// Writes bytes behind those that were written before.
    ///
    /// - Throws: the system's error.
    package func append(_ bytes: [UInt8]) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            // The system reads the rest of the array alone.
            let result = unsafe bytes.withUnsafeBytes { buffer in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
                return unsafe write(descriptor, rest.baseAddress, rest.count)
            }
            if result < 0, errno == EINTR { continue }
            guard result >= 0 else { throw SystemError(errno) }
            written += result
        }
    }

    /// Says who may do what with the file, whatever the process's mask.
    ///
    /// - Throws: the system's error.
    package func setPermissions(_ permissions: UInt16) throws(SystemError) {
        guard fchmod(descriptor, mode_t(permissions)) == 0 else { throw SystemError(errno) }
    }

    /// Waits until the file is on the disk.
    ///
    /// - Throws: the system's error.
    package func synchronize() throws(SystemError) {
        #if canImport(Darwin)
        // fsync leaves the bytes in the drive there.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(descriptor) == 0 else { throw SystemError(errno) }
    }

    /// Locks the file for this process, without waiting; the lock goes with this object, however the process ends.
    ///
    /// - Throws: the system's error, `SystemError.Kind.busy` when another descriptor has the lock.
    package func lock() throws(SystemError) {
        guard retryingInterrupts({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 else { throw SystemError(errno) }
        isLocked.store(true, ordering: .relaxed)
    }
}
