/// The fields of a message, in the order they came (RFC 9110, section 5).
///
/// Names are compared without case. Values are bytes; as strings they are read as UTF-8, and bytes that are not become
/// U+FFFD. A value that holds CR, LF or NUL can be stored, but a head with it is never sent: see `invalidName`.
public struct HTTPFields: Sendable {
    package var storage: HeadStorage

    /// Makes an empty list.
    public init() { storage = HeadStorage() }

    package init(storage: HeadStorage) { self.storage = storage }

    /// The number of field lines.
    public var count: Int { storage.entries.count }

    /// Whether there is no field line.
    public var isEmpty: Bool { storage.entries.isEmpty }

    /// The name of the first field whose value holds CR, LF or NUL.
    ///
    /// A head with such a value is refused with `HTTPMessageError.Code.invalidFieldValue` (RFC 9110, section 5.5).
    public var invalidName: HTTPFieldName? { storage.refusedName }

    /// The field's value; several lines are joined by `", "` (RFC 9110, section 5.3).
    ///
    /// Setting replaces every line of that name by one; setting `nil` removes them. `Set-Cookie` can't be joined: use
    /// `values(of:)` and `append(_:_:)` for it.
    public subscript(name: HTTPFieldName) -> String? {
        get {
            guard let first = storage.index(of: name) else { return nil }
            var value = storage.string(storage.entries[first].valueRange)
            var next = storage.index(of: name, from: first + 1)
            while let index = next {
                value += ", "
                value += storage.string(storage.entries[index].valueRange)
                next = storage.index(of: name, from: index + 1)
            }
            return value
        }
        set {
            remove(name)
            if let newValue { append(name, newValue) }
        }
    }

    /// The value of each line of that name, in order.
    public func values(of name: HTTPFieldName) -> [String] {
        var values: [String] = []
        var next = storage.index(of: name)
        while let index = next {
            values.append(storage.string(storage.entries[index].valueRange))
            next = storage.index(of: name, from: index + 1)
        }
        return values
    }

    /// Whether a line of that name is there.
    public func contains(_ name: HTTPFieldName) -> Bool { storage.index(of: name) != nil }

    /// The bytes of the first line of that name, or `nil`.
    public func firstValueBytes(of name: HTTPFieldName) -> [UInt8]? {
        guard let index = storage.index(of: name) else { return nil }
        return Array(storage.bytes[storage.entries[index].valueRange])
    }

    /// Gives the bytes of the first line of that name, or `nil` without one.
    package func withFirstValueBytes<Result>(of name: HTTPFieldName, _ body: (Span<UInt8>) -> Result) -> Result? {
        guard let index = storage.index(of: name) else { return nil }
        let bytes = storage.bytes
        return body(bytes.span.extracting(storage.entries[index].valueRange))
    }

    /// Whether the first line of that name has exactly these bytes; compares without making a string.
    public func value(of name: HTTPFieldName, equals expected: StaticString) -> Bool {
        guard let index = storage.index(of: name) else { return false }
        let entry = storage.entries[index]
        guard Int(entry.valueCount) == expected.utf8CodeUnitCount else { return false }
        return expected.withUTF8Buffer { wanted in
            for offset in 0..<Int(entry.valueCount)
            where unsafe storage.bytes[Int(entry.value) + offset] != wanted[offset] {
                return false
            }
            return true
        }
    }

    /// Adds a line.
    public mutating func append(_ name: HTTPFieldName, _ value: String) {
        makeUnique()
        storage.append(name, value.utf8)
    }

    /// Adds a line whose value is given as bytes.
    public mutating func append(_ name: HTTPFieldName, bytes value: [UInt8]) {
        makeUnique()
        storage.append(name, value)
    }

    /// Removes every line of that name.
    public mutating func remove(_ name: HTTPFieldName) {
        guard storage.index(of: name) != nil else { return }
        let kept = HeadStorage()
        for entry in storage.entries {
            let written = HTTPFieldName(token: storage.string(entry.nameRange))
            if written != name { kept.append(written, storage.bytes[entry.valueRange]) }
        }
        storage = kept
    }

    private mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&storage) || !storage.isWireForm { storage = storage.wireFormCopy() }
    }
}

extension HeadStorage {
    /// A copy that holds the fields alone, ready to be added to.
    fileprivate func wireFormCopy() -> HeadStorage {
        guard !isWireForm else { return HeadStorage(copying: self) }
        let copy = HeadStorage()
        for entry in entries { copy.append(HTTPFieldName(token: string(entry.nameRange)), bytes[entry.valueRange]) }
        return copy
    }
}

/// One field line.
public struct HTTPField: Hashable, Sendable {
    /// The name.
    public var name: HTTPFieldName
    /// The value without white space around it.
    public var value: String

    /// Makes a field line.
    public init(name: HTTPFieldName, value: String) {
        self.name = name
        self.value = value
    }
}

extension HTTPFields: Sequence {
    /// Walks over the field lines in order.
    public struct Iterator: IteratorProtocol {
        private let storage: HeadStorage
        private var index = 0

        fileprivate init(_ storage: HeadStorage) { self.storage = storage }

        /// The next line, or `nil` at the end.
        public mutating func next() -> HTTPField? {
            guard index < storage.entries.count else { return nil }
            let entry = storage.entries[index]
            index += 1
            return HTTPField(
                name: HTTPFieldName(token: storage.string(entry.nameRange)),
                value: storage.string(entry.valueRange)
            )
        }
    }

    /// Starts at the first line.
    public func makeIterator() -> Iterator { Iterator(storage) }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
    /// Makes a list of lines in the order of the literal; a name may stand more than once.
    public init(dictionaryLiteral elements: (HTTPFieldName, String)...) {
        self.init()
        for (name, value) in elements { storage.append(name, value.utf8) }
    }
}

extension HTTPFields: Hashable, CustomStringConvertible {
    /// Compares line by line.
    public static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }

    /// Hashes line by line.
    public func hash(into hasher: inout Hasher) { for field in self { hasher.combine(field) } }

    /// The lines as on the wire.
    public var description: String { map { "\($0.name): \($0.value)" }.joined(separator: "\n") }
}
