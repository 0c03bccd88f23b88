/// A route's path, such as `/users/{id}/posts` or `/files/*`.
///
/// Segments stand between slashes. `{name}` takes one segment that is not empty, and gives it to the responder under
/// that name; `*` as the last segment takes everything below, with or without further slashes. Every other segment is
/// compared byte by byte as it stands in the request, still percent-encoded; characters outside ASCII may be written as
/// they are.
struct RoutePattern: Sendable {
    enum Segment: Hashable, Sendable {
        case literal([UInt8])
        case parameter
        /// Everything below; only the last one.
        case rest
    }

    let segments: [Segment]
    /// The names of the parameters, in order.
    let names: [String]

    /// Reads a pattern.
    ///
    /// A program's own mistake ends it: a pattern that does not begin with a slash, has `*` anywhere but at its end, an
    /// empty or repeated parameter name, or braces that are not a whole segment.
    init(_ text: String) {
        precondition(text.utf8.first == 47, "a route's path begins with a slash: \(text)")
        var segments: [Segment] = []
        var names: [String] = []
        for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            precondition(segments.last != .rest, "nothing comes after * in a route's path: \(text)")
            if part == "*" {
                segments.append(.rest)
            } else if part.hasPrefix("{"), part.hasSuffix("}") {
                let name = String(part.dropFirst().dropLast())
                precondition(!name.isEmpty && !names.contains(name), "a parameter needs a name of its own: \(text)")
                segments.append(.parameter)
                names.append(name)
            } else {
                precondition(!part.contains { "{}*".contains($0) }, "a parameter is a whole segment: \(text)")
                segments.append(.literal(Self.encoded(part)))
            }
        }
        self.segments = segments
        self.names = names
    }

    /// A literal as it stands in requests: what is not ASCII is escaped there.
    private static func encoded(_ literal: Substring) -> [UInt8] {
        literal.utf8.flatMap { $0 < 0x80 ? [$0] : PercentEncoding.encode([$0], keeping: .unreserved) }
    }

    var hasRest: Bool { segments.last == .rest }
    var hasParameters: Bool { !names.isEmpty || hasRest }

    /// The whole path when every segment is literal.
    var literalPath: [UInt8]? {
        var path: [UInt8] = []
        for segment in segments {
            guard case .literal(let bytes) = segment else { return nil }
            path.append(47)
            path += bytes
        }
        return path
    }
}
