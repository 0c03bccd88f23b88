#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Which event loop the calling thread is.
enum ThreadLoop {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        // Only without memory does it fail, and then nothing else goes on either.
        precondition(unsafe pthread_key_create(&key, nil) == 0, "no thread-specific storage")
        return key
    }()

    /// The loop whose thread this is; `nil` on any other thread.
    static var current: EventLoop? {
        guard let pointer = unsafe pthread_getspecific(key) else { return nil }
        // A loop sets itself on its own thread and takes itself back at its end: it lives as long as it stands here.
        return unsafe Unmanaged<EventLoop>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Says which loop the calling thread is.
    static func set(_ loop: EventLoop?) {
        _ = unsafe pthread_setspecific(key, loop.map { unsafe Unmanaged.passUnretained($0).toOpaque() })
    }
}
