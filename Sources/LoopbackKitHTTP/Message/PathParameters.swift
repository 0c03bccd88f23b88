/// The parts of a request's path that a route's pattern names, percent-decoded.
///
/// `/users/{id}/files/*` gives `id`, and below the asterisk the `rest`.
public struct PathParameters: Hashable, Sendable {
    private var pairs: [Pair] = []
    /// What a `*` at the pattern's end took, still percent-encoded and without a slash in front; empty without one.
    public var rest = ""

    private struct Pair: Hashable, Sendable {
        let name: String
        let value: String
    }

    /// Makes an empty list.
    public init() {}

    /// Whether no part has a name; a rest does not count.
    package var isEmpty: Bool { pairs.isEmpty }

    /// The value of a name; never empty.
    public subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

    /// Adds a value, for handlers that route by themselves and for tests.
    public mutating func append(_ name: String, _ value: String) { pairs.append(Pair(name: name, value: value)) }

    /// The names, in the order of the path.
    public var names: [String] { pairs.map(\.name) }
}
