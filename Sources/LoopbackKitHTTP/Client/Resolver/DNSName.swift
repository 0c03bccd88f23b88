/// A host's name in the form that a name service takes.
///
/// What a system would read as an address in one of its old forms (`127.1`, `0x7f000001`, `fe80::1%lo`) is none, and
/// neither is a name that DNS can't hold (RFC 1035, section 2.3.4).
package struct DNSName: Hashable, Sendable {
    /// The name in lower case; a dot at its end is kept: it keeps a system from trying its search domains.
    package let text: String
    /// The name without a dot at its end.
    private let bytes: [UInt8]

    /// Reads a name; `nil` when it can't be one.
    package init?(_ text: String) {
        var bytes = Array(text.utf8)
        guard bytes.count <= 254, !bytes.contains(where: DomainName.isForbidden) else { return nil }
        for index in bytes.indices where 65...90 ~= bytes[index] { bytes[index] |= 32 }
        self.text = String(decoding: bytes, as: UTF8.self)
        if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard bytes.count <= 253, labels.allSatisfy({ 1...63 ~= $0.count }), !LooseIPv4.endsInNumber(bytes) else {
            return nil
        }
        self.bytes = bytes
    }

    /// Whether the name is one label, without a domain.
    package var isSingleLabel: Bool { !bytes.contains(UInt8(ascii: ".")) }

    /// Whether the name is the given domain or lies below it.
    ///
    /// - Parameter domain: the domain in lower case, without dots at its ends.
    /// - Returns: whether it does.
    package func isWithin(_ domain: String) -> Bool {
        let length = domain.utf8.count
        guard bytes.count >= length, bytes.suffix(length).elementsEqual(domain.utf8) else { return false }
        return bytes.count == length || bytes[bytes.count - length - 1] == UInt8(ascii: ".")
    }
}
