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
        guard other.refusedName == nil else {
            return append(HTTPFieldName(token: other.string(entry.nameRange)), other.bytes[entry.valueRange])
        }
        if other.belongsToEngine(entry) { hasEngineFields = true }
        let name = bytes.count..<bytes.count + entry.nameRange.count
        bytes += other.bytes[entry.nameRange]
        bytes.append(UInt8(ascii: ":"))
        bytes.append(UInt8(ascii: " "))
        let value = bytes.count..<bytes.count + entry.valueRange.count
        bytes += other.bytes[entry.valueRange]
        bytes.append(13)
        bytes.append(10)
        entries.append(Entry(name: name, value: value))
    }

    /// Puts a line's name in lower case into a buffer, so that walking over a head makes one.
    func lowercaseName(of entry: Entry, into name: inout [UInt8]) {
        name.removeAll(keepingCapacity: true)
        name += bytes[entry.nameRange]
        for index in name.indices { name[index] = lowercase(name[index]) }
    }
}

extension HTTPFields {
    /// The fields that belong to the connection because `Connection` names them (RFC 9110, section 7.6.1).
    var namedByConnection: [[UInt8]] {
        guard let index = storage.index(of: .connection) else { return [] }
        // What most messages say, and the tables have a row for it.
        let saysMore = storage.index(of: .connection, from: index + 1) != nil
        if !saysMore, value(of: .connection, equals: "keep-alive") { return [] }
        return values(of: .connection).flatMap(\.listMembers)
    }
}
