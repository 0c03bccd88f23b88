/// How large a folder may be that is prepared.
public struct PreparationLimits: Hashable, Sendable {
    /// The most bytes of a file that is rewritten; larger ones are left as they are, and reported.
    ///
    /// One file at a time is held in memory, a few times over.
    public var rewrittenBytes = 256 << 20
    /// The most files, folders and links.
    public var files = 250_000
    /// The most folders that lie in each other.
    public var depth = 100

    /// The defaults.
    public init() {}
}
