/// Sizes and counts of a multipart body that are refused when they are passed; `nil` is no limit.
///
/// The server's or the route's limit of a request's body counts as well, whatever stands here.
public struct MultipartLimits: Sendable {
    /// The most bytes of one part's head, its empty line included.
    public var partHead = 16 * 1024
    /// The most field lines of one part's head.
    public var partFields = 32
    /// The most parts.
    public var parts = 1000
    /// The most bytes of one part's body.
    public var partSize: Int?
    /// The most bytes of everything together: delimiters, heads, bodies, and what stands around them.
    public var total: Int?

    /// The defaults.
    public init() {}
}
