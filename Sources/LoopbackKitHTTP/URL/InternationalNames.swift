#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Maps names with letters outside of ASCII to the form that names are looked up by, with the system's libidn2.
///
/// The mapping is UTS #46, non-transitional, as browsers have it. Beyond what that refuses, libidn2 refuses what IDNA 2008
/// and DNS don't have: symbols, hyphens in the third and fourth place or at a label's ends, labels of more than 63 bytes.
@safe
package struct InternationalNames: Sendable {
    private typealias ToASCII =
        @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, CInt) -> CInt
    private typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void
    private typealias ErrorName = @convention(c) (CInt) -> UnsafePointer<CChar>?

    /// The system's library; `nil` where there is none.
    package static let system = InternationalNames(libraries: [
        "libidn2.so.0", "libidn2.0.dylib", "libidn2.dylib", "libidn2.so",
    ])

    // Functions of a library that stays loaded, called with what idn2.h says.
    private let toASCII: ToASCII
    private let free: Free
    private let errorName: ErrorName

    /// Takes the first of these libraries that the system has; `nil` when it has none.
    package init?(libraries: [String]) {
        guard let library = SystemLibrary(names: libraries),
            // The types are those of idn2.h, unchanged since its first release.
            let toASCII = unsafe library.function("idn2_to_ascii_8z", as: ToASCII.self),
            let free = unsafe library.function("idn2_free", as: Free.self),
            let errorName = unsafe library.function("idn2_strerror_name", as: ErrorName.self)
        else { return nil }
        unsafe self.toASCII = toASCII
        unsafe self.free = free
        unsafe self.errorName = errorName
    }

    /// Maps a name.
    ///
    /// - Parameter name: UTF-8 without NUL.
    /// - Returns: the name in ASCII; it may hold what no domain may hold.
    /// - Throws: `HTTPURLError` with the code `invalidName` and the library's word for what is wrong.
    package func ascii(_ name: [UInt8]) throws(HTTPURLError) -> [UInt8] {
        var result: UnsafeMutablePointer<CChar>?
        let text = name.map { CChar(bitPattern: $0) } + [0]
        // Both texts end in NUL; the library's own is freed once it is copied.
        let code = unsafe toASCII(text, &result, Self.nontransitional)
        guard code == 0, let result = unsafe result else {
            throw HTTPURLError(.invalidName, detail: unsafe errorName(code).map { unsafe String(cString: $0) })
        }
        defer { unsafe free(result) }
        return unsafe (0..<strlen(result)).map { unsafe UInt8(bitPattern: result[$0]) }
    }

    /// `IDN2_NONTRANSITIONAL`: UTS #46, where `ß` is a letter of its own; the name is put into normal form C by it too.
    private static let nontransitional: CInt = 8
}
