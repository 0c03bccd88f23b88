internal import LoopbackKitHTTP

/// Which fields pass between a page and another site, and in what form.
///
/// Toward the upstream everything passes but what a table removes and what tells of this server. Toward the page a field
/// is sent, hidden (see `HiddenFields`) or removed by another table; names that it doesn't have are applications' own,
/// which engines ignore.
package enum FieldPolicy {}

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
