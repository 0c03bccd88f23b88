/// One line of JSON: an object whose members stand in the order they were added.
package struct JSONLine: Hashable, Sendable, CustomStringConvertible {
    private var members = ""

    /// Makes an object that tells of an event.
    package init(event: String) { add("event", event) }

    /// Adds a text.
    package mutating func add(_ name: String, _ value: String) { add(name, raw: Self.quote(value)) }

    /// Adds a number.
    package mutating func add(_ name: String, _ value: some BinaryInteger) { add(name, raw: "\(value)") }

    /// Adds a truth value.
    package mutating func add(_ name: String, _ value: Bool) { add(name, raw: "\(value)") }

    /// Adds a list of texts.
    package mutating func add(_ name: String, _ values: [String]) {
        add(name, raw: "[" + values.map(Self.quote).joined(separator: ",") + "]")
    }

    private mutating func add(_ name: String, raw: String) {
        if !members.isEmpty { members += "," }
        members += Self.quote(name) + ":" + raw
    }

    /// A JSON string (RFC 8259, section 7); control characters are escaped, so that it has no line break.
    private static func quote(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// The object, without a line break at its end.
    package var description: String { "{\(members)}" }
}
