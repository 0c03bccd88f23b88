/// A host's name in the form that a name service takes.
///
/// What a system would read as an address in one of its old forms (`127.1`, `0x7f000001`, `fe80::1%lo`) is none, and
/// neither is a name that DNS can't hold (RFC 1035, section 2.3.4).
package struct DNSName: Hashable, Sendable {
    /// The name in lower case; a dot at its end is kept: it keeps a system from trying its search domains.
    package let text: String
    /// The name's parts without the dots.
    package let labels: [String]

    /// Reads a name; `nil` when it can't be one.
    package init?(_ text: String) {
        var bytes = Array(text.utf8)
        guard bytes.count <= 254, !bytes.contains(where: DomainName.isForbidden) else { return nil }
        for index in bytes.indices where 65...90 ~= bytes[index] { bytes[index] |= 32 }
        self.text = String(decoding: bytes, as: UTF8.self)
        if bytes.last == 46 { bytes.removeLast() }
        let labels = bytes.split(separator: 46, omittingEmptySubsequences: false)
        guard bytes.count <= 253, labels.allSatisfy({ 1...63 ~= $0.count }), !LooseIPv4.endsInNumber(bytes) else {
            return nil
        }
        self.labels = labels.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the name is the given one or lies below it; `domain` is in lower case without dots at its ends.
    package func isWithin(_ domain: String) -> Bool {
        let parts = domain.split(separator: ".")
        return labels.count >= parts.count
            && zip(labels.suffix(parts.count), parts).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }
}
