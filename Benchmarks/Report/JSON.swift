/// A JSON value (RFC 8259) whose objects keep the order of their members.
package enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([Member])

    /// A member of an object.
    package struct Member: Hashable, Sendable {
        package var name: String
        package var value: JSON

        package init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// A number, or `null`; numbers that JSON has no form for are `null` too.
    package static func number(_ value: Double?) -> JSON {
        guard let value, value.isFinite else { return .null }
        return .number(value)
    }

    /// A text, or `null`.
    package static func string(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }

    /// The first member of that name; `null` where there is none.
    package subscript(name: String) -> JSON {
        guard case .object(let members) = self else { return .null }
        return members.first { $0.name == name }?.value ?? .null
    }

    package var string: String? { if case .string(let value) = self { value } else { nil } }

    package var number: Double? { if case .number(let value) = self { value } else { nil } }

    package var array: [JSON]? { if case .array(let value) = self { value } else { nil } }
}
