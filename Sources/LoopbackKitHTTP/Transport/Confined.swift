/// A value that only one thread ever touches, kept outside its owner.
///
/// A class checks at run time that no two accesses to a property overlap. On the path of every request these checks cost
/// more than the work itself, and for state that one event loop alone enters, in calls that don't nest, they find
/// nothing: such state lives in a block of its own.
@safe
struct Confined<Value: ~Copyable>: ~Copyable {
    private let pointer: UnsafeMutablePointer<Value>

    init(_ value: consuming Value) {
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: value)
    }

    deinit {
        unsafe pointer.deinitialize(count: 1)
        unsafe pointer.deallocate()
    }

    var value: Value {
        @inline(__always) unsafeAddress { unsafe UnsafePointer(pointer) }
        @inline(__always) nonmutating unsafeMutableAddress { unsafe pointer }
    }
}
