/// A host as the URL standard reads it: a name in ASCII, or an address in whatever form it was written.
public enum HTTPHost: Hashable, Sendable {
    /// A name in lower-case ASCII, in its `xn--` form where it has other letters; a dot at its end is kept.
    case name(String)
    /// An address.
    case address(IPAddress)

    /// Reads the host of a URL, still percent-encoded (URL standard, section 3.5, the host parser for special schemes).
    ///
    /// `127.1`, `0x7f.0.0.1`, `2130706433` and `１２７.０.０.１` are the address 127.0.0.1, as they are in browsers. An IPv6
    /// address stands in brackets, without a zone.
    ///
    /// - Parameter text: the host, without a port.
    /// - Throws: `HTTPURLError` when it is none; with the code `needsIDNA` when it takes a library that the system hasn't.
    public init(_ text: String) throws(HTTPURLError) {
        try self.init(bytes: Array(text.utf8), names: .system)
    }

    /// Reads the host of a URL, see `init(_:)`.
    ///
    /// - Parameters:
    ///   - bytes: the host, still percent-encoded.
    ///   - names: what maps letters outside of ASCII, where there is something.
    /// - Throws: `HTTPURLError` when it is none.
    package init(bytes: [UInt8], names: @autoclosure () -> InternationalNames?) throws(HTTPURLError) {
        guard !bytes.isEmpty else { throw HTTPURLError(.emptyHost) }
        if bytes[0] == UInt8(ascii: "[") {
            guard bytes.last == UInt8(ascii: "]"),
                let address = IPAddress(text: bytes.span.extracting(1..<bytes.count - 1)), case .ipv6 = address
            else { throw HTTPURLError(.malformedIPv6) }
            self = .address(address)
            return
        }
        let name = try DomainName.ascii(PercentEncoding.decode(bytes), names: names())
        if LooseIPv4.endsInNumber(name) {
            // Most are written in the strict form, which is read at less cost.
            if let address = IPAddress(text: name.span) {
                self = .address(address)
            } else {
                guard let address = LooseIPv4.read(name) else { throw HTTPURLError(.malformedIPv4) }
                self = .address(.ipv4(address))
            }
        } else {
            self = .name(String(decoding: name, as: UTF8.self))
        }
    }

    /// The address, where the host is one.
    public var address: IPAddress? { if case .address(let address) = self { address } else { nil } }
}

extension HTTPHost: CustomStringConvertible {
    /// The host as it stands in a URL: `example.com`, `127.0.0.1`, `[::1]` (URL standard, section 3.6).
    public var description: String {
        switch self {
        case .name(let name): name
        case .address(.ipv4(let address)): IPAddress.ipv4(address).description
        case .address(.ipv6(let high, let low)): "[\(IPAddress.ipv6(high, low))]"
        }
    }
}
