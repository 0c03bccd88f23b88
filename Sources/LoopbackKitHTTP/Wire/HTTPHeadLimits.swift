/// How large a request's head may be.
public struct HTTPHeadLimits: Hashable, Sendable {
    /// The request line with its line end, in bytes; a longer one is answered 414.
    public var requestLine = 8192
    /// The whole head up to and with the empty line, in bytes; a larger one is answered 431.
    public var head = 16384
    /// The number of field lines; more are answered 431.
    public var fieldCount = 128

    /// The defaults.
    public init() {}
}
