/// The bytes of a message's head, and where in them each field stands.
///
/// A request parsed from a socket keeps its head in one block: target and fields are offsets into it, so that a request
/// costs no allocation when its storage is used again. `HTTPFields` and `RequestTarget` are values on top of it that
/// copy it before they change it.
package final class HeadStorage: @unchecked Sendable {  // changed only while uniquely referenced
    /// Where a field's name and value stand in `bytes`.
    package struct Entry: Sendable {
        package var name: UInt32
        package var value: UInt32
        package var valueCount: UInt32
        package var nameCount: UInt16

        @inline(__always)
        package init(name: Range<Int>, value: Range<Int>) {
            self.name = UInt32(truncatingIfNeeded: name.lowerBound)
            self.nameCount = UInt16(truncatingIfNeeded: name.upperBound &- name.lowerBound)
            self.value = UInt32(truncatingIfNeeded: value.lowerBound)
            self.valueCount = UInt32(truncatingIfNeeded: value.upperBound &- value.lowerBound)
        }

        package var nameRange: Range<Int> { Int(name)..<Int(name) + Int(nameCount) }
        package var valueRange: Range<Int> { Int(value)..<Int(value) + Int(valueCount) }
    }

    /// The head as received, or for fields made in the program `Name: value CR LF` for each entry in order.
    ///
    /// The exclusivity of its accesses and of those to `entries` follows from the rule above; checked at run time, it
    /// would cost a request as much as the parser.
    @safe @exclusivity(unchecked)
    package var bytes: [UInt8]
    @safe @exclusivity(unchecked)
    package var entries: [Entry]
    /// Whether `bytes` is exactly the wire form of `entries`, ready to be sent in one piece.
    @safe @exclusivity(unchecked)
    package var isWireForm = true
    /// Whether a field among the entries belongs to the engine (framing and connection handling).
    @safe @exclusivity(unchecked)
    package var hasEngineFields = false
    /// The first field whose value holds CR, LF or NUL: such a head is never sent.
    @safe @exclusivity(unchecked)
    package var refusedName: HTTPFieldName?

    package init() {
        bytes = []
        entries = []
    }

    package init(copying other: HeadStorage) {
        bytes = other.bytes
        entries = other.entries
        isWireForm = other.isWireForm
        hasEngineFields = other.hasEngineFields
        refusedName = other.refusedName
    }

    /// A storage for a parser, which is used for one head after the other.
    package static func forParser() -> HeadStorage {
        let storage = HeadStorage()
        storage.isWireForm = false
        return storage
    }

    /// Adds a parser's lines to those before them, or puts the first ones in place of the last head's.
    @inline(__always)
    package func add(_ lines: UnsafeBufferPointer<Entry>, isFirst: Bool) {
        if isFirst, lines.count == entries.count {
            // The next head of a connection has mostly as many lines.
            unsafe entries.withUnsafeMutableBufferPointer { unsafe _ = $0.update(fromContentsOf: lines) }
        } else {
            if isFirst { entries.removeAll(keepingCapacity: true) }
            unsafe entries.append(contentsOf: lines)
        }
    }

    /// The entry's place where the name stands first, from `start` on.
    package func index(of name: HTTPFieldName, from start: Int = 0) -> Int? {
        let wanted = name.lowercased
        var index = start
        search: while index < entries.count {
            let entry = entries[index]
            if Int(entry.nameCount) == wanted.count {
                let base = Int(entry.name)
                var offset = 0
                while offset < wanted.count {
                    if lowercase(bytes[base + offset]) != wanted[offset] {
                        index += 1
                        continue search
                    }
                    offset += 1
                }
                return index
            }
            index += 1
        }
        return nil
    }

    /// Adds a line.
    package func append(_ name: HTTPFieldName, _ value: some Collection<UInt8>) { appendLine(name, value) }

    // Generic code that is called from another module sees to each byte by several calls: the usual types have their own.

    /// Adds a line.
    package func append(_ name: HTTPFieldName, _ value: [UInt8]) { appendLine(name, value) }

    /// Adds a line.
    package func append(_ name: HTTPFieldName, _ value: String.UTF8View) { appendLine(name, value) }

    @inline(__always)
    private func appendLine(_ name: HTTPFieldName, _ value: some Collection<UInt8>) {
        if value.contains(where: { $0 == 13 || $0 == 10 || $0 == 0 }), refusedName == nil { refusedName = name }
        if name.belongsToEngine { hasEngineFields = true }
        let start = bytes.count
        bytes.append(contentsOf: name.rawName.utf8)
        bytes.append(58)
        bytes.append(32)
        let valueStart = bytes.count
        bytes.append(contentsOf: value)
        let valueCount = bytes.count - valueStart
        bytes.append(13)
        bytes.append(10)
        entries.append(Entry(name: start..<start + name.lowercased.count, value: valueStart..<valueStart + valueCount))
    }

    package func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

extension HTTPFieldName {
    /// Whether the engine alone writes this field in an answer (RFC 9112, sections 6 and 9).
    package var belongsToEngine: Bool {
        switch lowercased.count {
        case 4: self == .date
        case 10: self == .connection || self == .keepAlive
        case 14: self == .contentLength
        case 17: self == .transferEncoding
        default: false
        }
    }
}
