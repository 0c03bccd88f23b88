/// Runs of bytes, each with the number of its place in the order they came.
///
/// A table with open places: looking a key up hashes it once and allocates nothing. It is made for keys of the program's
/// own; whoever could choose them could make look-ups slow.
package struct ByteKeys: Sendable {
    private struct Entry: Sendable {
        let hash: UInt64
        let key: [UInt8]
    }

    private var entries: [Entry] = []
    /// Numbers of entries from 1 on, and 0 for an open place; their count is a power of two, at least twice the entries'.
    private var places: [Int32] = [0, 0]

    package init() {}

    /// Adds a key that is not there yet; its index is the number of keys before it.
    package mutating func append(_ key: [UInt8]) {
        entries.append(Entry(hash: key.span.tableHash, key: key))
        if entries.count * 2 > places.count {
            places = Array(repeating: 0, count: places.count * 2)
            for index in entries.indices { place(index) }
        } else {
            place(entries.count - 1)
        }
    }

    private mutating func place(_ index: Int) {
        var place = Int(truncatingIfNeeded: entries[index].hash) & (places.count - 1)
        while places[place] != 0 { place = (place + 1) & (places.count - 1) }
        places[place] = Int32(index + 1)
    }

    /// The index of a key; `nil` when it is not there.
    package func index(of key: Span<UInt8>) -> Int? {
        let hash = key.tableHash
        var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
        while places[place] != 0 {
            let index = Int(places[place]) - 1
            if entries[index].hash == hash, key.hasBytes(entries[index].key) { return index }
            place = (place + 1) & (places.count - 1)
        }
        return nil
    }
}
