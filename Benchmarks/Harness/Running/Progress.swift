#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Tells what goes on, on standard error, so that the results alone are on standard output.
struct Progress {
    /// Writes a line.
    func tell(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = unsafe write(2, bytes, bytes.count)
    }
}
