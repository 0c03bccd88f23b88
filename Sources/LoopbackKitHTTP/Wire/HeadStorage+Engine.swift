extension HeadStorage {
    /// Whether an entry has this name.
    func matches(_ entry: Entry, _ name: HTTPFieldName) -> Bool {
        guard Int(entry.nameCount) == name.lowercased.count else { return false }
        for (offset, wanted) in name.lowercased.enumerated()
        where lowercase(bytes[Int(entry.name) + offset]) != wanted {
            return false
        }
        return true
    }

    /// Whether the engine alone writes this field in an answer; see `HTTPFieldName.belongsToEngine`.
    package func belongsToEngine(_ entry: Entry) -> Bool {
        switch entry.nameCount {
        case 4: matches(entry, .date)
        case 10: matches(entry, .connection) || matches(entry, .keepAlive)
        case 14: matches(entry, .contentLength)
        case 17: matches(entry, .transferEncoding)
        default: false
        }
    }

    /// The digits of a well-formed Content-Length among the fields.
    var contentLength: Range<Int>? {
        guard let index = index(of: .contentLength) else { return nil }
        let value = entries[index].valueRange
        let bytes = self.bytes
        return bytes.span.extracting(value).withHeadBytes { $0.decimal(0..<value.count) } == nil ? nil : value
    }
}
