internal import LoopbackKitHTTP

/// The list that the system's libpsl has.
///
/// The library is loaded when the first instance is made; where the system has none, nothing is known, and cookies stay
/// with the hosts that have set them.
@safe
public struct SystemPublicSuffixes: PublicSuffixes {
    /// The library's functions, and the list, which nothing changes once it is loaded: all threads may read it.
    @safe
    private struct Library: Sendable {
        typealias Latest = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
        typealias Suffix = @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> UnsafePointer<CChar>?

        @safe nonisolated(unsafe) let list: OpaquePointer  // never freed, as the library is never unloaded
        let suffix: Suffix

        init?() {
            guard let library = SystemLibrary(names: ["libpsl.so.5", "libpsl.5.dylib", "libpsl.so"]),
                let latest = unsafe library.function("psl_latest", as: Latest.self),
                let suffix = unsafe library.function("psl_unregistrable_domain", as: Suffix.self)
            else { return nil }
            // The system's newest list, or the one that the library was built with.
            guard let list = unsafe latest(nil) else { return nil }
            unsafe self.list = list
            unsafe self.suffix = suffix
        }
    }

    private static let library = Library()
    /// The longest name that a host has (RFC 1035, section 2.3.4).
    private static let longestName = 253

    /// Makes it, and loads the list if that has not happened yet.
    public init() { _ = Self.library }

    /// Whether the system has a list.
    public var isAvailable: Bool { Self.library != nil }

    /// Asks the list; a name that no rule has ends in a public suffix of one label.
    public func suffixLength(of name: String) -> Int? {
        guard let library = Self.library else { return nil }
        let count = name.utf8.count
        // A name that no host can have is one that no cookie is for.
        guard count <= Self.longestName, !name.utf8.contains(0) else { return count }
        return unsafe name.withCString { name in
            // The result is a place in the text that was given, or nothing.
            guard let suffix = unsafe library.suffix(library.list, name) else { return count }
            return unsafe count - (suffix - name)
        }
    }
}
