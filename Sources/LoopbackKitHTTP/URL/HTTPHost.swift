/// A host as the URL standard reads it: a name in ASCII, or an address in whatever form it was written.
public enum HTTPHost: Hashable, Sendable {
    /// A name in lower-case ASCII, in its `xn--` form where it has other letters; a dot at its end is kept.
    case name(String)
    /// An address.
    case address(IPAddress)
}
