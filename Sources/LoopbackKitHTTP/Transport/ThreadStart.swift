#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Runs the closure on a new thread, which nobody joins.
///
/// A free function: a closure made where the main actor reigns would be checked against it on the new thread.
///
/// - Returns: 0, or the error number when the system gives no thread.
func startThread(_ run: @escaping @Sendable () -> Void) -> CInt {
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    let box = unsafe Unmanaged.passRetained(ThreadBody(run)).toOpaque()
    let number = unsafe pthread_create(
        &thread,
        nil,
        { argument in
            #if canImport(Darwin)
            let pointer = unsafe argument
            #else
            guard let pointer = unsafe argument else { return nil }
            #endif
            unsafe Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue().run()
            return nil
        },
        box
    )
    if number != 0 {
        unsafe Unmanaged<ThreadBody>.fromOpaque(box).release()
    } else {
        #if canImport(Darwin)
        if let thread = unsafe thread { _ = unsafe pthread_detach(thread) }
        #else
        _ = pthread_detach(thread)
        #endif
    }
    return number
}

/// What a thread does.
private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
