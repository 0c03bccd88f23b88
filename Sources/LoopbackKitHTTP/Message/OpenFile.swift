#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#endif

/// An open file that is closed when the last answer that sends it is done.
public final class OpenFile: Sendable {
    package let descriptor: CInt

    /// Takes over a descriptor that is open for reading at any position.
    ///
    /// - Parameter descriptor: a regular file's descriptor; it is closed with this object.
    public init(takingOver descriptor: CInt) { self.descriptor = descriptor }

    deinit { _ = close(descriptor) }
}

/// A run of bytes of an open file.
public struct HTTPFileRegion: Sendable {
    /// The file.
    public var file: OpenFile
    /// Where the run begins, in bytes from the file's start.
    public var offset: Int
    /// How many bytes it has.
    public var count: Int

    /// Makes a run; offset and count must not be negative.
    public init(file: OpenFile, offset: Int, count: Int) {
        precondition(offset >= 0 && count >= 0, "a file region has no negative measures")
        self.file = file
        self.offset = offset
        self.count = count
    }
}
