#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A library of the system's that is loaded when the program runs, so that nothing has to be there when it is built.
///
/// It stays loaded for the rest of the process: functions taken from it have no end of life.
@safe
package struct SystemLibrary: Sendable {
    /// The name that it was found by.
    package let name: String
    /// What dlopen(3) gave, used by dlsym(3) alone.
    private nonisolated(unsafe) let handle: UnsafeMutableRawPointer

    /// Loads the first of these names that the system's loader finds; `nil` when it finds none.
    package init?(names: [String]) {
        for name in names {
            guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
            self.name = name
            unsafe self.handle = handle
            return
        }
        return nil
    }

    /// A function of the library; `nil` when it has none of this name.
    ///
    /// - Parameters:
    ///   - name: the symbol.
    ///   - type: its type as C knows it (`@convention(c)`): the caller answers for it.
    /// - Returns: the function.
    package func function<Function>(_ name: String, as type: Function.Type) -> Function? {
        guard let symbol = unsafe dlsym(handle, name) else { return nil }
        return unsafe unsafeBitCast(symbol, to: type)
    }
}
