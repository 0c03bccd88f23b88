internal import LoopbackKitHTTP

/// Which fields pass between a page and another site, and in what form.
///
/// Toward the upstream everything passes but what a table removes and what tells of this server. Toward the page a field
/// is sent, hidden (see `HiddenFields`) or removed by another table; names that it doesn't have are applications' own,
/// which engines ignore.
package enum FieldPolicy {}

extension HeadStorage {
    /// Adds another head's line as it stands.
    ///
    /// Most lines are copied as bytes: making a name costs more than the rest together.
    func append(_ entry: Entry, of other: HeadStorage) {
        // These lengths have the names that belong to the engine, which the storage wants to know of.
        let mayBelongToEngine = [4, 10, 14, 17].contains(entry.nameCount)
        guard !mayBelongToEngine, other.refusedName == nil else {
            return append(HTTPFieldName(token: other.string(entry.nameRange)), other.bytes[entry.valueRange])
        }
        let name = bytes.count..<bytes.count + entry.nameRange.count
        bytes += other.bytes[entry.nameRange]
        bytes += [UInt8(ascii: ":"), UInt8(ascii: " ")]
        let value = bytes.count..<bytes.count + entry.valueRange.count
        bytes += other.bytes[entry.valueRange]
        bytes += [13, 10]
        entries.append(Entry(name: name, value: value))
    }

    /// Puts a line's name in lower case into a buffer, so that walking over a head makes one.
    func lowercaseName(of entry: Entry, into name: inout [UInt8]) {
        name.removeAll(keepingCapacity: true)
        for index in entry.nameRange { name.append(lowercase(bytes[index])) }
    }
}

extension HTTPFields {
    /// The fields that belong to the connection because `Connection` names them (RFC 9110, section 7.6.1).
    var namedByConnection: [[UInt8]] { values(of: .connection).flatMap(\.listMembers) }
}
