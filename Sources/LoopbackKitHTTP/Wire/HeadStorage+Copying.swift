// For those who pass heads on. In this module, where the compiler knows the storage: from another one each byte would
// cost a call.
extension HeadStorage {
    /// Adds another head's line as it stands.
    package func append(_ entry: Entry, of other: HeadStorage) {
        guard other.refusedName == nil else {
            return append(HTTPFieldName(token: other.string(entry.nameRange)), other.bytes[entry.valueRange])
        }
        if other.belongsToEngine(entry) { hasEngineFields = true }
        let start = bytes.count
        let valueStart = start + entry.nameRange.count + 2
        bytes.append(contentsOf: other.bytes[entry.nameRange])
        bytes.append(58)
        bytes.append(32)
        bytes.append(contentsOf: other.bytes[entry.valueRange])
        bytes.append(13)
        bytes.append(10)
        entries.append(
            Entry(name: start..<valueStart - 2, value: valueStart..<valueStart + entry.valueRange.count)
        )
    }

    /// Makes room for so many bytes and lines.
    package func reserve(bytes count: Int, entries lineCount: Int) {
        bytes.reserveCapacity(count)
        entries.reserveCapacity(lineCount)
    }

    /// Puts a line's name in lower case into a buffer, so that walking over a head makes one.
    package func lowercaseName(of entry: Entry, into name: inout [UInt8]) {
        name.removeAll(keepingCapacity: true)
        name.append(contentsOf: bytes[entry.nameRange])
        for index in name.indices { name[index] = lowercase(name[index]) }
    }
}
