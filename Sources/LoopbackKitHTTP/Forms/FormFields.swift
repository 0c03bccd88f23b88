/// The names and values of a query or of a form, decoded, in the order they came.
///
/// A name may stand more than once. Names are compared byte by byte, so that the two Unicode forms of an accent are two
/// names.
///
/// ```swift
/// let page = try request.query["page", as: Int.self] ?? 1
/// ```
public struct FormFields: Sendable {
    /// A name and its value.
    public struct Field: Sendable, CustomStringConvertible {
        /// The name; may be empty.
        public var name: String
        /// The value; empty for a name without `=`.
        public var value: String

        /// Makes a field.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }

        /// The field as it stands in a query.
        public var description: String { FormFields([self]).description }
    }

    private var fields: [Field]

    /// Makes fields in this order.
    public init(_ fields: some Sequence<Field> = []) { self.fields = Array(fields) }

    /// The first value of that name, or `nil`.
    public subscript(name: String) -> String? {
        fields.first { $0.name.hasSameBytes(as: name) }?.value
    }

    /// The values of that name, in order.
    public func values(of name: String) -> [String] {
        fields.lazy.filter { $0.name.hasSameBytes(as: name) }.map(\.value)
    }

    /// Whether the name is there.
    public func contains(_ name: String) -> Bool { self[name] != nil }

    /// Adds a field.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Removes every field of that name.
    public mutating func remove(_ name: String) { fields.removeAll { $0.name.hasSameBytes(as: name) } }
}

extension FormFields: RandomAccessCollection {
    /// The first field's place.
    public var startIndex: Int { 0 }
    /// The place behind the last field.
    public var endIndex: Int { fields.count }

    /// The field at a place.
    public subscript(position: Int) -> Field { fields[position] }
}

extension FormFields: ExpressibleByDictionaryLiteral {
    /// Makes fields in the order of the literal; a name may stand more than once.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements.map { Field(name: $0, value: $1) })
    }
}

extension FormFields: Hashable {}

extension FormFields.Field: Hashable {
    /// Compares byte by byte.
    public static func == (left: Self, right: Self) -> Bool {
        left.name.hasSameBytes(as: right.name) && left.value.hasSameBytes(as: right.value)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        for text in [name, value] {
            hasher.combine(text.utf8.count)
            for byte in text.utf8 { hasher.combine(byte) }
        }
    }
}

extension String {
    /// Compares byte by byte; `==` takes both Unicode forms of an accent for the same.
    func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
