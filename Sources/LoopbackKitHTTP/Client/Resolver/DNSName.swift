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
        guard bytes.count <= 254, bytes.allSatisfy(Self.isAllowed) else { return nil }
        for index in bytes.indices where 65...90 ~= bytes[index] { bytes[index] |= 32 }
        self.text = String(decoding: bytes, as: UTF8.self)
        if bytes.last == 46 { bytes.removeLast() }
        let labels = bytes.split(separator: 46, omittingEmptySubsequences: false)
        guard bytes.count <= 253, labels.allSatisfy({ 1...63 ~= $0.count }),
            let last = labels.last, !Self.isNumber(last)
        else { return nil }
        self.labels = labels.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the name is the given one or lies below it; `domain` is in lower case without dots at its ends.
    package func isWithin(_ domain: String) -> Bool {
        let parts = domain.split(separator: ".")
        return labels.count >= parts.count
            && zip(labels.suffix(parts.count), parts).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }

    /// Visible ASCII without the URL standard's forbidden domain code points.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        33...126 ~= byte && !#"#%/:<>?@[\]^|"#.utf8.contains(byte)
    }

    /// Whether a URL's parser would take the last label for a number, and with it the name for an IPv4 address.
    private static func isNumber(_ label: some Collection<UInt8>) -> Bool {
        if label.allSatisfy({ 48...57 ~= $0 }) { return true }
        let isHexadecimal = label.count >= 2 && label.elementsEqual("0x".utf8) || label.starts(with: "0x".utf8)
        return isHexadecimal && label.dropFirst(2).allSatisfy { 48...57 ~= $0 || 97...102 ~= $0 }
    }
}
