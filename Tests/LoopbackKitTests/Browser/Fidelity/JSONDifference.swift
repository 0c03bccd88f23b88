/// Where two JSON values differ.
struct JSONDifference: Hashable, Sendable {
    /// The way to the place: `page.value.fields`.
    let path: String
    let native: JSONValue
    let called: JSONValue

    /// All places, in order; an array of another length differs as a whole.
    static func all(_ native: JSONValue, _ called: JSONValue, at path: String = "") -> [JSONDifference] {
        guard native != called else { return [] }
        switch (native, called) {
        case (.object(let left), .object(let right)):
            return Set(left.keys).union(right.keys).sorted().flatMap { name in
                all(left[name] ?? .null, right[name] ?? .null, at: path.isEmpty ? name : "\(path).\(name)")
            }
        case (.array(let left), .array(let right)) where left.count == right.count:
            return zip(left, right).enumerated().flatMap { index, pair in
                all(pair.0, pair.1, at: "\(path).\(index)")
            }
        default: return [JSONDifference(path: path, native: native, called: called)]
        }
    }
}

extension JSONDifference: CustomStringConvertible {
    var description: String {
        "\(path): natively \(native.description.prefix(400)), called \(called.description.prefix(400))"
    }
}
