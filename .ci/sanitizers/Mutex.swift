#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Stands in for `Synchronization.Mutex` where ThreadSanitizer watches.
///
/// That one waits inside of a library which was not built for it, so that what it guards would be reported as raced for.
/// `.ci/sanitize` puts this file into each target of a copy of the tree; a type of the module's own goes before an
/// imported one of the same name.
@safe
struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {  // the value is touched under the lock alone
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    init(_ initial: consuming sending Value) {
        unsafe lock = .allocate(capacity: 1)
        unsafe value = .allocate(capacity: 1)
        unsafe pthread_mutex_init(lock, nil)
        unsafe value.initialize(to: initial)
    }

    deinit {
        unsafe pthread_mutex_destroy(lock)
        unsafe value.deinitialize(count: 1)
        unsafe lock.deallocate()
        unsafe value.deallocate()
    }

    borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        return try unsafe body(&value.pointee)
    }
}
