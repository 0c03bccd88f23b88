/// Somebody who waits on a loop, to be woken exactly once.
///
/// The unchecked continuation behind it costs a quarter less per request; whoever keeps waiters takes each one out
/// before it wakes it.
@safe
struct Waiter: Sendable {
    private let continuation: UnsafeContinuation<Void, Never>

    init(_ continuation: UnsafeContinuation<Void, Never>) { unsafe self.continuation = continuation }

    func resume() { unsafe continuation.resume() }

    /// Waits until the waiter that `keep` gets is woken.
    @inline(__always)
    static func wait(isolation: isolated (any Actor)? = #isolation, _ keep: (Waiter) -> Void) async {
        await unsafe withUnsafeContinuation { unsafe keep(Waiter($0)) }
    }
}
