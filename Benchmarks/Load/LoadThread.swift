internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A thread that yields one value.
final class LoadThread<Value: Sendable>: Sendable {
    private let thread: Mutex<pthread_t?>
    private let body: ThreadBody<Value>

    /// Starts the thread.
    init(_ run: @escaping @Sendable () -> Value) throws(LoadError) {
        body = ThreadBody(run)
        thread = Mutex(nil)
        #if canImport(Darwin)
        var started: pthread_t?
        #else
        var started = pthread_t()
        #endif
        let box = unsafe Unmanaged.passRetained(body as any Runnable as AnyObject).toOpaque()
        let number = unsafe pthread_create(
            &started,
            nil,
            { argument in
                #if canImport(Darwin)
                let pointer = unsafe argument
                #else
                guard let pointer = unsafe argument else { return nil }
                #endif
                let object = unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeRetainedValue()
                (object as? any Runnable)?.run()
                return nil
            },
            box
        )
        guard number == 0 else {
            unsafe Unmanaged<AnyObject>.fromOpaque(box).release()
            throw LoadError(.outOfResources, errno: number)
        }
        let handle = started
        thread.withLock { $0 = handle }
    }

    /// Waits for the value, once.
    func join() -> Value? {
        if let handle = thread.withLock({ $0.take() }) { _ = pthread_join(handle, nil) }
        return body.value
    }
}

private protocol Runnable: AnyObject, Sendable {
    func run()
}

/// What a thread does, and what came of it.
private final class ThreadBody<Value: Sendable>: Runnable {
    private let work: @Sendable () -> Value
    private let result = Mutex<Value?>(nil)

    init(_ work: @escaping @Sendable () -> Value) { self.work = work }

    func run() {
        let value = work()
        result.withLock { $0 = value }
    }

    var value: Value? { result.withLock { $0 } }
}
